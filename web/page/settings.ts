// What the reader has chosen, kept on this machine only.

import type { Size } from "./game";
import { LANGUAGES, type Language, preferredLanguage } from "./text";

export interface Settings {
  level: number;
  you: "black" | "white" | "both" | "nobody";
  /** Minutes each, 0 for none. */
  clock: number;
  size: Size;
  skin: "discs" | "lights";
  legal: boolean;
  language: Language;
  theme: "auto" | "light" | "dark";
}

const KEY = "wedge-settings";

/** Reads the settings; whatever is missing or not allowed has its default. */
export function loadSettings(): Settings {
  const found = read(KEY) as Partial<Record<keyof Settings, unknown>>;
  const one = <T>(value: unknown, allowed: readonly T[], otherwise: T): T =>
    allowed.includes(value as T) ? (value as T) : otherwise;
  return {
    level: one(found.level, [1, 2, 3, 4, 5, 6, 7, 8, 9], 3),
    you: one(found.you, ["black", "white", "both", "nobody"], "black"),
    clock: one(found.clock, [0, 1, 5, 10, 25], 0),
    size: one(found.size, [6, 8], 8),
    skin: one(found.skin, ["discs", "lights"], "discs"),
    legal: one(found.legal, [true, false], true),
    language: one(found.language, Object.keys(LANGUAGES) as Language[], preferredLanguage()),
    theme: one(found.theme, ["auto", "light", "dark"], "auto"),
  };
}

export function saveSettings(settings: Settings): void {
  write(KEY, settings);
}

/** An object that was stored; an empty one if there is none, or storage is switched off. */
export function read(key: string): object {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

export function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page works all the same, and forgets.
  }
}
