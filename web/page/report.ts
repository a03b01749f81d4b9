// The board and the engine for the viewer of `host-sim report`: one script with the module inside.
// The viewer, host-sim/src/report/viewer.js, finds it as `wedgeEngine`.

import { Board, type Mark } from "./board";
import css from "./board.css?inline";
import type { Side, Size } from "./game";
import type { Hints } from "./play";
import { Searcher, restore } from "./searcher";
import { discs } from "./text";
import EngineWorker from "./report-worker?worker&inline";
import { data, module, places } from "virtual:engine";

/** A position of the viewer: places row by row, 0 empty, 1 black, 2 white. */
interface Shown {
  size: Size;
  cells: number[];
  side: 1 | 2;
  legal: number[];
  last?: number;
}

/** The value of a move of the position, the best first. */
interface Value {
  cell: number;
  text: string;
  best: boolean;
}

interface Values {
  moves: Value[];
  depth: number;
  solved: boolean;
}

/** What a value searches: depth, and the number of empty squares from which on it is exact. */
const LIMITS = "14 20";

/** The board's places are numbered as on 8x8, whatever its size. */
const toPlace = (cell: number, size: Size) => Math.floor(cell / size) * 8 + (cell % size);
const toCell = (place: number, size: Size) => (place >> 3) * size + (place % 8);

/** Puts a board into an element; returns what shows a position on it. */
function board(place: HTMLElement, choose: (cell: number) => void) {
  let size: Size = 8;
  const board = new Board((at) => choose(toCell(at, size)));
  const style = document.createElement("style");
  style.textContent = css;
  // In a tree of its own, the report's style and the board's do not meet.
  place.attachShadow({ mode: "open" }).append(style, board.element);
  return (shown: Shown, values: Value[], animate: boolean) => {
    size = shown.size;
    const places = Array.from({ length: 64 }, () => "-");
    shown.cells.forEach((cell, at) => (places[toPlace(at, size)] = "-XO"[cell] ?? "-"));
    const legal = shown.legal.map((cell) => toPlace(cell, size));
    const side: Side = shown.side === 1 ? "X" : "O";
    const last = shown.last === undefined ? -1 : toPlace(shown.last, size);
    const marks = values.map(({ cell, text, best }): Mark => {
      return { at: toPlace(cell, size), text, kind: best ? "best" : "good" };
    });
    board.show({ ply: { board: places.join(""), side, move: last, legal }, size, playable: legal, last, marks, animate });
  };
}

let searcher: Promise<Searcher> | undefined;

async function load(): Promise<Searcher> {
  const bytes = async (text: string) => {
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };
  const compiled = await restore(await bytes(module), await bytes(data), places);
  // A file has no shared memory: one thread.
  return new Searcher(() => Promise.resolve({ module: compiled, threads: 1 }), () => new EngineWorker());
}

/** The value of every legal move; `undefined` if another position was asked for in the meantime. */
async function values(size: Size, start: string, moves: string): Promise<Values | undefined> {
  searcher ??= load();
  const found = await (await searcher).search<Hints>(`hint ${size} ${LIMITS}`, `${start}\n${moves}`);
  if (!found) return undefined;
  const top = found.moves[0]?.score ?? 0;
  return {
    moves: found.moves.map(({ square, score, atMost }) => ({
      cell: toCell(square, size),
      text: (atMost ? "≤" : "") + discs(score, found.solved),
      best: score === top && !atMost,
    })),
    depth: found.depth,
    solved: found.solved,
  };
}

const stop = () => void searcher?.then((running) => running.stop());

Object.assign(globalThis, { wedgeEngine: { board, values, stop } });
