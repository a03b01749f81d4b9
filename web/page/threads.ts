// Threads of the engine, where the page may share memory: one instance of the module for each, all
// with the same memory. The module is built for wasm32-wasip1-threads, so what the Rust and C
// libraries expect of a system is provided here, as little as it is.

/** Pages of 64 KiB, as .cargo/config.toml tells the linker. */
const PAGES = { initial: 512, maximum: 4096 };
/** The states of a thread's place in `control`, which is followed by the argument of its start. */
const IDLE = 0;
const TAKEN = 1;
const STARTED = 2;
/** How long a start waits for a thread to become idle. */
const LONGEST_WAIT_MS = 1000;
/** The error number of a system that has no thread left. */
const NO_THREAD = -6;

/** What the threads of a search share. */
export interface Team {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  control: Int32Array<SharedArrayBuffer>;
}

interface ThreadExports {
  wasi_thread_start(id: number, argument: number): void;
}

/** The memory and the places of this many threads beside the one that searches. */
export function team(module: WebAssembly.Module, others: number): Team {
  const memory = new WebAssembly.Memory({ ...PAGES, shared: true });
  return { module, memory, control: new Int32Array(new SharedArrayBuffer(8 * others)) };
}

/** What the module imports, beside the functions of the page. */
export function system({ memory, control }: Team): WebAssembly.Imports {
  const view = () => new DataView(memory.buffer);
  const count = (first: number, second: number) => {
    view().setUint32(first, 0, true);
    view().setUint32(second, 0, true);
    return 0;
  };
  return {
    env: { memory },
    wasi: {
      // Threads wait for their start: a Worker made now would only begin after the search.
      "thread-spawn": (argument: number) => {
        // A thread that was joined may not have left its place yet.
        for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end; Atomics.wait(control, 0, STARTED, 1)) {
          for (let place = 0; place < control.length; place += 2) {
            if (Atomics.compareExchange(control, place, IDLE, TAKEN) !== IDLE) continue;
            Atomics.store(control, place + 1, argument);
            Atomics.store(control, place, STARTED);
            Atomics.notify(control, place);
            return place / 2 + 1;
          }
        }
        return NO_THREAD;
      },
    },
    wasi_snapshot_preview1: {
      environ_get: () => 0,
      environ_sizes_get: count,
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      // The message of a panic: the trap that follows it says enough.
      fd_write: (_file: number, parts: number, length: number, written: number) => {
        let bytes = 0;
        for (let part = 0; part < length; part++) bytes += view().getUint32(parts + 8 * part + 4, true);
        view().setUint32(written, bytes, true);
        return 0;
      },
      proc_exit: (code: number) => {
        throw new Error(`the module ended with ${code}`);
      },
      sched_yield: () => 0,
    },
  };
}

/** Runs one thread after another in this Worker, for ever. */
export function serve(team: Team, thread: number): never {
  const page = { emit: () => undefined, now: () => performance.now() };
  const instance = new WebAssembly.Instance(team.module, { page, ...system(team) });
  const { wasi_thread_start } = instance.exports as unknown as ThreadExports;
  const place = 2 * thread;
  for (;;) {
    for (let state = Atomics.load(team.control, place); state !== STARTED; state = Atomics.load(team.control, place)) {
      Atomics.wait(team.control, place, state);
    }
    wasi_thread_start(thread + 1, Atomics.load(team.control, place + 1));
    Atomics.store(team.control, place, IDLE);
    Atomics.notify(team.control, place);
  }
}
