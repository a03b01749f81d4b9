// The board: discs (or LEDs) drawn as SVG, and above them a grid of buttons for mouse, touch,
// keyboard and screen readers.

import type { Ply, Size } from "./game";
import { squareName } from "./game";
import { t } from "./text";

const SVG = "http://www.w3.org/2000/svg";
const FLIP_MS = 150;
/** Flips spread from the disc that was placed. */
const SPREAD_MS = 55;

export function svg(
  name: string,
  attributes: Record<string, string | number>,
  parent?: Element,
): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

export interface Mark {
  at: number;
  text: string;
  kind: "best" | "good" | "poor" | "line";
}

export interface Scene {
  ply: Ply;
  size: Size;
  /** Places that can be clicked. */
  playable: number[];
  last: number;
  marks: Mark[];
  /** Whether every place can be clicked, to set up a position. */
  editing?: boolean;
  /** Whether the change from the scene before is a move, which is animated. */
  animate?: boolean;
}

export class Board {
  readonly element = document.createElement("div");
  private readonly picture: SVGSVGElement;
  private grid = document.createElement("div");
  private buttons: HTMLButtonElement[] = [];
  private discs = new Map<number, { group: SVGElement; colour: string }>();
  private layers!: { squares: SVGElement; discs: SVGElement; marks: SVGElement; leds: SVGElement };
  private size: Size | undefined;
  private leds: SVGElement[] = [];
  private focused = 19;
  private scene: Scene | undefined;

