// One instance of the engine: bytes in, JSON out. See the crate's documentation for the commands.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  run(): void;
}

export type Run = (command: string, data?: string | Uint8Array) => void;

/** Instantiates the module; each answer goes to `emit`. */
export async function instantiate(
  module: WebAssembly.Module,
  emit: (answer: unknown) => void,
): Promise<Run> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const page = {
    emit: (start: number, length: number) => {
      const bytes = new Uint8Array(wasm.memory.buffer, start, length);
      emit(JSON.parse(decoder.decode(bytes)));
    },
    now: () => performance.now(),
  };
  const instance = await WebAssembly.instantiate(module, { page });
  const wasm = instance.exports as unknown as Exports;
  return (command, data = "") => {
    const head = encoder.encode(`${command}\n`);
    const tail = typeof data === "string" ? encoder.encode(data) : data;
    const start = wasm.reserve(head.length + tail.length);
    const room = new Uint8Array(wasm.memory.buffer, start, head.length + tail.length);
    room.set(head);
    room.set(tail, head.length);
    wasm.run();
  };
}
