// Live analysis of any position, until it is solved or stopped.

import type { App, Mode } from "./app";
import type { Mark } from "./board";
import { button, choice, el } from "./dom";
import { Game, type Side, type Size, other, squareName } from "./game";
import { type Hints, hintMarks } from "./play";
import { stepButtons } from "./steps";
import { discs, t } from "./text";
import { exportPanel, importPanel } from "./transfer";

interface Live extends Hints {
  total: number;
  ms: number;
}

export class AnalyseMode implements Mode {
  private lines = 3;
  private live: Live | undefined;
  private work = { total: 0, ms: 0 };
  private running = false;
  private stopped = false;
  private setup: { board: string[]; side: Side; size: Size } | undefined;
  private readonly info = el("p", { class: "note", role: "status" });
  private readonly list = el("ol", { class: "lines" });
  private readonly toggle = button("", () => this.flip(), { class: "primary" });
  private target = "";

  constructor(private readonly app: App) {}

  build(): { tools: HTMLElement[]; side: HTMLElement[] } {
    const tools = [...stepButtons(this.app, () => this.app.save()), this.toggle];
    const opened = (game: Game) => {
      this.app.open(game);
      this.app.refresh();
    };
    const counts = ["1", "2", "3", "5", "40"].map((n) => [n, n === "40" ? "∞" : n] as const);
    const panel = el(
      "div",
      { class: "card analysis" },
      choice(t("lines"), counts, String(this.lines), (value) => {
        this.lines = Number(value);
        this.restart();
      }),
      this.info,
      this.list,
    );
    return { tools, side: [panel, this.setupPanel(), importPanel(this.app, opened), exportPanel(this.app)] };
  }

  enter(): void {
    this.stopped = false;
    this.restart();
  }

  leave(): void {
    this.halt();
    this.setup = undefined;
  }

  private halt(): void {
    this.app.analyst.stop();
    this.running = false;
  }

  private flip(): void {
    this.stopped = this.running;
    if (this.running) this.halt();
    else this.restart();
    this.app.refresh();
  }

  private restart(): void {
    this.halt();
    this.live = undefined;
    this.work = { total: 0, ms: 0 };
    void this.run();
  }

  private async run(): Promise<void> {
    const { game } = this.app;
    this.target = this.key();
    if (this.setup || game.over || this.stopped) return;
    this.running = true;
    const target = this.target;
    const take = (step: Partial<Live>) => {
      if (target !== this.target) return;
      // A depth under way may have valued more moves than asked for.
      if (step.moves) this.live = { ...(step as Live), moves: step.moves.filter((mv) => !mv.atMost).slice(0, this.lines) };
      this.work = { total: step.total ?? 0, ms: step.ms ?? 0 };
      this.app.refresh();
    };
    const found = await this.app.analyst.search<Live>(`analyse ${game.size} ${this.lines}`, game.data(), take);
    if (found && target === this.target) {
      this.running = false;
      this.app.refresh();
    }
  }

  private key(): string {
    const { game } = this.app;
    return `${game.size} ${game.data()} ${this.lines}`;
  }

  update(): void {
    if (this.key() !== this.target && !this.setup) this.restart();
    this.toggle.textContent = this.running ? t("stop") : t("start");
    this.toggle.disabled = this.app.game.over || this.setup !== undefined;
    const { live, work } = this;
    const speed = work.ms > 0 ? work.total / work.ms / 1000 : 0;
    const depth = live?.solved ? t("solved") : live ? t("depth", { n: live.depth }) : "";
    const near = live && !live.solved && this.running && live.depth + 7 > this.app.game.empties;
    const parts = [near ? t("solving") : depth];
    if (work.ms > 200) parts.push(t("nodes", { n: (work.total / 1e6).toFixed(1), speed: speed.toFixed(1) }));
    this.info.textContent = parts.filter(Boolean).join(" · ");
    const items = (live?.moves ?? []).map((mv) =>
      el(
        "li",
        {},
        button(discs(mv.score, live?.solved), () => this.choose(mv.square), { class: "value" }),
        el("span", {}, (mv.line ?? [mv.square]).map(squareName).join(" ")),
      ),
    );
    this.list.replaceChildren(...items);
  }

  status(): string {
    if (this.setup) return t("setUpStatus");
    if (this.app.game.over) return t("noMoves");
    return t("analyseStatus", { turn: t("sideToMove", { side: this.app.sideName(this.app.game.ply.side) }) });
  }

  playable(): number[] {
    return this.setup ? [] : this.app.game.ply.legal;
  }

  editing(): boolean {
    return this.setup !== undefined;
  }

  marks(): Mark[] {
    return this.live && !this.setup && this.key() === this.target ? hintMarks(this.live) : [];
  }

  choose(at: number): void {
    if (this.setup) {
      const next: Record<string, string> = { "-": "X", X: "O", O: "-" };
      this.setup.board[at] = next[this.setup.board[at] ?? "-"] ?? "-";
      this.showSetup();
      return;
    }
    if (!this.app.game.play(at)) return;
    this.app.save();
    this.app.refresh();
    this.app.announceMove();
  }

  /** Places discs one by one; any position with a move can be analysed. */
  private setupPanel(): HTMLElement {
    const begin = () => {
      this.halt();
      const { ply, size } = this.app.game;
      this.setup ??= { board: [...ply.board], side: ply.side, size };
      this.app.build();
      this.showSetup();
    };
    if (!this.setup) return el("div", { class: "row-of-buttons" }, button(t("setUp"), begin, { class: "set-up" }));
    const { setup } = this;
    const sides = [
      ["X", t("black")],
      ["O", t("white")],
    ] as const;
    const sizes = [
      ["8", "8 × 8"],
      ["6", "6 × 6"],
    ] as const;
    return el(
      "div",
      { class: "card" },
      choice(t("toMove"), sides, setup.side, (side) => {
        setup.side = side;
        this.showSetup();
      }),
      choice(t("size"), sizes, String(setup.size) as "6" | "8", (size) => {
        const start = new Game(this.app.rules, Number(size) as Size);
        this.setup = { board: [...start.ply.board], side: "X", size: start.size };
        this.showSetup();
      }),
      el(
        "div",
        { class: "row-of-buttons" },
        button(t("clear"), () => {
          setup.board.fill("-");
          this.showSetup();
        }),
        button(t("done"), () => this.finishSetup(), { class: "primary" }),
      ),
    );
  }

  private showSetup(): void {
    if (!this.setup) return;
    const { board, side, size } = this.setup;
    this.app.board.show({
      ply: { board: board.join(""), side, move: -2, legal: [] },
      size,
      playable: [],
      last: -1,
      marks: [],
      editing: true,
    });
    this.app.say(t("setUpStatus"));
  }

  private finishSetup(): void {
    if (!this.setup) return;
    const { board, side, size } = this.setup;
    const inside = board.filter((_, at) => at % 8 < size && at >> 3 < size).join("");
    try {
      let game = new Game(this.app.rules, size, `${inside} ${side}`);
      // A side without a move passes; a position without any is over.
      if (game.over) game = new Game(this.app.rules, size, `${inside} ${other(side)}`);
      this.setup = undefined;
      this.app.open(game);
      this.app.build();
      this.app.refresh();
    } catch (error) {
      this.app.say(error instanceof Error ? error.message : String(error));
    }
  }
}
