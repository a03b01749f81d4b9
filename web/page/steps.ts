// The buttons that step through a game.

import type { App } from "./app";
import { svg } from "./board";
import { button } from "./dom";
import type { Game } from "./game";
import { t } from "./text";

const STEPS = [
  ["first", "M6 5V19M18 5L9 12L18 19Z", (game: Game) => (game.at = 0)],
  ["undo", "M16 5L7 12L16 19Z", (game: Game) => game.back()],
  ["redo", "M8 5L17 12L8 19Z", (game: Game) => game.forward()],
  ["last", "M18 5V19M6 5L15 12L6 19Z", (game: Game) => (game.at = game.last)],
] as const;

/** To the first, the previous, the next and the last position; `after` runs before it is shown. */
export function stepButtons(app: App, after: () => void): HTMLElement[] {
  return STEPS.map(([name, path, go]) => {
    const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon step" });
    svg("path", { d: path }, picture);
    const step = button("", () => {
      go(app.game);
      after();
      app.refresh();
    });
    step.append(picture);
    step.setAttribute("aria-label", t(name));
    step.title = t(name);
    return step;
  });
}
