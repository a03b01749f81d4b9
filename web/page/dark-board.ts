// The board of dark chess: four files and eight ranks, drawn lying, with a grid of buttons above.

import { svg } from "./board";
import { d, pieceName } from "./dark-text";

const RANKS = 8;
const FILES = 4;

export interface DarkScene {
  board: string;
  flips: number[];
  movable: number[];
  targets: number[];
  selected: number | undefined;
  last: number[];
  hinted: number[];
  letters: boolean;
  animate: boolean;
}

/** Squares are numbered a1, b1, c1, d1, a2, ... */
export const squareName = (at: number): string => "abcd"[at % FILES] + String((at >> 2) + 1);
export const squareAt = (name: string): number => "abcd".indexOf(name[0] ?? "") + FILES * (Number(name[1]) - 1);
export const isRed = (letter: string): boolean => letter === letter.toUpperCase();

const CHARACTERS: Record<string, string> = {
  K: "帥", G: "仕", M: "相", R: "俥", N: "傌", C: "炮", P: "兵",
  k: "將", g: "士", m: "象", r: "車", n: "馬", c: "砲", p: "卒",
};

/** Ranks run from left to right, files from top to bottom: the board fits a phone. */
const place = (at: number): [number, number] => [(at >> 2) * 10 + 5, (at % FILES) * 10 + 5];
const squareInRow = (row: number, column: number): number => column * FILES + row;

export class DarkBoard {
  readonly element = document.createElement("div");
  private readonly picture = svg("svg", { "aria-hidden": "true", viewBox: "-5 -5 90 50" });
  private readonly pieces: SVGElement;
  private readonly marks: SVGElement;
  private readonly grid = document.createElement("div");
  private readonly buttons: HTMLButtonElement[] = [];
  private focused = 0;
  private scene: DarkScene | undefined;

  constructor(private readonly choose: (at: number) => void) {
    this.element.className = "dark-board";
    svg("rect", { class: "dark-frame", x: -5, y: -5, width: 90, height: 50, rx: 3 }, this.picture);
    svg("rect", { class: "dark-ground", width: 80, height: 40 }, this.picture);
    const lines = svg("g", { class: "dark-lines" }, this.picture);
    const names = svg("g", { class: "dark-names" }, this.picture);
    for (let at = 1; at < RANKS; at++) svg("path", { d: `M${at * 10} 0V40` }, lines);
    for (let at = 1; at < FILES; at++) svg("path", { d: `M0 ${at * 10}H80` }, lines);
    for (let at = 0; at < RANKS; at++) svg("text", { x: at * 10 + 5, y: -1.4 }, names).textContent = String(at + 1);
    for (let at = 0; at < FILES; at++) svg("text", { x: -2.4, y: at * 10 + 6.1 }, names).textContent = "abcd"[at] ?? "";
    this.marks = svg("g", {}, this.picture);
    this.pieces = svg("g", {}, this.picture);
    this.buildGrid();
    this.element.append(this.picture, this.grid);
  }

  private buildGrid(): void {
    this.grid.className = "dark-grid";
    this.grid.setAttribute("role", "grid");
    for (let row = 0; row < FILES; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < RANKS; column++) {
        const at = squareInRow(row, column);
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("role", "gridcell");
        button.dataset["square"] = squareName(at);
        button.tabIndex = at === 0 ? 0 : -1;
        button.addEventListener("click", () => {
          this.focus(at, false);
          this.choose(at);
        });
        this.buttons[at] = button;
        line.append(button);
      }
      this.grid.append(line);
    }
    this.grid.addEventListener("keydown", (event) => {
      const [row, column] = [this.focused % FILES, this.focused >> 2];
      const steps: Record<string, [number, number]> = {
        ArrowUp: [row - 1, column],
        ArrowDown: [row + 1, column],
        ArrowLeft: [row, column - 1],
        ArrowRight: [row, column + 1],
        Home: [row, 0],
        End: [row, RANKS - 1],
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const within = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));
      this.focus(squareInRow(within(step[0], FILES), within(step[1], RANKS)), true);
    });
  }

  private focus(at: number, take: boolean): void {
    const [before, after] = [this.buttons[this.focused], this.buttons[at]];
    if (before) before.tabIndex = -1;
    this.focused = at;
    if (!after) return;
    after.tabIndex = 0;
    if (take) after.focus();
  }

  /** A piece as it is drawn: its letter, or its Chinese character. */
  symbol(letter: string): string {
    return this.scene?.letters === false ? (CHARACTERS[letter] ?? letter) : letter;
  }

  relabel(): void {
    this.grid.setAttribute("aria-label", d("board"));
    if (this.scene) this.show({ ...this.scene, animate: false });
  }

  show(scene: DarkScene): void {
    this.scene = scene;
    this.marks.replaceChildren();
    this.pieces.replaceChildren();
    for (const [at, letter] of [...scene.board].entries()) {
      const [x, y] = place(at);
      const kinds = [
        scene.last.includes(at) ? "last" : "",
        scene.hinted.includes(at) ? "hinted" : "",
        scene.selected === at ? "selected" : "",
      ].filter((kind) => kind !== "");
      for (const kind of kinds) {
        svg("rect", { class: `dark-mark ${kind}`, x: x - 4.7, y: y - 4.7, width: 9.4, height: 9.4, rx: 1 }, this.marks);
      }
      if (letter !== ".") this.piece(at, letter, scene);
      if (scene.targets.includes(at)) svg("circle", { class: "dark-target", cx: x, cy: y, r: letter === "." ? 1.4 : 4.5 }, this.pieces);
      this.label(at, letter, scene);
    }
  }

  private piece(at: number, letter: string, scene: DarkScene): void {
    const [x, y] = place(at);
    const kind = letter === "?" ? "closed" : isRed(letter) ? "red" : "black";
    const outer = svg("g", { transform: `translate(${x} ${y})` }, this.pieces);
    const group = svg("g", { class: `dark-piece ${kind}` }, outer);
    svg("circle", { class: "rim", r: 4.1, cy: 0.35 }, group);
    svg("circle", { class: "face", r: 4.1 }, group);
    svg("circle", { class: "ring", r: 3.4 }, group);
    if (letter !== "?") svg("text", { y: scene.letters ? 1.65 : 1.75 }, group).textContent = this.symbol(letter);
    const [from, to] = scene.last;
    if (!scene.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (to === undefined && from === at) {
      group.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: 220, easing: "ease-out" });
    } else if (to === at && from !== undefined) {
      const [fromX, fromY] = place(from);
      group.animate([{ transform: `translate(${fromX - x}px, ${fromY - y}px)` }, { transform: "none" }], { duration: 220, easing: "ease-out" });
    }
  }

  private label(at: number, letter: string, scene: DarkScene): void {
    const button = this.buttons[at];
    if (!button) return;
    const words = [squareName(at), letter === "." ? d("empty") : letter === "?" ? d("closed") : pieceName(letter)];
    const can = scene.flips.includes(at) || scene.movable.includes(at) || scene.targets.includes(at);
    if (scene.targets.includes(at)) words.push(d("target"));
    if (scene.selected === at) words.push(d("chosen"));
    button.setAttribute("aria-label", words.join(", "));
    button.setAttribute("aria-disabled", String(!can));
    button.classList.toggle("can", can);
  }
}
