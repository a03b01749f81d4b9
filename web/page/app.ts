// The page: header, status line, board, players, and the mode beside them.

import { AnalyseMode } from "./analyse";
import { Board, type Mark, svg } from "./board";
import { button, choice, el } from "./dom";
import { searcher } from "./engine";
import { Game, type Side, type Size, squareName } from "./game";
import { LearnMode } from "./learn";
import { PlayMode } from "./play";
import { PuzzleMode } from "./puzzles";
import type { Rules, Searcher } from "./searcher";
import { type Settings, loadSettings, read, saveSettings, write } from "./settings";
import { type Shared, readDark, readFragment } from "./share";
import { type Key, LANGUAGES, type Language, setLanguage, t } from "./text";

/** One of the page's tabs. All of them work on the same game, but for the puzzles and dark chess. */
export interface Mode {
  /** Makes the parts beside and below the board. */
  build(): { tools: HTMLElement[]; side: HTMLElement[] };
  /** Brings them up to date. */
  update(): void;
  status(): string;
  playable(): number[];
  marks(): Mark[];
  choose(at: number): void;
  enter(): void;
  leave(): void;
  /** Whether the places can be changed one by one. */
  editing?(): boolean;
  names?(side: Side): string;
  time?(side: Side): string;
  /** A game of its own: what stands in place of the players and the board. */
  stage?(): HTMLElement[];
}

type Name = "play" | "learn" | "analyse" | "puzzles" | "dark";
const NAMES: readonly Name[] = ["play", "learn", "analyse", "puzzles", "dark"];
const SAVED = "wedge-game";

export class App {
  readonly settings: Settings = loadSettings();
  readonly board = new Board((at) => this.mode.choose(at));
  /** Searches for moves, on one thread as the board does; the other one for hints, grades and analysis. */
  readonly player: Searcher;
  readonly analyst: Searcher;
  game: Game;
  private name: Name = "play";
  private readonly modes: Record<Exclude<Name, "dark">, Mode> & { dark?: Mode };
  private readonly statusLine = el("p", { class: "status", role: "status" });
  private readonly live = el("p", { class: "hidden", "aria-live": "polite" });
  private readonly tools = el("div", { class: "tools" });
  private readonly side = el("section", { class: "side" });
  private readonly chips: Record<Side, HTMLElement>;
  private shown = { board: "", at: 0 };

  constructor(
    readonly rules: Rules,
    module: WebAssembly.Module,
  ) {
    this.player = searcher(module);
    this.analyst = searcher(module, "threads");
    this.game = new Game(rules, this.settings.size);
    this.chips = { X: el("div", { class: "chip black" }), O: el("div", { class: "chip white" }) };
    this.modes = {
      play: new PlayMode(this),
      learn: new LearnMode(this),
      analyse: new AnalyseMode(this),
      puzzles: new PuzzleMode(this),
    };
    this.applyLooks();
  }

  get mode(): Mode {
    return this.modes[this.name] ?? this.modes.play;
  }

  start(): void {
    const shared = readFragment(location.hash);
    const dark = readDark(location.hash);
    const saved = shared ?? (read(SAVED) as Partial<Shared>);
    const problem = this.restore(saved, shared !== undefined);
    this.build();
    this.mode.enter();
    this.refresh();
    if (problem) this.say(problem);
    if (dark !== undefined) void this.loadDark(dark);
    addEventListener("hashchange", () => {
      const dark = readDark(location.hash);
      if (dark !== undefined) void this.loadDark(dark);
      const linked = readFragment(location.hash);
      if (linked) {
        const problem = this.restore(linked, true);
        this.go(this.name === "puzzles" ? "learn" : this.name);
        if (problem) this.say(problem);
      }
    });
  }

  /** Takes a stored or linked game. Says what is wrong with one that breaks the rules. */
  private restore(from: Partial<Shared>, linked: boolean): string | undefined {
    if (typeof from.moves !== "string") return undefined;
    try {
      const size: Size = from.size === 6 ? 6 : 8;
      const game = new Game(this.rules, size, String(from.start ?? ""), from.moves);
      if (typeof from.at === "number" && from.at >= 0 && from.at < game.last) game.at = Math.floor(from.at);
      this.game = game;
      this.settings.size = size;
      if (linked) this.name = "learn";
      return undefined;
    } catch (error) {
      return linked ? t("badLink", { why: error instanceof Error ? error.message : String(error) }) : undefined;
    }
  }

  /** Replaces the game. */
  open(game: Game): void {
    this.game = game;
    this.settings.size = game.size;
    this.shown.board = "";
    this.save();
  }

  save(): void {
    saveSettings(this.settings);
    if (this.name === "puzzles" || this.name === "dark") return;
    const { size, start, moves } = this.game.view;
    write(SAVED, { size, start, moves, at: this.game.at } satisfies Shared);
  }

  go(name: Name): void {
    if (name === "dark" && !this.modes.dark) return void this.loadDark();
    this.mode.leave();
    this.name = name;
    this.build();
    this.mode.enter();
    this.refresh();
  }

  /** Opens dark chess, whose code and module are loaded with its first use. */
  private async loadDark(plies?: string): Promise<void> {
    this.say(t("loading"));
    try {
      const { DarkChess } = await import("./dark-chess");
      const dark = this.modes.dark instanceof DarkChess ? this.modes.dark : await DarkChess.load(this);
      this.modes.dark = dark;
      this.go("dark");
      if (plies !== undefined) dark.open(plies);
    } catch (error) {
      this.say(t("failed", { why: String(error) }));
    }
  }

