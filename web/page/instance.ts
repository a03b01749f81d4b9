// One instance of the engine: bytes in, JSON out. See the crate's documentation for the commands.

interface Exports {
  memory: WebAssembly.Memory;
  /** Of a module with threads. */
  _initialize?(): void;
  reserve(length: number): number;
  run(): void;
}

export type Run = (command: string, data?: string | Uint8Array) => void;

/** Instantiates the module; each answer goes to `emit`. */
export async function instantiate(
  module: WebAssembly.Module,
  emit: (answer: unknown) => void,
  shared?: { memory: WebAssembly.Memory; imports: WebAssembly.Imports },
): Promise<Run> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const page = {
    emit: (start: number, length: number) => {
      // A copy, since shared memory is not decoded.
      const bytes = new Uint8Array(memory.buffer, start, length).slice();
      emit(JSON.parse(decoder.decode(bytes)));
    },
    now: () => performance.now(),
  };
  const instance = await WebAssembly.instantiate(module, { page, ...shared?.imports });
  const wasm = instance.exports as unknown as Exports;
  const memory = shared?.memory ?? wasm.memory;
  wasm._initialize?.();
  return (command, data = "") => {
    const head = encoder.encode(`${command}\n`);
    const tail = typeof data === "string" ? encoder.encode(data) : data;
    const start = wasm.reserve(head.length + tail.length);
    const room = new Uint8Array(memory.buffer, start, head.length + tail.length);
    room.set(head);
    room.set(tail, head.length);
    wasm.run();
  };
}
