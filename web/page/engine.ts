// The engine as the page loads it: the module and its data from the page's own folder.

import wasmUrl from "../generated/module.wasm?url";
import threadsUrl from "../generated/threads.wasm?url";
import dataUrl from "../generated/data.pack?url";
import places from "../generated/places.json";
import { type Engine, Searcher, restore } from "./searcher";

async function get(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/** Compiles the module once for the page and its Workers, with its weights and book put back. */
export async function compile(): Promise<WebAssembly.Module> {
  const [module, packed] = await Promise.all([get(wasmUrl), get(dataUrl)]);
  return restore(module, packed, places.module);
}

/** More threads than this search hardly faster. */
const MOST_THREADS = 8;

/** As many threads as the machine has, where the page may share memory; one elsewhere. */
export function threads(): number {
  return crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, MOST_THREADS) : 1;
}

let threaded: Promise<Engine> | undefined;

/** The module with threads, loaded with its first use; without shared memory it is the other one. */
function withThreads(module: WebAssembly.Module): Promise<Engine> {
  const count = threads();
  const load = async (): Promise<Engine> => {
    try {
      const [bytes, packed] = await Promise.all([get(threadsUrl), get(dataUrl)]);
      return { module: await restore(bytes, packed, places.threads), threads: count };
    } catch {
      // Offline before its first use: one thread does as well, only slower.
      return { module, threads: 1 };
    }
  };
  threaded ??= count > 1 ? load() : Promise.resolve({ module, threads: 1 });
  return threaded;
}

/** A searcher with its own Worker. */
export function searcher(module: WebAssembly.Module, mode: "alone" | "threads" = "alone"): Searcher {
  return new Searcher(
    mode === "alone" ? () => Promise.resolve({ module, threads: 1 }) : () => withThreads(module),
    () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  );
}
