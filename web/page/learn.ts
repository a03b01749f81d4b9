// Learn from a game: the graph, what each move lost, the best line, other moves to try.

import type { App, Mode } from "./app";
import type { Mark } from "./board";
import { button, el } from "./dom";
import { type Game, type Side, squareName } from "./game";
import { drawGraph } from "./graph";
import { stepButtons } from "./steps";
import { discs, t } from "./text";
import { exportPanel, importPanel } from "./transfer";

export interface Grade {
  best: number;
  bestScore: number;
  score: number;
  depth: number;
  solved: boolean;
  line: number[];
}

/** What a grade searches: depth, and the number of empty squares from which on it is exact. */
const GRADE = "14 20";

export class LearnMode implements Mode {
  /** By the position and the move, so that nothing is searched twice. */
  private readonly grades = new Map<string, Grade>();
  private main: Game | undefined;
  private showLine = false;
  /** The number of the last start: an older run ends when it sees a newer one. */
  private run = 0;
  private running = false;
  private readonly graph = el("div", { class: "graph" });
  private readonly detail = el("div", { class: "detail", role: "status" });
  private readonly list = el("ol", { class: "moves" });
  private readonly progress = el("p", { class: "note" });

  constructor(private readonly app: App) {}

  build(): { tools: HTMLElement[]; side: HTMLElement[] } {
    const tools = stepButtons(this.app, () => {
      this.showLine = false;
    });
    const opened = (game: Game) => {
      this.main = undefined;
      game.at = game.last;
      this.app.open(game);
      this.app.refresh();
      void this.gradeAll();
    };
    const review = el("div", { class: "card review" }, this.graph, this.detail, this.list, this.progress);
    return { tools, side: [review, importPanel(this.app, opened), exportPanel(this.app)] };
  }

  enter(): void {
    this.showLine = false;
    void this.gradeAll();
  }

  leave(): void {
    this.run++;
    this.running = false;
    this.app.analyst.stop();
    if (this.main) this.app.open(this.main);
    this.main = undefined;
  }

  status(): string {
    if (this.main) return t("trying");
    if (this.app.game.last === 0) return t("learnEmpty");
    return t("learnStatus");
  }

  names(side: Side): string {
    return side === "X" ? this.app.game.black : this.app.game.white;
  }

  playable(): number[] {
    return this.app.game.ply.legal;
  }

  choose(at: number): void {
    const { game } = this.app;
    const next = game.view.plies[game.at + 1];
    if (!game.ply.legal.includes(at)) return;
    if (next && next.move !== at && !this.main) this.keepMain();
    game.play(at);
    this.showLine = false;
    this.app.refresh();
    this.app.announceMove();
    void this.gradeAll();
  }

  /** Keeps the game before another move is tried in it. */
  private keepMain(): void {
    const { game } = this.app;
    const copy = Object.assign(Object.create(Object.getPrototypeOf(game)) as Game, game);
    this.main = copy;
  }

  private gradeKey(game: Game, ply: number): string {
    return `${game.size} ${game.view.start} ${game.transcript(ply)}`;
  }

  private grade(ply: number): Grade | undefined {
    // A pass has no grade; its transcript is that of the move before.
    if ((this.app.game.view.plies[ply]?.move ?? -1) < 0) return undefined;
    return this.grades.get(this.gradeKey(this.app.game, ply));
  }

  /** Grades the moves of the game from its end, where grades are quick and exact, to its start. */
  private async gradeAll(): Promise<void> {
    if (this.running) return;
    this.running = true;
    const run = ++this.run;
    for (;;) {
      const { game } = this.app;
      const todo = game.view.plies.findLastIndex((step, ply) => step.move >= 0 && !this.grade(ply));
      if (todo <= 0) break;
      const played = game.view.plies.filter((step) => step.move >= 0).length;
      const done = game.view.plies.filter((step, ply) => step.move >= 0 && this.grade(ply)).length;
      this.progress.textContent = t("grading", { n: done + 1, count: played });
      const key = this.gradeKey(game, todo);
      const move = squareName(game.view.plies[todo]?.move ?? 0);
      const found = await this.app.analyst.search<Grade>(
        `grade ${game.size} ${GRADE} ${move}`,
        game.data(todo - 1),
      );
      if (run !== this.run) return;
      if (!found) break;
      this.grades.set(key, found);
      this.update();
    }
    this.progress.textContent = this.totals();
    this.running = false;
  }

  private loss(ply: number): number {
    const grade = this.grade(ply);
    return grade ? Math.max(0, grade.bestScore - grade.score) : 0;
  }

  private totals(): string {
    const lost = { X: 0, O: 0 };
    const { plies } = this.app.game.view;
    for (let ply = 1; ply < plies.length; ply++) {
      const mover = plies[ply - 1]?.side;
      if (mover && (plies[ply]?.move ?? -1) >= 0) lost[mover] += this.loss(ply);
    }
    if (plies.length === 1) return "";
    return t("totalLoss", { black: lost.X.toFixed(1), white: lost.O.toFixed(1) });
  }

  marks(): Mark[] {
    const { game } = this.app;
    // The best line from the position shown, numbered.
    const grade = this.grade(game.at + 1);
    if (!this.showLine || !grade) return [];
    return grade.line.slice(0, 8).map((at, rank) => ({ at, text: String(rank + 1), kind: "line" }));
  }