  constructor(
    private readonly choose: (at: number) => void,
    private readonly point: (at: number | undefined) => void = () => {},
  ) {
    this.element.className = "board";
    this.picture = svg("svg", { "aria-hidden": "true" }) as SVGSVGElement;
    this.grid.className = "grid";
    this.grid.setAttribute("role", "grid");
    this.element.append(this.picture, this.grid);
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  private build(size: Size): void {
    this.size = size;
    this.element.dataset["size"] = String(size);
    const side = size * 10;
    const edge = 5;
    this.picture.replaceChildren();
    this.picture.setAttribute(
      "viewBox",
      `${-edge} ${-edge} ${side + 2 * edge} ${side + 2 * edge}`,
    );
    gradients(this.picture);
    svg("rect", { class: "frame", x: -edge, y: -edge, width: side + 10, height: side + 10, rx: 3 }, this.picture);
    svg("rect", { class: "felt", width: side, height: side, rx: 0.6 }, this.picture);
    const lines = svg("g", { class: "lines" }, this.picture);
    for (let at = 1; at < size; at++) {
      svg("path", { d: `M${at * 10} 0V${side}M0 ${at * 10}H${side}` }, lines);
    }
    for (const x of [2, size - 2]) {
      for (const y of [2, size - 2]) svg("circle", { cx: x * 10, cy: y * 10, r: 0.85 }, lines);
    }
    const names = svg("g", { class: "coordinates" }, this.picture);
    for (let at = 0; at < size; at++) {
      svg("text", { x: at * 10 + 5, y: -1.5 }, names).textContent = "abcdefgh"[at] ?? "";
      svg("text", { x: -2.5, y: at * 10 + 6.2 }, names).textContent = String(at + 1);
    }
    const squares = svg("g", {}, this.picture);
    const discs = svg("g", { class: "discs" }, this.picture);
    const marks = svg("g", { class: "marks" }, this.picture);
    const leds = svg("g", { class: "leds" }, this.picture);
    this.layers = { squares, discs, marks, leds };
    this.discs.clear();
    this.leds = [];
    this.buildGrid(size);
  }

  private buildGrid(size: Size): void {
    this.grid.replaceChildren();
    this.grid.setAttribute("aria-label", t("board"));
    this.grid.setAttribute("aria-rowcount", String(size));
    this.grid.setAttribute("aria-colcount", String(size));
    this.buttons = [];
    for (let row = 0; row < size; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.className = "row";
      for (let column = 0; column < size; column++) {
        const at = row * 8 + column;
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("role", "gridcell");
        button.dataset["square"] = squareName(at);
        button.addEventListener("click", () => {
          this.focus(at, false);
          this.choose(at);
        });
        button.addEventListener("pointerenter", () => this.point(at));
        button.addEventListener("pointerleave", () => this.point(undefined));
        this.buttons[at] = button;
        line.append(button);
      }
      this.grid.append(line);
    }
    this.focus(this.buttons[this.focused] ? this.focused : 0, false);
  }

  private key(event: KeyboardEvent): void {
    const size = this.size ?? 8;
    const [column, row] = [this.focused % 8, this.focused >> 3];
    const steps: Record<string, [number, number]> = {
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      Home: [0, row],
      End: [size - 1, row],
    };
    const step = steps[event.key];
    if (!step || this.element.classList.contains("lights")) return;
    event.preventDefault();
    const inside = (at: number) => Math.min(size - 1, Math.max(0, at));
    this.focus(inside(step[1]) * 8 + inside(step[0]), true);
  }

  /** The button that the Tab key reaches. */
  private focus(at: number, take: boolean): void {
    const before = this.buttons[this.focused];
    if (before) before.tabIndex = -1;
    for (const button of this.buttons) if (button && button.tabIndex === 0) button.tabIndex = -1;
    this.focused = at;
    const button = this.buttons[at];
    if (!button) return;
    button.tabIndex = 0;
    if (take) button.focus();
  }

  /** Renames what a screen reader reads, after a change of the language. */
  relabel(): void {
    if (this.scene && this.size) this.show({ ...this.scene, animate: false });
    this.grid.setAttribute("aria-label", t("board"));
  }

  show(scene: Scene): void {
    if (scene.size !== this.size) {
      this.build(scene.size);
      scene = { ...scene, animate: false };
    }
    this.scene = scene;
    const { ply, playable } = scene;
    this.element.dataset["side"] = ply.side === "X" ? "black" : "white";
    for (let row = 0; row < scene.size; row++) {
      for (let column = 0; column < scene.size; column++) {
        const at = row * 8 + column;
        const place = ply.board[at] ?? "-";
        this.place(at, place, scene);
        const button = this.buttons[at] as HTMLButtonElement;
        const can = scene.editing || playable.includes(at);
        button.classList.toggle("playable", can && !scene.editing);
        button.setAttribute("aria-disabled", String(!can));
        const state = place === "X" ? t("blackDisc") : place === "O" ? t("whiteDisc") : t("empty");
        const mark = scene.marks.find((mark) => mark.at === at);
        const words = [squareName(at), state];
        if (playable.includes(at)) words.push(t("legalMove"));
        if (at === scene.last) words.push(t("lastMove"));
        if (mark) words.push(mark.text);
        button.setAttribute("aria-label", words.join(", "));
      }
    }
    this.marks(scene);
  }

  private place(at: number, place: string, scene: Scene): void {
    const there = this.discs.get(at);
    if ((there?.colour ?? "-") === place) return;
    if (place === "-") {
      there?.group.remove();
      this.discs.delete(at);
      return;
    }
    const [x, y] = centre(at);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const animate = scene.animate && !calm;
    if (!there) {
      const group = svg("g", { class: "disc", transform: `translate(${x} ${y})` }, this.layers.discs);
      const body = svg("g", { class: "body" }, group);
      svg("ellipse", { class: "shadow", cx: 0.25, cy: 0.55, rx: 4.15, ry: 4.1 }, body);
      svg("circle", { class: "rim", r: 4.1 }, body);
      svg("circle", { class: "face", r: 3.75 }, body);
      paint(group, place);
      this.discs.set(at, { group, colour: place });
      if (animate) {
        body.animate(
          [
            { transform: "scale(1.25)", opacity: 0 },
            { transform: "scale(1)", opacity: 1 },
          ],
          { duration: 160, easing: "ease-out" },
        );
      }
      return;
    }
    const disc = there;
    disc.colour = place;
    const body = disc.group.firstElementChild as SVGElement;
    if (!animate || scene.last < 0) {
      paint(disc.group, place);
      return;
    }
    const distance = Math.max(
      Math.abs((at % 8) - (scene.last % 8)),
      Math.abs((at >> 3) - (scene.last >> 3)),
    );
    const away = body.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
      duration: FLIP_MS,
      delay: 80 + distance * SPREAD_MS,
      easing: "ease-in",
    });
    away.addEventListener("finish", () => {
      // A later change may have come in between.
      paint(disc.group, disc.colour);
      body.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
        duration: FLIP_MS,
        easing: "ease-out",
      });
    });
    away.addEventListener("cancel", () => paint(disc.group, disc.colour));
  }

  private marks(scene: Scene): void {
    const layer = this.layers.marks;
    layer.replaceChildren();
    if (scene.last >= 0 && scene.ply.board[scene.last] !== "-") {
      const [x, y] = centre(scene.last);
      svg("circle", { class: "last", cx: x, cy: y, r: 0.95 }, layer);
    }
    for (const mark of scene.marks) {
      const [x, y] = centre(mark.at);
      const group = svg("g", { class: `mark ${mark.kind}` }, layer);
      svg("circle", { cx: x, cy: y, r: 3.8 }, group);
      svg("text", { x, y: y + 0.95 }, group).textContent = mark.text;
    }
    this.element.classList.toggle("marked", scene.marks.length > 0);
  }

  /** Shows the LED matrix: 64 colours of six digits each. */
  lights(colours: string | undefined): void {
    this.element.classList.toggle("lights", colours !== undefined);
    // The first frame may come before the first scene.
    if (colours === undefined || !this.size) return;
    if (this.leds.length === 0) {
      svg("rect", { class: "matrix", x: -5, y: -5, width: 90, height: 90, rx: 3 }, this.layers.leds);
      for (let at = 0; at < 64; at++) {
        const [x, y] = centre(at);
        svg("circle", { class: "led-off", cx: x, cy: y, r: 3.6 }, this.layers.leds);
        this.leds.push(svg("circle", { class: "led", cx: x, cy: y, r: 3.6 }, this.layers.leds));
      }
    }
    for (const [at, led] of this.leds.entries()) {
      const colour = colours.slice(at * 6, at * 6 + 6);
      if (led.getAttribute("data-colour") === colour) continue;
      led.setAttribute("data-colour", colour);
      led.setAttribute("fill", `#${colour}`);
      led.setAttribute("opacity", colour === "000000" ? "0" : "1");
    }
  }
}

function centre(at: number): [number, number] {
  return [(at % 8) * 10 + 5, (at >> 3) * 10 + 5];
}

function paint(group: Element, place: string): void {
  group.classList.toggle("black", place === "X");
  group.classList.toggle("white", place === "O");
}

function gradients(picture: Element): void {
  const defs = svg("defs", {}, picture);
  const stops = (id: string, colours: [string, string, string]) => {
    const gradient = svg("radialGradient", { id, cx: 0.36, cy: 0.3, r: 0.85 }, defs);
    for (const [at, colour] of colours.entries()) {
      svg("stop", { offset: [0, 0.55, 1][at] ?? 1, "stop-color": colour }, gradient);
    }
  };
  stops("face-black", ["#4a5058", "#23272c", "#15181b"]);
  stops("face-white", ["#ffffff", "#f3f1ea", "#d9d5c9"]);
  const felt = svg("linearGradient", { id: "felt", x1: 0, y1: 0, x2: 0.4, y2: 1 }, defs);
  svg("stop", { offset: 0, "stop-color": "#338a61" }, felt);
  svg("stop", { offset: 1, "stop-color": "#22694a" }, felt);
}
