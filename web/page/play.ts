// Play against the engine.

import type { App, Mode } from "./app";
import type { Mark } from "./board";
import { button, choice, el } from "./dom";
import { Clock } from "./clock";
import { Game, type Side, type Size, squareName } from "./game";
import { Lights } from "./lights";
import type { Settings } from "./settings";
import { discs, t } from "./text";
import { shareButton } from "./transfer";

interface Found {
  best: number;
  score: number;
  depth: number;
  book: boolean;
}

export interface Hints {
  moves: { square: number; score: number; atMost: boolean; line?: number[] }[];
  depth: number;
  solved: boolean;
}

/** So that the eye can follow the last move before the next one comes. */
export const replyPause = (): number =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? 120 : 700;
/** What a hint searches: deep enough to be right nearly always, and quick. */
const HINT = "12 18";

export class PlayMode implements Mode {
  readonly clock: Clock;
  private hints: Mark[] = [];
  private thinking = false;
  private candidate: Found | undefined;
  private advising = false;
  private lights: Lights;
  private buttons: Record<"undo" | "redo" | "hint" | "now", HTMLButtonElement> | undefined;

  constructor(private readonly app: App) {
    this.clock = new Clock(() => this.timeOut());
    this.lights = new Lights(app, this);
  }

  private get settings(): Settings {
    return this.app.settings;
  }

  /** Whether a person plays this side. */
  isYours(side: Side): boolean {
    const { you } = this.settings;
    return you === "both" || you === (side === "X" ? "black" : "white");
  }

  build(): { tools: HTMLElement[]; side: HTMLElement[] } {
    const undo = button(t("undo"), () => this.undo(), { class: "undo" });
    const redo = button(t("redo"), () => this.redo(), { class: "redo" });
    const hint = button(t("hint"), () => void this.hint(), { class: "hint" });
    const now = button(t("moveNow"), () => this.moveNow(), { class: "now" });
    this.buttons = { undo, redo, hint, now };
    const fresh = button(t("newGame"), () => this.newGame(), { class: "primary" });
    return { tools: [undo, redo, hint, now, fresh], side: [this.options(), ...this.lights.build()] };
  }

