// Instances of the engine: rules at once, searches in a Worker.

import { instantiate, type Run } from "./instance";
import { unpack } from "./packed";
import type { Message, Reply } from "./worker";

/** Puts the weights and the book back into the module and compiles it. */
export function restore(module: ArrayBuffer, packed: ArrayBuffer): Promise<WebAssembly.Module> {
  const view = new DataView(packed);
  for (let at = 0; at < packed.byteLength; ) {
    const head = [0, 4, 8, 12, 16].map((field) => view.getUint32(at + field, true));
    const [offset = 0, length = 0, record = 1, zero = 0, size = 0] = head;
    unpack(new Uint8Array(packed, at + 20, size), new Uint8Array(module, offset, length), { record, zero });
    at += 20 + size;
  }
  return WebAssembly.compile(module);
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

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly spawn: () => Worker,
  ) {}

  get busy(): boolean {
    return this.current !== undefined;
  }

  /** Searches. `step` gets what is found on the way; the result is `undefined` if it was stopped. */
  search<T>(
    command: string,
    data: string,
    step?: (answer: Partial<T>) => void,
  ): Promise<T | undefined> {
    this.stop();
    const worker = this.worker ?? this.start();
    const id = ++this.count;
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
    if (!this.current) return;
    this.current.resolve(undefined);
    this.current = undefined;
    this.worker?.terminate();
    this.worker = undefined;
  }

  private start(): Worker {
    const worker = this.spawn();
    worker.postMessage({ module: this.module } satisfies Message);
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
    this.worker = worker;
    return worker;
  }
}
