// The graph of a game: black's lead after each move.

import { svg } from "./board";
import { t } from "./text";

const [WIDTH, HEIGHT] = [360, 120];

/** Draws the graph; a click jumps to the move. */
export function drawGraph(
  scores: (number | undefined)[],
  losses: number[],
  at: number,
  jump: (ply: number) => void,
): SVGElement {
  const known = scores.filter((score) => score !== undefined);
  const most = Math.min(64, Math.max(8, ...known.map(Math.abs)) * 1.1);
  const steps = Math.max(1, scores.length - 1);
  const x = (ply: number) => (ply / steps) * WIDTH;
  const y = (score: number) => HEIGHT / 2 - (score / most) * (HEIGHT / 2 - 4);
  const picture = svg("svg", {
    viewBox: `-6 -2 ${WIDTH + 12} ${HEIGHT + 4}`,
    role: "img",
    "aria-label": t("graph"),
  });
  svg("title", {}, picture).textContent = t("graph");
  svg("rect", { class: "upper", x: -6, y: -2, width: WIDTH + 12, height: HEIGHT / 2 + 2 }, picture);
  svg("rect", { class: "lower", x: -6, y: HEIGHT / 2, width: WIDTH + 12, height: HEIGHT / 2 + 2 }, picture);
  let area = "";
  let line = "";
  for (const [ply, score] of scores.entries()) {
    if (score === undefined) continue;
    const point = `${x(ply).toFixed(1)} ${y(score).toFixed(1)}`;
    area += area ? `L${point}` : `M${x(ply).toFixed(1)} ${HEIGHT / 2}L${point}`;
    if (ply === scores.length - 1 || scores[ply + 1] === undefined) {
      area += `L${x(ply).toFixed(1)} ${HEIGHT / 2}Z`;
    }
    const starts = ply === 0 || scores[ply - 1] === undefined;
    line += `${starts ? "M" : "L"}${point}`;
    if (starts && area && !area.endsWith(`L${point}`)) area += `M${x(ply).toFixed(1)} ${HEIGHT / 2}L${point}`;
  }
  svg("path", { class: "area", d: area }, picture);
  svg("path", { class: "zero", d: `M-6 ${HEIGHT / 2}H${WIDTH + 6}` }, picture);
  svg("path", { class: "curve", d: line }, picture);
  svg("path", { class: "here", d: `M${x(at)} 0V${HEIGHT}` }, picture);
  for (const [ply, lost] of losses.entries()) {
    const score = scores[ply];
    if (lost < 2 || score === undefined) continue;
    const kind = lost >= 4 ? "bad" : "slip";
    svg("circle", { class: kind, cx: x(ply), cy: y(score), r: 3.2 }, picture);
  }
  const label = (text: string, top: number) => {
    svg("text", { x: -2, y: top }, picture).textContent = text;
  };
  label(`${t("black")} +${Math.round(most)}`, 8);
  label(`${t("white")} +${Math.round(most)}`, HEIGHT - 2);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * (WIDTH + 12) - 6;
    jump(Math.min(scores.length - 1, Math.max(0, Math.round((part / WIDTH) * steps))));
  });
  return picture;
}
