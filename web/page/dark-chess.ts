// Dark chess: against the engine, or two people at one screen. Loaded with its first use.

import wasmUrl from "../generated/dark-chess.wasm?url";
import type { App, Mode } from "./app";
import type { Mark } from "./board";
import { DarkBoard, isRed, squareAt, squareName } from "./dark-board";
import { d, pieceName } from "./dark-text";
import { button, choice, el } from "./dom";
import { searcher } from "./engine";
import { replyPause } from "./play";
import { Rules, type Searcher } from "./searcher";
import { read, write } from "./settings";
import { darkLink } from "./share";
import { t } from "./text";
import "./dark-chess.css";

export interface DarkView {
  /** 32 places: a letter, `?` face down, `.` empty. */
  board: string;
  side: Colour | "";
  /** From and to; the same for a flip. */
  actions: [number, number][];
  unseen: string;
  taken: string;
  quiet: number;
  plies: string[];
  ending: string;
  winner: Colour | "";
}

export type Colour = "red" | "black";

interface Found {
  best: string;
  score: number;
  proved: boolean;
  depth: number;
}

interface Stored {
  level: number;
  you: "first" | "second" | "both";
  pieces: "letters" | "characters";
  plies: string;
}

const KEY = "wedge-dark-chess";
/** The nodes that a level searches. */
const NODES = [30, 100, 300, 1_000, 4_000, 16_000, 64_000, 250_000, 1_000_000];
const HINT_NODES = 250_000;

export class DarkChess implements Mode {
  private readonly board = new DarkBoard((at) => this.choose(at));
  private readonly settings: Stored;
  private view: DarkView;
  private selected: number | undefined;
  private hinted: number[] = [];
  private thinking = false;
  private here = false;
  private readonly chips: Record<Colour, HTMLElement> = {
    red: el("div", { class: "chip red" }),
    black: el("div", { class: "chip black" }),
  };
  private readonly left = el("p", { class: "note pieces-left" });
  private readonly taken = el("p", { class: "note pieces-taken" });
  private readonly list = el("ol", { class: "dark-moves" });
  private buttons: Record<"undo" | "hint" | "now", HTMLButtonElement> | undefined;
  private candidate: Found | undefined;

  /** Compiles the module and instantiates it for the rules. */
  static async load(app: App): Promise<DarkChess> {
    const response = await fetch(wasmUrl);
    if (!response.ok) throw new Error(`${wasmUrl}: ${response.status}`);
    const module = await WebAssembly.compile(await response.arrayBuffer());
    return new DarkChess(app, await Rules.load(module), searcher(module));
  }

  private constructor(
    private readonly app: App,
    private readonly rules: Rules,
    private readonly engine: Searcher,
  ) {
    const stored = read(KEY) as Partial<Record<keyof Stored, unknown>>;
    const one = <T>(value: unknown, allowed: readonly T[], otherwise: T): T =>
      allowed.includes(value as T) ? (value as T) : otherwise;
    this.settings = {
      level: one(stored.level, [1, 2, 3, 4, 5, 6, 7, 8, 9], 3),
      you: one(stored.you, ["first", "second", "both"], "first"),
      pieces: one(stored.pieces, ["letters", "characters"], app.settings.language === "zh" ? "characters" : "letters"),
      plies: "",
    };
    this.view = this.look("");
    try {
      if (typeof stored.plies === "string") this.view = this.look(stored.plies);
    } catch {
      // A stored game that breaks the rules is forgotten.
    }
  }

  private look(plies: string): DarkView {
    return this.rules.ask<DarkView>("view", plies);
  }

  private get line(): string {
    return this.view.plies.join(" ");
  }

  /** Shows a game from a link, or says what is wrong with it. */
  open(plies: string): void {
    try {
      this.view = this.look(plies);
    } catch (error) {
      this.app.say(t("badLink", { why: error instanceof Error ? error.message : String(error) }));
      return;
    }
    this.settings.you = "both";
    this.app.build();
    this.changed(false);
  }

  private isYours(ply = this.view.plies.length): boolean {
    const { you } = this.settings;
    return you === "both" || (you === "first") === (ply % 2 === 0);
  }

  private get yourTurn(): boolean {
    return !this.view.ending && this.isYours();
  }

  build(): { tools: HTMLElement[]; side: HTMLElement[] } {
    const undo = button(t("undo"), () => this.undo(), { class: "undo" });
    const hint = button(t("hint"), () => void this.hint(), { class: "hint" });
    const now = button(t("moveNow"), () => this.moveNow(), { class: "now" });
    const fresh = button(t("newGame"), () => this.newGame(), { class: "primary" });
    this.buttons = { undo, hint, now };
    const state = el("div", { class: "card" }, this.left, this.taken, this.list);
    const rules = el("details", { class: "card" }, el("summary", {}, d("rules")));
    for (const key of ["ruleTurn", "ruleCapture", "ruleCannon", "ruleEnd"] as const) rules.append(el("p", { class: "note" }, d(key)));
    return { tools: [undo, hint, now, fresh], side: [this.options(), state, rules] };
  }

