// A game on the page: what the rules say about it, and the position that is shown.

import type { Rules } from "./searcher";

export type Side = "X" | "O";
export type Size = 6 | 8;

export interface Ply {
  /** 64 places of X, O and -, also on the smaller board. */
  board: string;
  side: Side;
  /** The move that led here: a place, -1 for a pass, -2 for the start. */
  move: number;
  legal: number[];
}

export interface View {
  size: Size;
  start: string;
  moves: string;
  over: boolean;
  /** The result for black, or the count of discs so far. */
  result: number;
  opening: string;
  /** The ply that leaves the published perfect game; 0 if none does. */
  left: number;
  plies: Ply[];
}

export const squareName = (at: number): string => "abcdefgh"[at % 8] + String((at >> 3) + 1);
export const squareAt = (name: string): number =>
  "abcdefgh".indexOf(name[0] ?? "") + 8 * (Number(name[1]) - 1);
export const other = (side: Side): Side => (side === "X" ? "O" : "X");

export class Game {
  view: View;
  /** Which of the plies is shown. */
  at: number;
  black = "";
  white = "";

  constructor(
    private readonly rules: Rules,
    size: Size = 8,
    start = "",
    moves = "",
  ) {
    this.view = rules.ask<View>(`view ${size}`, `${start}\n${moves}`);
    this.at = this.last;
  }

  get size(): Size {
    return this.view.size;
  }

  get last(): number {
    return this.view.plies.length - 1;
  }

  /** The position shown. */
  get ply(): Ply {
    return this.view.plies[this.at] as Ply;
  }

  /** Whether the position shown is the last one of a finished game. */
  get over(): boolean {
    return this.view.over && this.at === this.last;
  }

  /** The start and the moves to a ply, as the engine's commands take them. */
  data(ply = this.at): string {
    return `${this.view.start}\n${this.transcript(ply)}`;
  }

  transcript(ply = this.at): string {
    const played = this.view.plies.slice(1, ply + 1).filter((step) => step.move >= 0);
    return played.map((step) => squareName(step.move)).join("");
  }

  /** Plays on a place. Moves after the position shown are dropped, unless it is the same move. */
  play(at: number): boolean {
    if (!this.ply.legal.includes(at)) return false;
    const next = this.view.plies[this.at + 1];
    if (next?.move === at) {
      this.forward();
      return true;
    }
    const moves = this.transcript() + squareName(at);
    this.view = this.rules.ask<View>(`view ${this.size}`, `${this.view.start}\n${moves}`);
    this.at = this.last;
    return true;
  }

  /** One move on, with the pass that follows it. */
  forward(): void {
    if (this.at < this.last) this.at++;
    if (this.view.plies[this.at + 1]?.move === -1) this.at++;
  }

  /** One move back, with the pass that preceded it. */
  back(): void {
    if (this.ply.move === -1) this.at--;
    if (this.at > 0) this.at--;
  }

  count(side: Side, board = this.ply.board): number {
    let discs = 0;
    for (const place of board) if (place === side) discs++;
    return discs;
  }

  get empties(): number {
    return this.size * this.size - this.count("X") - this.count("O");
  }
}
