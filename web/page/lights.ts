// The LED matrix of the board, driven by the console's own panel: same presses, same pictures.

import type { App } from "./app";
import { button, el } from "./dom";
import { Game, squareName } from "./game";
import type { Hints, PlayMode } from "./play";
import { t } from "./text";

interface Request {
  ticket: number;
  task: "move" | "hint";
  strength: number;
  /** Whether the move is wanted at once. */
  now: boolean;
}

interface PanelState {
  colours: string;
  moves: string;
  revision: number;
  strength: number;
  players: "black" | "white" | "both" | "nobody";
  showing: string;
  request: Request | null;
}

/** The bits of the buttons. */
const ONE = 1;
const KEYS: Record<string, number> = {
  ArrowUp: 2,
  ArrowDown: 4,
  ArrowLeft: 8,
  ArrowRight: 16,
  Enter: 32,
  " ": 1,
};

export class Lights {
  on = false;
  private buttons = 0;
  private revision = -1;
  private serving: number | undefined;
  private candidate: number | undefined;
  private readonly keys: (event: KeyboardEvent) => void;

  constructor(
    private readonly app: App,
    private readonly play: PlayMode,
  ) {
    this.keys = (event) => this.key(event);
  }

  /** The buttons of the board. */
  build(): HTMLElement[] {
    if (this.app.settings.skin !== "lights") return [];
    const press = (label: string, bit: number, kind: string) => {
      const down = (event: Event) => {
        event.preventDefault();
        this.buttons |= bit;
      };
      const up = () => {
        this.buttons &= ~bit;
      };
      return button(label, () => {}, {
        class: kind,
        pointerdown: down,
        pointerup: up,
        pointerleave: up,
        pointercancel: up,
      });
    };
    return [
      el(
        "div",
        { class: "card pad" },
        el("p", { class: "note" }, t("lightsHelp")),
        el(
          "div",
          { class: "keys" },
          press(t("up"), 2, "key up"),
          press(t("left"), 8, "key left"),
          press(t("select"), 32, "key select"),
          press(t("right"), 16, "key right"),
          press(t("down"), 4, "key down"),
          press(t("oneButton"), ONE, "key one"),
        ),
      ),
    ];
  }

  start(): void {
    if (this.on) return;
    const { game, settings } = this.app;
    this.on = true;
    this.buttons = 0;
    this.serving = undefined;
    this.revision = -1;
    game.at = game.last;
    this.send(`load ${now()} ${settings.level} ${settings.you}`, game.view.moves);
    addEventListener("keydown", this.keys);
    addEventListener("keyup", this.keys);
    const frame = () => {
      if (!this.on) return;
      this.send(`frame ${now()} ${this.buttons}`);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  stop(): void {
    this.on = false;
    this.app.player.stop();
    removeEventListener("keydown", this.keys);
    removeEventListener("keyup", this.keys);
    this.app.board.lights(undefined);
  }

  point(at: number): void {
    this.send(`point ${now()} ${squareName(at)}`);
  }

  hint(): void {
    this.send(`hint ${now()}`);
  }

  moveNow(): void {
    this.answer(this.candidate === undefined ? [] : [this.candidate]);
  }

  private key(event: KeyboardEvent): void {
    const bit = KEYS[event.key];
    const focus = document.activeElement;
    const control = focus?.closest("select, input, textarea, header, .tools, .side");
    if (bit === undefined || control) return;
    event.preventDefault();
    if (event.type === "keydown") this.buttons |= bit;
    else this.buttons &= ~bit;
  }

  private send(words: string, data = ""): void {
    const state = this.app.rules.ask<PanelState>(`panel ${words}`, data);
    this.app.board.lights(state.colours);
    if (state.revision !== this.revision) this.changed(state);
    this.serve(state.request);
  }

  /** Takes over what the panel has changed: the game, the level, the players. */
  private changed(state: PanelState): void {
    const { app } = this;
    this.revision = state.revision;
    app.settings.level = state.strength;
    app.settings.you = state.players;
    const played = state.moves.length > app.game.view.moves.length;
    if (state.moves !== app.game.view.moves) app.open(new Game(app.rules, 8, "", state.moves));
    app.save();
    app.refresh();
    if (played) app.announceMove();
    this.play.update();
  }

  private serve(request: Request | null): void {
    if (!request) {
      if (this.serving !== undefined) this.app.player.stop();
      this.serving = undefined;
      return;
    }
    if (request.now && this.serving === request.ticket) {
      this.moveNow();
      return;
    }
    if (request.ticket === this.serving) return;
    void this.search(request);
  }

  private async search(request: Request): Promise<void> {
    const { app } = this;
    const { ticket } = request;
    this.serving = ticket;
    this.candidate = undefined;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const data = app.game.data(app.game.last);
    if (request.task === "hint") {
      const found = await app.player.search<Hints>("hint 8 8 14", data);
      if (found && this.serving === ticket) this.answer(found.moves.slice(0, 3).map((mv) => mv.square));
      return;
    }
    const found = await app.player.search<{ best: number }>(
      `play 8 ${request.strength} ${seed}`,
      data,
      (step) => {
        if (step.best === undefined || this.serving !== ticket) return;
        this.candidate = step.best;
        app.rules.ask(`panel candidate ${now()} ${ticket} ${squareName(step.best)}`);
      },
    );
    if (found && this.serving === ticket) this.answer([found.best]);
  }

  private answer(squares: number[]): void {
    const ticket = this.serving;
    if (ticket === undefined) return;
    this.app.player.stop();
    this.serving = undefined;
    this.send(`answer ${now()} ${ticket} ${squares.map(squareName).join(" ")}`);
  }
}

/** Whole milliseconds, as the panel counts them. */
function now(): number {
  return Math.floor(performance.now());
}