  private options(): HTMLElement {
    const { settings } = this;
    const change = () => {
      this.stop();
      this.changed(false);
      void this.reply();
    };
    const levels = NODES.map((_, at) => [String(at + 1), String(at + 1)] as const);
    return el(
      "div",
      { class: "card options" },
      choice(t("level"), levels, String(settings.level), (value) => {
        settings.level = Number(value);
        change();
      }),
      choice(
        t("youPlay"),
        [["first", d("first")], ["second", d("second")], ["both", d("both")]] as const,
        settings.you,
        (value) => {
          settings.you = value;
          change();
        },
      ),
      choice(
        d("pieces"),
        [["letters", d("letters")], ["characters", d("characters")]] as const,
        settings.pieces,
        (value) => {
          settings.pieces = value;
          change();
        },
      ),
      el("div", { class: "row-of-buttons" }, button(t("share"), () => void this.share())),
    );
  }

  stage(): HTMLElement[] {
    return [el("div", { class: "players" }, this.chips.red, this.chips.black), this.board.element];
  }

  enter(): void {
    this.here = true;
    this.board.relabel();
    void this.reply();
  }

  leave(): void {
    this.here = false;
    this.stop();
  }

  private stop(): void {
    this.engine.stop();
    this.thinking = false;
    this.candidate = undefined;
    this.selected = undefined;
    this.hinted = [];
  }

  private newGame(): void {
    this.stop();
    this.view = this.look("");
    this.changed(false);
    void this.reply();
  }

  /** After every change of the game: keeps it and shows it. */
  private changed(animate: boolean): void {
    this.selected = undefined;
    this.hinted = [];
    write(KEY, { ...this.settings, plies: this.line });
    this.show(animate);
    this.app.refresh();
  }

  choose(at: number): void {
    if (!this.yourTurn || this.thinking) return;
    const legal = (from: number, to: number) => this.view.actions.some((action) => action[0] === from && action[1] === to);
    if (this.selected !== undefined && this.selected !== at && legal(this.selected, at)) {
      this.act(`${squareName(this.selected)}-${squareName(at)}`);
    } else if (legal(at, at)) {
      this.act(squareName(at));
    } else {
      const movable = this.view.actions.some(([from, to]) => from === at && to !== at);
      this.selected = movable && this.selected !== at ? at : undefined;
      this.show(false);
      this.app.refresh();
    }
  }

  /** Plays an action of either side; a flip draws its piece now. */
  private act(action: string): void {
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
    const mover = this.view.side;
    const { ply } = this.rules.ask<{ ply: string }>(`act ${action} ${seed}`, this.line);
    const before = this.view;
    this.view = this.look(`${this.line} ${ply}`);
    this.thinking = false;
    this.candidate = undefined;
    this.changed(true);
    this.app.announce(this.view.ending ? this.status() : this.told(ply, mover, before));
    void this.reply();
  }

  /** A ply in words. */
  private told(ply: string, mover: Colour | "", before: DarkView): string {
    const flip = /^(..)\((.)\)$/.exec(ply);
    if (flip) return d("flipped", { square: flip[1] ?? "", piece: pieceName(flip[2] ?? "") });
    const [from = "", to = ""] = ply.split("-");
    const piece = pieceName(before.board[squareAt(from)] ?? "");
    const taken = before.board[squareAt(to)] ?? ".";
    const key = taken === "." ? "moved" : "captured";
    return d(key, { side: mover ? d(mover) : "", piece, from, to, taken: pieceName(taken) });
  }

  private async reply(): Promise<void> {
    if (!this.here || this.view.ending || this.isYours() || this.thinking) return;
    this.thinking = true;
    this.app.refresh();
    const { line } = this;
    const pause = new Promise((done) => setTimeout(done, replyPause()));
    const nodes = NODES[this.settings.level - 1] ?? 300;
    const found = await this.engine.search<Found>(`think ${nodes}`, line, (step) => {
      this.candidate = step as Found;
    });
    if (!found) return;
    await pause;
    if (this.thinking && this.line === line) this.act(found.best);
  }

  private moveNow(): void {
    const best = this.candidate?.best;
    if (!this.thinking || !best) return;
    this.engine.stop();
    this.act(best);
  }

