// The Worker: one instance of the engine that searches, so that the page never stalls; with threads,
// further Workers of its own.

import { instantiate, type Run } from "./instance";
import { type Emit, serveJobs } from "./jobs";
import { type Team, system, team } from "./threads";

async function withThreads(module: WebAssembly.Module, threads: number, emit: Emit): Promise<Run> {
  const shared = team(module, threads - 1);
  // This instance is the first one: it fills the memory and prepares it.
  const run = await instantiate(module, emit, { memory: shared.memory, imports: system(shared) });
  await Promise.all(Array.from({ length: threads - 1 }, (_, thread) => start(shared, thread)));
  run(`threads ${threads}`);
  return run;
}

function start(team: Team, thread: number): Promise<void> {
  const worker = new Worker(new URL("./thread-worker.ts", import.meta.url), { type: "module" });
  return new Promise((resolve) => {
    worker.addEventListener("message", () => resolve());
    worker.postMessage({ team, thread });
  });
}

serveJobs((module, threads, emit) => (threads > 1 ? withThreads(module, threads, emit) : instantiate(module, emit)));
