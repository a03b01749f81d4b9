// A game in the part of the address after `#`, which no server sees.

import type { Game, Size } from "./game";

export interface Shared {
  size: Size;
  start: string;
  moves: string;
  at: number;
}

/** No game and no position is longer. */
const LONGEST = 400;

/** Reads a fragment; `undefined` if it has no game. Whether the game is legal, the engine says. */
export function readFragment(fragment: string): Shared | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const moves = fields.get("moves");
  const start = fields.get("start") ?? "";
  if (moves === null || moves.length > LONGEST || start.length > LONGEST) return undefined;
  const at = Number(fields.get("at") ?? Number.NaN);
  return { size: fields.get("size") === "6" ? 6 : 8, start, moves, at };
}

/** The address that shows this game at this move. */
export function link(game: Game): string {
  const fields = new URLSearchParams();
  fields.set("moves", game.view.moves);
  if (game.size !== 8) fields.set("size", String(game.size));
  if (game.view.start) fields.set("start", game.view.start.replace(/ /g, ""));
  if (game.at !== game.last) fields.set("at", String(game.at));
  const address = new URL(location.href);
  address.hash = fields.toString();
  return address.href;
}

/** No game of dark chess is longer: 3000 plies of seven characters. */
const LONGEST_DARK = 21_000;

/** The plies of a game of dark chess in a fragment; `undefined` if it has none. */
export function readDark(fragment: string): string | undefined {
  const plies = new URLSearchParams(fragment.replace(/^#/, "")).get("dark");
  return plies === null || plies.length > LONGEST_DARK ? undefined : plies.replaceAll("_", " ");
}

/** The address that shows a game of dark chess. */
export function darkLink(plies: string[]): string {
  const address = new URL(location.href);
  address.hash = `dark=${plies.join("_")}`;
  return address.href;
}
