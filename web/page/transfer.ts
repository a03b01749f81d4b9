// Opening, sharing and exporting games.

import type { App } from "./app";
import { svg } from "./board";
import { button, el } from "./dom";
import { Game, squareName } from "./game";
import { link, readFragment } from "./share";
import { t } from "./text";

interface Imported {
  games: { black: string; white: string; start: string; moves: string; result: number }[];
}

/** No file is larger. */
const LARGEST = 16 << 20;

/** A field to paste into and a file to choose; `opened` gets the game. */
export function importPanel(app: App, opened: (game: Game) => void): HTMLElement {
  const message = el("p", { class: "note", role: "status" });
  const list = el("div", { class: "found" });
  const text = el("textarea", {
    rows: "3",
    "aria-label": t("importLabel"),
    placeholder: "f5d6c3d3c4…",
    spellcheck: "false",
    autocapitalize: "off",
    maxlength: "4000000",
  });

  const show = (found: Imported["games"][number]) => {
    const game = new Game(app.rules, 8, found.start, found.moves);
    game.black = found.black;
    game.white = found.white;
    list.replaceChildren();
    message.textContent = t("opened", { n: found.moves.length / 2 });
    opened(game);
  };
  const read = (data: string | Uint8Array) => {
    list.replaceChildren();
    try {
      const shared = typeof data === "string" ? linked(data) : undefined;
      if (shared) {
        opened(new Game(app.rules, shared.size, shared.start, shared.moves));
        return;
      }
      const { games } = app.rules.ask<Imported>("import", data);
      if (games.length === 1 && games[0]) {
        show(games[0]);
        return;
      }
      message.textContent = t("gamesFound", { n: games.length });
      const select = el("select", { "aria-label": message.textContent, size: "6" });
      for (const [at, game] of games.entries()) {
        const names = game.black || game.white ? `${game.black} – ${game.white}` : game.moves.slice(0, 24);
        select.append(el("option", { value: String(at) }, `${at + 1}. ${names}`));
      }
      select.addEventListener("change", () => {
        const game = games[Number(select.value)];
        if (game) show(game);
      });
      list.append(select);
    } catch (error) {
      message.textContent = t("unreadable", { why: error instanceof Error ? error.message : String(error) });
    }
  };
  const file = el("input", {
    type: "file",
    class: "hidden",
    change: async (event) => {
      const chosen = (event.target as HTMLInputElement).files?.[0];
      if (!chosen) return;
      if (chosen.size > LARGEST) message.textContent = t("tooLarge");
      else read(new Uint8Array(await chosen.arrayBuffer()));
    },
  });
  return el(
    "details",
    { class: "card" },
    el("summary", {}, t("importGame")),
    el("p", { class: "note" }, t("importHelp")),
    text,
    el("div", { class: "row-of-buttons" }, button(t("open"), () => read(text.value.trim()), { class: "primary open" }), el("label", { class: "file" }, t("file"), file)),
    message,
    list,
  );
}

/** The game of a link, whatever site it leads to: nothing is fetched. */
function linked(text: string): ReturnType<typeof readFragment> {
  const hash = text.indexOf("#");
  return /^https?:\/\//.test(text) && hash > 0 ? readFragment(text.slice(hash)) : undefined;
}

export function shareButton(app: App): HTMLElement {
  const share = button(t("share"), async () => {
    const address = link(app.game);
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      app.say(t("copied"));
    } catch {
      app.say(`${t("linkBelow")} ${address}`);
    }
  });
  share.classList.add("share");
  return share;
}

/** Downloads of the game and of pictures. */
export function exportPanel(app: App): HTMLElement {
  const text = (format: string) =>
    button(format.toUpperCase(), () => {
      const { game } = app;
      try {
        const answer = app.rules.ask<{ text: string }>(
          `export ${format} ${game.size}`,
          `${game.view.start}\n${game.view.moves}\n${game.black}\n${game.white}`,
        );
        download(`game.${format}`, new Blob([answer.text], { type: "text/plain" }));
      } catch (error) {
        app.say(error instanceof Error ? error.message : String(error));
      }
    });
  const picture = () => new Blob([pictureOf(app)], { type: "image/svg+xml" });
  return el(
    "details",
    { class: "card" },
    el("summary", {}, t("exportGame")),
    el("p", { class: "note" }, t("exportHelp")),
    el(
      "div",
      { class: "row-of-buttons" },
      shareButton(app),
      text("sgf"),
      text("ggf"),
      text("txt"),
      button("SVG", () => download("position.svg", picture())),
      button("PNG", async () => download("position.png", await png(picture()))),
    ),
  );
}

function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The position as a picture that needs no style sheet. */
export function pictureOf(app: App): string {
  const { game } = app;
  const side = game.size * 10;
  const picture = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `-5 -5 ${side + 10} ${side + 10}`,
    width: 720,
    height: 720,
  });
  svg("rect", { x: -5, y: -5, width: side + 10, height: side + 10, rx: 3, fill: "#1d2a24" }, picture);
  svg("rect", { width: side, height: side, fill: "#2b7a55" }, picture);
  let lines = "";
  for (let at = 0; at <= game.size; at++) lines += `M${at * 10} 0V${side}M0 ${at * 10}H${side}`;
  svg("path", { d: lines, stroke: "#174a34", "stroke-width": 0.4, fill: "none" }, picture);
  const text = { fill: "#d8e2dc", "font-family": "sans-serif", "font-size": 3, "text-anchor": "middle" };
  for (let at = 0; at < game.size; at++) {
    svg("text", { ...text, x: at * 10 + 5, y: -1.5 }, picture).textContent = "abcdefgh"[at] ?? "";
    svg("text", { ...text, x: -2.5, y: at * 10 + 6 }, picture).textContent = String(at + 1);
  }
  for (const [at, place] of [...game.ply.board].entries()) {
    if (place === "-") continue;
    const [fill, stroke] = place === "X" ? ["#1f2327", "#0c0e10"] : ["#f6f4ee", "#cfcabd"];
    const disc = { cx: (at % 8) * 10 + 5, cy: (at >> 3) * 10 + 5, r: 4, fill, stroke, "stroke-width": 0.3 };
    svg("title", {}, svg("circle", disc, picture)).textContent = squareName(at);
  }
  const last = app.lastMove();
  if (last >= 0) svg("circle", { cx: (last % 8) * 10 + 5, cy: (last >> 3) * 10 + 5, r: 1, fill: "#e0533d" }, picture);
  return new XMLSerializer().serializeToString(picture);
}

async function png(picture: Blob): Promise<Blob> {
  const address = URL.createObjectURL(picture);
  const image = new Image(720, 720);
  image.src = address;
  await image.decode();
  const canvas = el("canvas", { width: "720", height: "720" });
  canvas.getContext("2d")?.drawImage(image, 0, 0, 720, 720);
  URL.revokeObjectURL(address);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? new Blob()), "image/png"));
}