  private options(): HTMLElement {
    const { settings } = this;
    const change = (restart: boolean) => {
      this.app.save();
      this.stop();
      if (restart) this.newGame();
      else {
        this.app.build();
        this.enter();
        this.app.refresh();
      }
    };
    const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), String(n)] as const);
    const clocks = [0, 1, 5, 10, 25].map((n) => [String(n), n ? t("minutes", { n }) : t("noClock")] as const);
    const legal = el("input", {
      type: "checkbox",
      checked: settings.legal,
      change: (event) => {
        settings.legal = (event.target as HTMLInputElement).checked;
        this.app.save();
        this.app.refresh();
      },
    });
    return el(
      "div",
      { class: "card options" },
      choice(t("level"), levels, String(settings.level), (value) => {
        settings.level = Number(value);
        change(false);
      }),
      el("p", { class: "note" }, t("levelHelp")),
      choice(
        t("youPlay"),
        [
          ["black", t("black")],
          ["white", t("white")],
          ["both", t("both")],
          ["nobody", t("nobody")],
        ] as const,
        settings.you,
        (value) => {
          settings.you = value;
          change(false);
        },
      ),
      choice(t("clock"), clocks, String(settings.clock), (value) => {
        settings.clock = Number(value);
        change(true);
      }),
      choice(
        t("size"),
        [
          ["8", "8 × 8"],
          ["6", "6 × 6"],
        ] as const,
        String(settings.size) as "6" | "8",
        (value) => {
          settings.size = Number(value) as Size;
          if (settings.size === 6) settings.skin = "discs";
          change(true);
        },
      ),
      choice(
        t("skin"),
        [
          ["discs", t("discs")],
          ["lights", t("lights")],
        ] as const,
        settings.skin,
        (value) => {
          settings.skin = value;
          change(value === "lights" && (this.app.game.size !== 8 || this.app.game.view.start !== ""));
        },
      ),
      el("label", { class: "choice" }, el("span", {}, t("showLegal")), legal),
      el("div", { class: "row-of-buttons" }, shareButton(this.app)),
    );
  }

  enter(): void {
    this.hints = [];
    if (this.settings.skin === "lights") this.lights.start();
    else void this.reply();
  }

  leave(): void {
    this.stop();
    this.clock.pause();
    this.lights.stop();
  }

  newGame(): void {
    this.stop();
    this.lights.stop();
    const { app, settings } = this;
    if (settings.skin === "lights") settings.size = 8;
    app.open(new Game(app.rules, settings.size));
    this.clock.reset(settings.clock);
    app.build();
    this.enter();
    app.refresh();
  }

  private stop(): void {
    this.app.player.stop();
    this.app.analyst.stop();
    this.thinking = false;
    this.advising = false;
    this.candidate = undefined;
  }

  update(): void {
    if (!this.buttons) return;
    const { undo, redo, hint, now } = this.buttons;
    const lights = this.settings.skin === "lights";
    undo.disabled = lights || this.previous() === undefined;
    redo.disabled = lights || this.next() === undefined;
    hint.disabled = this.thinking || this.advising || this.playable().length === 0;
    now.hidden = !this.thinking;
  }

  names(side: Side): string {
    if (this.settings.you === "both") return "";
    return this.isYours(side) ? t("you") : t("engine", { level: this.settings.level });
  }

  time(side: Side): string {
    return this.clock.text(side);
  }

  status(): string {
    const { game } = this.app;
    const passed = game.ply.move === -1 && !game.over ? this.passed() : "";
    if (this.clock.flagged) return t("outOfTime", { side: this.app.sideName(this.clock.flagged) });
    if (game.over) return this.result();
    const { side } = game.ply;
    if (!this.isYours(side)) {
      const move = this.candidate && squareName(this.candidate.best);
      return passed + (move ? t("thinkingAbout", { move }) : t("thinking"));
    }
    const best = this.hints.find((mark) => mark.kind === "best");
    if (best) return t("hintShown", { move: squareName(best.at) });
    if (this.settings.you === "both") return passed + t("sideToMove", { side: this.app.sideName(side) });
    return passed + t("yourMove", { colour: t(side === "X" ? "yourMoveBlack" : "yourMoveWhite") });
  }

  private passed(): string {
    const before = this.app.game.view.plies[this.app.game.at - 1];
    return before ? t("passed", { side: this.app.sideName(before.side) }) : "";
  }

  private result(): string {
    const { game } = this.app;
    const { result } = game.view;
    const score = `${game.count("X")}–${game.count("O")}`;
    if (result === 0) return t("draw", { score });
    const winner: Side = result > 0 ? "X" : "O";
    const { you } = this.settings;
    if (you === "both" || you === "nobody") return t("wins", { side: this.app.sideName(winner), score });
    return t(this.isYours(winner) ? "youWin" : "youLose", { score });
  }

  playable(): number[] {
    const { game } = this.app;
    if (this.clock.flagged || !this.isYours(game.ply.side)) return [];
    return game.ply.legal;
  }

  marks(): Mark[] {
    return this.hints;
  }

  choose(at: number): void {
    if (this.lights.on) {
      this.lights.point(at);
      return;
    }
    if (!this.playable().includes(at)) return;
    this.stop();
    this.app.game.play(at);
    this.moved();
    void this.reply();
  }

  /** After a move of either side. */
  moved(): void {
    const { app } = this;
    this.hints = [];
    if (app.game.over) this.clock.pause();
    else this.clock.run(app.game.ply.side);
    app.save();
    app.refresh();
    if (app.game.over) app.announce(this.result());
    else app.announceMove();
  }

  /** Lets the engine move if it is its turn. */
  private async reply(): Promise<void> {
    const { app } = this;
    const { game } = app;
    if (game.over || this.clock.flagged || this.isYours(game.ply.side) || this.thinking) return;
    if (this.settings.you === "nobody" && game.at !== game.last) return;
    this.thinking = true;
    const at = game.at;
    app.refresh();
    const pause = new Promise((done) => setTimeout(done, game.last > 0 ? replyPause() : 300));
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const command = `play ${game.size} ${this.settings.level} ${seed}`;
    const found = await app.player.search<Found>(command, game.data(), (step) => {
      this.candidate = step as Found;
      if (app.game === game) app.say(this.status());
    });
    if (!found) return;
    await pause;
    if (!this.thinking || app.game !== game || game.at !== at) return;
    this.finish(found.best);
  }

  private finish(best: number): void {
    this.thinking = false;
    this.candidate = undefined;
    this.app.game.play(best);
    this.moved();
    void this.reply();
  }

  /** The best move so far, at once; the first legal one if there is none yet. */
  private moveNow(): void {
    if (this.lights.on) {
      this.lights.moveNow();
      return;
    }
    if (!this.thinking) return;
    const best = this.candidate?.best ?? this.app.game.ply.legal[0];
    this.stop();
    if (best !== undefined) this.finish(best);
  }

  private async hint(): Promise<void> {
    if (this.lights.on) {
      this.lights.hint();
      return;
    }
    const { app } = this;
    const { game } = app;
    const at = game.at;
    this.advising = true;
    this.update();
    const found = await app.analyst.search<Hints>(`hint ${game.size} ${HINT}`, game.data());
    this.advising = false;
    if (found && app.game === game && game.at === at) {
      this.hints = hintMarks(found);
      const best = found.moves[0];
      if (best) app.announce(t("hinted", { move: `${squareName(best.square)} ${discs(best.score, found.solved)}` }));
    }
    app.refresh();
  }

  /** The last position before this one in which a person moved. */
  private previous(): number | undefined {
    const { game } = this.app;
    for (let at = game.at - 1; at >= 0; at--) {
      const ply = game.view.plies[at];
      if (ply && ply.legal.length > 0 && (this.isYours(ply.side) || this.settings.you === "nobody")) return at;
    }
    return undefined;
  }

  /** The next position after this one in which a person moves, or the last. */
  private next(): number | undefined {
    const { game } = this.app;
    for (let at = game.at + 1; at <= game.last; at++) {
      const ply = game.view.plies[at];
      if (at === game.last || (ply && ply.legal.length > 0 && this.isYours(ply.side))) return at;
    }
    return undefined;
  }

  private undo(): void {
    this.jump(this.previous());
  }

  private redo(): void {
    this.jump(this.next());
    void this.reply();
  }

  private jump(to: number | undefined): void {
    if (to === undefined) return;
    this.stop();
    this.hints = [];
    this.app.game.at = to;
    this.clock.run(this.app.game.ply.side);
    this.app.save();
    this.app.refresh();
    this.app.announce(this.status());
  }

  private timeOut(): void {
    this.stop();
    this.app.refresh();
    this.app.announce(this.status());
  }
}

/** The values of all moves as marks, the best one gold. */
export function hintMarks(found: Hints): Mark[] {
  const best = found.moves[0]?.score ?? 0;
  return found.moves
    .filter((mv) => !mv.atMost)
    .map((mv, rank) => ({
      at: mv.square,
      text: discs(mv.score, found.solved),
      kind: rank === 0 || mv.score === best ? "best" : best - mv.score <= 2 ? "good" : "poor",
    }));
}
