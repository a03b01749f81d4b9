// The Worker: one instance of the engine that searches, so that the page never stalls.

import { instantiate, type Run } from "./instance";

export interface Job {
  id: number;
  command: string;
  data: string;
}

export type Message = { module: WebAssembly.Module } | { job: Job };
export type Reply = { id: number; answer: unknown } | { id: number; done: true };

let id = 0;
let run: Promise<Run> | undefined;

addEventListener("message", async ({ data }: MessageEvent<Message>) => {
  if ("module" in data) {
    run = instantiate(data.module, (answer) => postMessage({ id, answer } satisfies Reply));
    return;
  }
  const ready = await run;
  id = data.job.id;
  ready?.(data.job.command, data.job.data);
  postMessage({ id, done: true } satisfies Reply);
});