  applyLooks(): void {
    const { theme, language } = this.settings;
    setLanguage(language);
    document.title = t("title");
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }

  /** Builds the whole page anew, for another mode or another language. */
  build(): void {
    const { tools, side } = this.mode.build();
    this.tools.replaceChildren(...tools);
    this.side.replaceChildren(...side);
    const tabs = NAMES.map((name) =>
      button(t(name === "dark" ? "darkChess" : name), () => this.go(name), name === this.name ? { "aria-current": "page" } : {}),
    );
    const stage = el(
      "section",
      { class: "stage" },
      this.statusLine,
      ...(this.mode.stage?.() ?? [el("div", { class: "players" }, this.chips.X, this.chips.O), this.board.element]),
      this.tools,
    );
    const app = document.getElementById("app") as HTMLElement;
    app.dataset["mode"] = this.name;
    app.replaceChildren(
      el("header", {}, brand(), el("nav", { "aria-label": t("title") }, ...tabs), this.looks()),
      el("main", {}, stage, this.side),
      el("footer", {}, t("about")),
      this.live,
    );
    this.shown.board = "";
    this.board.relabel();
  }

  /** Language and theme. */
  private looks(): HTMLElement {
    const { settings } = this;
    const change = () => {
      this.applyLooks();
      this.save();
      this.build();
      this.refresh();
    };
    const themes: readonly (readonly [Settings["theme"], string])[] = [
      ["auto", t("auto")],
      ["light", t("light")],
      ["dark", t("dark")],
    ];
    const languages = Object.entries(LANGUAGES) as [Language, string][];
    return el(
      "details",
      { class: "looks" },
      el("summary", { "aria-label": t("settings"), title: t("settings") }, gear()),
      el(
        "div",
        { class: "popover" },
        choice(t("language"), languages, settings.language, (value) => {
          settings.language = value;
          change();
        }),
        choice(t("theme"), themes, settings.theme, (value) => {
          settings.theme = value;
          change();
        }),
      ),
    );
  }

  /** Shows the game as it is now. A move is animated. */
  refresh(): void {
    const { game, mode } = this;
    if (mode.stage) {
      this.statusLine.textContent = mode.status();
      mode.update();
      return;
    }
    const { ply } = game;
    const step = Math.abs(game.at - this.shown.at) <= 2 && this.shown.board !== "";
    this.board.show({
      ply,
      size: game.size,
      playable: mode.playable(),
      last: this.lastMove(),
      marks: mode.marks(),
      editing: mode.editing?.() ?? false,
      animate: step && this.shown.board !== ply.board,
    });
    this.board.element.classList.toggle("no-dots", !this.settings.legal);
    this.shown = { board: ply.board, at: game.at };
    this.statusLine.textContent = mode.status();
    for (const side of ["X", "O"] as const) this.chip(side);
    mode.update();
  }

  lastMove(): number {
    const { plies } = this.game.view;
    const played = plies.slice(0, this.game.at + 1).findLast((step) => step.move >= 0);
    return played?.move ?? -1;
  }

  private chip(side: Side): void {
    const { game, mode } = this;
    const name = mode.names?.(side) || t(side === "X" ? "black" : "white");
    const time = mode.time?.(side) ?? "";
    const chip = this.chips[side];
    chip.classList.toggle("active", game.ply.side === side && !game.over);
    chip.replaceChildren(
      el("span", { class: "dot", "aria-hidden": "true" }),
      el("span", { class: "name" }, name),
      ...(time ? [el("span", { class: "time" }, time)] : []),
      el("strong", {}, String(game.count(side))),
    );
  }

  /** Says something to screen readers. */
  announce(text: string): void {
    this.live.textContent = text;
  }

  /** Announces the move that led to the position shown. */
  announceMove(): void {
    const { plies } = this.game.view;
    let at = this.game.at;
    let passed = "";
    if (plies[at]?.move === -1) {
      passed = t("passed", { side: this.sideName(plies[at - 1]?.side ?? "X") });
      at--;
    }
    const [before, after] = [plies[at - 1], plies[at]];
    if (!before || !after || after.move < 0) return;
    const flipped = this.game.count(before.side, after.board) - this.game.count(before.side, before.board) - 1;
    const move = squareName(after.move);
    this.announce(t("playedFlips", { side: this.sideName(before.side), move, count: flipped }) + " " + passed);
  }

  /** Shows a message in place of the status line, until the next change. */
  say(text: string): void {
    this.statusLine.textContent = text;
  }

  sideName(side: Side): string {
    return t((side === "X" ? "black" : "white") satisfies Key);
  }
}

function brand(): HTMLElement {
  const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "logo" });
  svg("rect", { width: 24, height: 24, rx: 5.5, class: "logo-felt" }, picture);
  for (const [x, y, kind] of [[8, 8, "w"], [16, 16, "w"], [16, 8, "b"], [8, 16, "b"]] as const) {
    svg("circle", { cx: x, cy: y, r: 3.3, class: `logo-${kind}` }, picture);
  }
  return el("h1", {}, picture as unknown as Node, "Wedge");
}

function gear(): Node {
  const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" });
  svg("path", { d: "M4 7h10M18 7h2M4 17h2M10 17h10" }, picture);
  svg("circle", { cx: 16, cy: 7, r: 2.2 }, picture);
  svg("circle", { cx: 8, cy: 17, r: 2.2 }, picture);
  return picture;
}
