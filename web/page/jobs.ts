// What a Worker that searches does: it takes one job at a time and posts its answers.

import type { Run } from "./instance";

export interface Job {
  id: number;
  command: string;
  data: string;
}

export type Message = { module: WebAssembly.Module; threads: number } | { job: Job };
export type Reply = { id: number; answer: unknown } | { id: number; done: true };
export type Emit = (answer: unknown) => void;

/** Serves jobs with the instance that `make` makes of the module. */
export function serveJobs(make: (module: WebAssembly.Module, threads: number, emit: Emit) => Promise<Run>): void {
  let id = 0;
  let run: Promise<Run> | undefined;
  // What is answered before the first job concerns nobody.
  const emit = (answer: unknown) => {
    if (id > 0) postMessage({ id, answer } satisfies Reply);
  };
  addEventListener("message", async ({ data }: MessageEvent<Message>) => {
    if ("module" in data) {
      run = make(data.module, data.threads, emit);
      return;
    }
    const ready = await run;
    id = data.job.id;
    ready?.(data.job.command, data.job.data);
    postMessage({ id, done: true } satisfies Reply);
  });
}
