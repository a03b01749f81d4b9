// Puzzles: endings in which only one move keeps the win or the draw.

import type { App, Mode } from "./app";
import type { Mark } from "./board";
import { button, el } from "./dom";
import { Game, type Side, squareName } from "./game";
import type { Grade } from "./learn";
import { type Hints, replyPause } from "./play";
import text from "./puzzles.txt?raw";
import { read, write } from "./settings";
import { discs, t } from "./text";

interface Puzzle {
  position: string;
  side: Side;
  /** The result with best play for the side to move. */
  result: number;
}

const PUZZLES: Puzzle[] = text
  .trim()
  .split("\n")
  .map((line) => {
    const [board = "", side = "X", result = "0"] = line.split(" ");
    return { position: `${board} ${side}`, side: side as Side, result: Number(result) };
  });
const PROGRESS = "wedge-puzzles";

type State = "open" | "right" | "wrong" | "solved";

export class PuzzleMode implements Mode {
  private index = 0;
  private state: State = "open";
  private note = "";
  private busy = false;
  private before: Game | undefined;
  private readonly progress = el("p", { class: "note" });
  private readonly picker = el("div", { class: "picker" });

  constructor(private readonly app: App) {}

  private solved(): Set<number> {
    const { solved } = read(PROGRESS) as { solved?: unknown };
    return new Set(Array.isArray(solved) ? solved.filter((n) => Number.isInteger(n)) : []);
  }

  build(): { tools: HTMLElement[]; side: HTMLElement[] } {
    const tools = [
      button(t("previous"), () => this.load(this.index - 1)),
      button(t("again"), () => this.load(this.index)),
      button(t("next"), () => this.load(this.index + 1), { class: "primary" }),
    ];
    return { tools, side: [el("div", { class: "card" }, this.progress, this.picker)] };
  }

  enter(): void {
    this.before = this.app.game;
    const solved = this.solved();
    const first = PUZZLES.findIndex((_, at) => !solved.has(at));
    this.load(Math.max(0, first));
  }

  leave(): void {
    this.app.player.stop();
    this.app.analyst.stop();
    this.busy = false;
    if (this.before) this.app.game = this.before;
    this.app.settings.size = this.app.game.size;
  }

  private get puzzle(): Puzzle {
    return PUZZLES[this.index] as Puzzle;
  }

  private load(index: number): void {
    this.app.player.stop();
    this.app.analyst.stop();
    this.busy = false;
    this.index = (index + PUZZLES.length) % PUZZLES.length;
    this.state = "open";
    this.app.game = new Game(this.app.rules, 8, this.puzzle.position);
    this.app.refresh();
  }

  update(): void {
    const solved = this.solved();
    this.progress.textContent = t("puzzleCount", {
      n: this.index + 1,
      count: PUZZLES.length,
      solved: solved.size,
    });
    this.picker.replaceChildren(
      ...PUZZLES.map((_, at) =>
        button(String(at + 1), () => this.load(at), {
          class: solved.has(at) ? "solved" : "",
          ...(at === this.index ? { "aria-current": "true" } : {}),
        }),
      ),
    );
  }

  names(side: Side): string {
    return side === this.puzzle.side ? t("you") : "";
  }

  status(): string {
    if (this.state === "wrong" || this.state === "solved") return this.note;
    if (this.state === "right") return t("puzzlePlayOn");
    const key = this.puzzle.result > 0 ? "puzzleWin" : "puzzleDraw";
    return t(key, { side: this.app.sideName(this.puzzle.side) });
  }

  playable(): number[] {
    const { ply } = this.app.game;
    return this.busy || this.state === "solved" || ply.side !== this.puzzle.side ? [] : ply.legal;
  }

  marks(): Mark[] {
    return [];
  }

  choose(at: number): void {
    if (this.playable().includes(at)) void this.answer(at);
  }

  /** Keeps the move if it keeps the result, and lets the engine reply with its best one. */
  private async answer(at: number): Promise<void> {
    const { app } = this;
    const { game } = app;
    this.busy = true;
    const grade = await app.analyst.search<Grade>(`grade 8 60 60 ${squareName(at)}`, game.data());
    if (!grade || app.game !== game) return;
    this.busy = false;
    if (Math.sign(grade.score) < Math.sign(this.puzzle.result)) {
      this.state = "wrong";
      this.note = t("puzzleWrong", { move: squareName(at), score: discs(grade.score, true) });
      app.refresh();
      app.announce(this.note);
      return;
    }
    this.state = "right";
    game.play(at);
    app.refresh();
    app.announceMove();
    await this.reply(game);
  }

  private async reply(game: Game): Promise<void> {
    const { app } = this;
    while (!game.over && game.ply.side !== this.puzzle.side) {
      this.busy = true;
      const pause = new Promise((done) => setTimeout(done, replyPause()));
      const found = await app.player.search<Hints>("hint 8 60 60", game.data());
      await pause;
      const best = found?.moves[0];
      if (!best || app.game !== game) return;
      game.play(best.square);
      this.busy = false;
      app.refresh();
      app.announceMove();
    }
    if (game.over) {
      this.state = "solved";
      const result = this.puzzle.side === "X" ? game.view.result : -game.view.result;
      this.note = t("puzzleSolved", { score: discs(result, true) });
      write(PROGRESS, { solved: [...this.solved().add(this.index)] });
      app.refresh();
      app.announce(this.note);
    }
  }
}
