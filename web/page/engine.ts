// The engine as the page loads it: the module and its data from the page's own folder.

import wasmUrl from "../generated/module.wasm?url";
import dataUrl from "../generated/data.pack?url";
import { Searcher, restore } from "./searcher";

/** Compiles the module once for the page and its Workers, with its weights and book put back. */
export async function compile(): Promise<WebAssembly.Module> {
  const get = async (address: string) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.arrayBuffer();
  };
  const [module, packed] = await Promise.all([get(wasmUrl), get(dataUrl)]);
  return restore(module, packed);
}

/** A searcher with its own Worker. */
export function searcher(module: WebAssembly.Module): Searcher {
  return new Searcher(module, () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
}
