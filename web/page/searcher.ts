// Instances of the engine: rules at once, searches in a Worker.

import { instantiate, type Run } from "./instance";
import { unpack } from "./packed";
import type { Message, Reply } from "./jobs";

/** Puts the weights and the book back into the module, at these places, and compiles it. */
export function restore(module: ArrayBuffer, packed: ArrayBuffer, places: number[]): Promise<WebAssembly.Module> {
  const view = new DataView(packed);
  let at = 0;
  for (const place of places) {
    const head = [0, 4, 8, 12].map((field) => view.getUint32(at + field, true));
    const [length = 0, record = 1, zero = 0, size = 0] = head;
    unpack(new Uint8Array(packed, at + 16, size), new Uint8Array(module, place, length), { record, zero });
    at += 16 + size;
  }
  return WebAssembly.compile(module);
}

/** A module, and how many threads it may use. */
export interface Engine {
  module: WebAssembly.Module;
  threads: number;
}

/** An answer of the engine that says what was wrong. */
export class EngineError extends Error {}

/** The rules, the formats and the panel: answers at once. */
export class Rules {
  private answer: unknown;
  private run: Run | undefined;

  static async load(module: WebAssembly.Module): Promise<Rules> {
    const rules = new Rules();
    rules.run = await instantiate(module, (answer) => {
      rules.answer = answer;
    });
    return rules;
  }

  ask<T>(command: string, data?: string | Uint8Array): T {
    this.run?.(command, data);
    const answer = this.answer as T & { error?: string };
    if (answer.error !== undefined) throw new EngineError(answer.error);
    return answer;
  }
}

interface Current {
  id: number;
  last: unknown;
  step: ((answer: unknown) => void) | undefined;
  resolve: (answer: unknown) => void;
}

/** A Worker that does one search at a time; a new one ends the one before. */
export class Searcher {
  private worker: Worker | undefined;
  private current: Current | undefined;
  private count = 0;

  /** `engine` is asked for the module when the first search starts. */
  constructor(
    private readonly engine: () => Promise<Engine>,
    private readonly spawn: () => Worker,
  ) {}

  /** Searches. `step` gets what is found on the way; the result is `undefined` if it was stopped. */
  async search<T>(
    command: string,
    data: string,
    step?: (answer: Partial<T>) => void,
  ): Promise<T | undefined> {
    this.stop();
    const id = ++this.count;
    const engine = await this.engine();
    // Another search may have begun, or this one was stopped.
    if (id !== this.count) return undefined;
    const worker = this.worker ?? this.start(engine);
    return new Promise((resolve) => {
      this.current = {
        id,
        last: undefined,
        step: step as ((answer: unknown) => void) | undefined,
        resolve: resolve as (answer: unknown) => void,
      };
      worker.postMessage({ job: { id, command, data } } satisfies Message);
    });
  }

  /**
   * Ends the search at once. The engine cannot be asked to stop while it searches, since messages
   * wait until it returns; so its Worker ends and the next search starts another, which takes a few
   * milliseconds because the module is compiled already.
   */
  stop(): void {
    this.count++;
    if (!this.current) return;
    this.current.resolve(undefined);
    this.current = undefined;
    this.worker?.terminate();
    this.worker = undefined;
  }

  private start(engine: Engine): Worker {
    const worker = this.spawn();
    worker.postMessage(engine satisfies Message);
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      const current = this.current;
      if (!current || data.id !== current.id) return;
      if ("done" in data) {
        this.current = undefined;
        const failed = (current.last as { error?: string } | undefined)?.error;
        current.resolve(failed === undefined ? current.last : undefined);
      } else {
        current.last = data.answer;
        current.step?.(data.answer);
      }
    });
    // A Worker that failed answers no more: the next search starts another.
    worker.addEventListener("error", () => this.stop());
    this.worker = worker;
    return worker;
  }
}