  private async hint(): Promise<void> {
    const { line } = this;
    const found = await this.engine.search<Found>(`think ${HINT_NODES}`, line);
    if (!found || this.line !== line) return;
    this.hinted = found.best.split("-").map(squareAt);
    this.app.announce(t("hinted", { move: found.best }));
    this.show(false);
    this.app.refresh();
  }

  /**
   * Where undo leads: before the last action of a person. A flip cannot be taken back, since what it
   * revealed stays known.
   */
  private previous(): number | undefined {
    const { plies } = this.view;
    for (let at = plies.length - 1; at >= 0; at--) {
      if (plies[at]?.includes("(")) return undefined;
      if (this.isYours(at)) return at;
    }
    return undefined;
  }

  private undo(): void {
    const to = this.previous();
    if (to === undefined) return;
    this.stop();
    this.view = this.look(this.view.plies.slice(0, to).join(" "));
    this.changed(false);
  }

  private async share(): Promise<void> {
    const address = darkLink(this.view.plies);
    try {
      await navigator.clipboard.writeText(address);
      this.app.say(t("copied"));
    } catch {
      this.app.say(`${t("linkBelow")} ${address}`);
    }
  }

  private show(animate: boolean): void {
    const { view, selected } = this;
    const last = /^(..)(?:-(..))?/.exec(view.plies.at(-1) ?? "");
    const own = this.yourTurn && !this.thinking ? view.actions : [];
    this.board.show({
      board: view.board,
      flips: own.filter(([from, to]) => from === to).map(([from]) => from),
      movable: own.filter(([from, to]) => from !== to).map(([from]) => from),
      targets: selected === undefined ? [] : own.filter(([from, to]) => from === selected && to !== from).map(([, to]) => to),
      selected,
      last: last ? [last[1], last[2]].filter((name) => name !== undefined).map(squareAt) : [],
      hinted: this.hinted,
      letters: this.settings.pieces === "letters",
      animate,
    });
  }

  update(): void {
    const { view } = this;
    this.show(false);
    if (this.buttons) {
      this.buttons.undo.disabled = this.previous() === undefined;
      this.buttons.hint.disabled = !this.yourTurn || this.thinking;
      this.buttons.now.hidden = !this.thinking;
    }
    for (const colour of ["red", "black"] as const) this.chip(colour);
    const symbols = (letters: string) => [...letters].map((letter) => this.board.symbol(letter)).join(" ");
    this.left.textContent = view.unseen ? d("faceDown", { n: view.unseen.length, pieces: symbols(view.unseen) }) : "";
    this.taken.textContent = view.taken ? d("takenPieces", { pieces: symbols(view.taken) }) : "";
    this.list.replaceChildren(...view.plies.map((ply) => el("li", {}, ply)));
    this.list.setAttribute("aria-label", t("moves"));
    this.list.tabIndex = 0;
    this.list.scrollTop = this.list.scrollHeight;
  }

  private chip(colour: Colour): void {
    const { view } = this;
    const own = (letter: string) => /[a-z]/i.test(letter) && isRed(letter) === (colour === "red");
    const count = [...view.board, ...view.unseen].filter(own).length;
    this.chips[colour].classList.toggle("active", view.side === colour && !view.ending);
    this.chips[colour].replaceChildren(
      el("span", { class: "dot", "aria-hidden": "true" }),
      el("span", { class: "name" }, this.owner(colour)),
      el("strong", {}, String(count)),
    );
  }

  /** The name of a side, with who plays it. */
  private owner(colour: Colour): string {
    const { view } = this;
    const name = d(colour);
    if (this.settings.you === "both" || !view.side) return name;
    const moves = view.side === colour ? view.plies.length : view.plies.length + 1;
    const who = this.isYours(moves) ? t("you") : t("engine", { level: this.settings.level });
    return `${name} · ${who}`;
  }

  status(): string {
    const { view } = this;
    if (view.ending === "draw-cycle") return d("drawCycle");
    if (view.ending.startsWith("draw")) return d("drawQuiet");
    if (view.ending) return this.result();
    if (!this.isYours()) return t("thinking");
    if (this.selected !== undefined) return d("chooseTarget");
    if (!view.side) return d("firstFlip");
    const moves = view.actions.some(([from, to]) => from !== to);
    const flips = view.actions.some(([from, to]) => from === to);
    const key = moves && flips ? "yourTurn" : moves ? "onlyMoves" : "onlyFlips";
    return d(key, { side: d(view.side) });
  }

  private result(): string {
    const { view } = this;
    const winner = view.winner || "red";
    const lost = d(winner === "red" ? "black" : "red");
    if (this.settings.you === "both") return d("wins", { side: d(winner), lost });
    // The loser is to move.
    return d(this.isYours() ? "youLose" : "youWin", { lost });
  }

  playable(): number[] {
    return [];
  }

  marks(): Mark[] {
    return [];
  }
}