  update(): void {
    const { game } = this.app;
    const jump = (ply: number) => {
      game.at = ply;
      this.showLine = false;
      this.app.refresh();
    };
    const scores = game.view.plies.map((_, ply) => this.blackScore(ply));
    const losses = game.view.plies.map((step, ply) => (step.move >= 0 ? this.loss(ply) : 0));
    this.graph.replaceChildren(drawGraph(scores, losses, game.at, jump));
    this.detail.replaceChildren(...this.details());
    this.moves(jump);
  }

  /** Black's lead after a ply, as far as it is known. */
  private blackScore(ply: number): number | undefined {
    const { plies } = this.app.game.view;
    for (let at = ply; at > 0; at--) {
      const grade = this.grade(at);
      if (grade) return plies[at - 1]?.side === "X" ? grade.score : -grade.score;
      if ((plies[at]?.move ?? -1) >= 0) return undefined;
    }
    const first = this.grade(1);
    return first ? (plies[0]?.side === "X" ? first.bestScore : -first.bestScore) : undefined;
  }

  private details(): Node[] {
    const { game } = this.app;
    const parts: Node[] = [];
    if (game.view.opening) parts.push(el("p", { class: "opening" }, t("opening", { name: game.view.opening })));
    const ply = game.ply.move === -1 ? game.at - 1 : game.at;
    const step = game.view.plies[ply];
    const grade = this.grade(ply);
    if (!step || ply === 0) {
      if (game.last > 0) parts.push(el("p", {}, t("startPosition")));
    } else if (grade) {
      parts.push(...this.verdict(squareName(step.move), grade, ply));
    }
    if (step && ply > 0 && ply === game.view.left) {
      parts.push(el("p", { class: "perfect" }, t("perfectLeft", { move: squareName(step.move) })));
    }
    if (this.main) {
      const { main } = this;
      parts.push(
        button(t("backToGame"), () => {
          this.main = undefined;
          this.app.open(main);
          this.app.refresh();
          void this.gradeAll();
        }, { class: "primary" }),
      );
    }
    return parts;
  }

  private verdict(move: string, grade: Grade, ply: number): Node[] {
    const lost = grade.bestScore - grade.score;
    const best = `${squareName(grade.best)} (${discs(grade.bestScore, grade.solved)})`;
    let text = t("lost", { move, n: lost.toFixed(grade.solved ? 0 : 1), best });
    if (lost <= 0.05) text = t("bestMove", { move });
    else if (lost < 1 && !grade.solved) text = t("good", { move, n: discs(-lost) });
    const parts: Node[] = [el("p", {}, `${text}${grade.solved ? ` (${t("exact")})` : ""}`)];
    const turned = turn(grade);
    if (turned) parts.push(el("p", { class: "turn" }, t(turned)));
    if (lost > 0.05) {
      const line = grade.line.map(squareName).join(" ");
      const { game } = this.app;
      const show = (on: boolean) => {
        this.showLine = on;
        this.app.board.show({
          ply: game.view.plies[on ? ply - 1 : game.at] ?? game.ply,
          size: game.size,
          playable: on ? [] : this.playable(),
          last: on ? -1 : this.app.lastMove(),
          marks: on ? lineMarks(grade.line) : [],
        });
      };
      const best = button(t("bestLine", { line }), () => show(!this.showLine), { class: "line" });
      best.addEventListener("pointerenter", () => show(true));
      best.addEventListener("pointerleave", () => show(false));
      best.addEventListener("blur", () => show(false));
      parts.push(best);
    }
    return parts;
  }

  private moves(jump: (ply: number) => void): void {
    const { game } = this.app;
    const items = game.view.plies.flatMap((step, ply) => {
      if (step.move < 0) return [];
      const lost = this.loss(ply);
      const mover = game.view.plies[ply - 1]?.side === "O" ? "white" : "black";
      const known = this.grade(ply);
      const label = known && lost >= 1 ? [el("span", { class: `loss ${lost >= 4 ? "bad" : ""}` }, `−${lost.toFixed(0)}`)] : [];
      const current = ply === game.at || (game.ply.move === -1 && ply === game.at - 1);
      return [
        el(
          "li",
          {},
          button(squareName(step.move), () => jump(ply), {
            class: mover,
            ...(current ? { "aria-current": "step" } : {}),
          }),
          ...label,
        ),
      ];
    });
    this.list.replaceChildren(...items);
    this.list.setAttribute("aria-label", t("moves"));
    const here = this.list.querySelector<HTMLElement>("[aria-current]");
    if (here) this.list.scrollTop = here.offsetTop - this.list.clientHeight / 2;
  }
}

function lineMarks(line: number[]): Mark[] {
  return line.slice(0, 8).map((at, rank) => ({ at, text: String(rank + 1), kind: "line" }));
}

/** What a move changed about the result, if both values are exact. */
function turn(grade: Grade): "winLost" | "drawLost" | "winToDraw" | undefined {
  if (!grade.solved) return undefined;
  if (grade.bestScore > 0 && grade.score < 0) return "winLost";
  if (grade.bestScore > 0 && grade.score === 0) return "winToDraw";
  if (grade.bestScore === 0 && grade.score < 0) return "drawLost";
  return undefined;
}
