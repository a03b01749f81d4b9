import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, open, status, test } from "./page";

const stored = (page: Page, values: object) =>
  page.addInitScript((text) => {
    if (!localStorage.getItem("wedge-dark-chess")) localStorage.setItem("wedge-dark-chess", text);
  }, JSON.stringify(values));

async function openDark(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await page.getByRole("button", { name: "Dark chess" }).click();
  await expect(page.locator(".dark-grid [role=gridcell]")).toHaveCount(32);
}

const plies = (page: Page) => page.locator(".dark-moves li");

test("dark chess: flips by tap, the engine answers, a reload keeps the game", async ({ wedge }) => {
  await stored(wedge, { level: 1 });
  await openDark(wedge);
  await expect(status(wedge)).toHaveText(/^Tap any piece/);
  await wedge.locator("[data-square=b3]").click();
  await expect(wedge.locator("[data-square=b3]")).toHaveAttribute("aria-label", /^b3, (red|black) /);
  await expect(plies(wedge)).toHaveCount(2, { timeout: 15_000 });
  await expect(status(wedge)).toHaveText(/^(Red|Black) to move/);
  const first = await plies(wedge).allTextContents();
  // No hidden piece is anywhere in the page or its storage: only what was turned over has a place.
  const kept = await wedge.evaluate(() => localStorage.getItem("wedge-dark-chess") ?? "");
  expect(JSON.parse(kept).plies).toBe(first.join(" "));
  await wedge.reload();
  await wedge.getByRole("button", { name: "Dark chess" }).click();
  await expect(plies(wedge)).toHaveText(first);
});

test("dark chess: pieces move by two taps or by keys, undo stops at a flip, a hint is shown", async ({ wedge }) => {
  // Red has a king on a1, black a pawn on d8; red is to move.
  await stored(wedge, { you: "both", plies: "a1(K) d8(p)" });
  await openDark(wedge);
  await expect(wedge.getByRole("button", { name: "Undo" })).toBeDisabled();
  await wedge.locator("[data-square=a1]").click({ force: true });
  // Everything around it is face down: it cannot move.
  await expect(wedge.locator(".dark-mark.selected")).toHaveCount(0);
  await wedge.evaluate(() => (location.hash = "dark=b1(R)_b2(p)_a1(G)_a2(p)_b1-b2_d8(c)_b2-a2"));
  await expect(plies(wedge)).toHaveCount(7);
  await wedge.getByRole("button", { name: "Undo" }).click();
  await expect(plies(wedge)).toHaveCount(6);
  await expect(wedge.getByRole("button", { name: "Undo" })).toBeDisabled();
  // The rook on b2 takes the pawn on a2 again, now by keys.
  await wedge.locator("[data-square=b2]").focus();
  await wedge.keyboard.press("Enter");
  await expect(wedge.locator(".dark-target")).toHaveCount(2);
  await expect(wedge.locator("[data-square=a2]")).toHaveAttribute("aria-label", "a2, black pawn, can move here");
  await wedge.keyboard.press("ArrowUp");
  await wedge.keyboard.press("Enter");
  await expect(plies(wedge).last()).toHaveText("b2-a2");
  await expect(wedge.locator(".pieces-taken")).toHaveText("Captured: p p");
  await wedge.getByRole("button", { name: "Hint" }).click();
  await expect(wedge.locator(".dark-mark.hinted").first()).toBeVisible({ timeout: 20_000 });
});

test("dark chess: every piece is turned over, each from the set once", async ({ wedge }) => {
  await stored(wedge, { you: "both" });
  await openDark(wedge);
  for (let turn = 0; turn < 40; turn++) {
    await wedge.evaluate(() => {
      const can = [...document.querySelectorAll<HTMLElement>(".dark-grid .can")];
      can.find((button) => button.getAttribute("aria-label")?.includes("face down"))?.click();
    });
  }
  await expect(wedge.locator(".dark-piece.closed")).toHaveCount(0);
  await expect(plies(wedge)).toHaveCount(32);
  await expect(wedge.locator(".pieces-left")).toHaveText("");
  const letters = (await plies(wedge).allTextContents()).map((ply) => ply[3]).toSorted().join("");
  expect(letters).toBe("CCGGKMMNNPPPPPRRccggkmmnnppppprr");
});

// Black, who is to move, has a guard on b2 and a pawn on a7; red has a rook on d6.
const ENDING =
  "c3(r) c4(r) d7(P) b8(p) a3(P) d4(G) c1(n) d4-c4 a6(c) c4-c3 c8(k) a8(N) a6-a8 b3(P) d1(p) a4(g) a4-a3 d5(K) " +
  "a3-b3 c3-b3 a7(P) d2(C) c2(M) c2-c1 c5(M) c1-d1 d3(R) d6(G) b1(m) c7(p) c7-d7 d6-d7 b7(c) a5(p) b2(N) b5(m) " +
  "b1-b2 b3-b2 b5-c5 d5-c5 b4(g) c5-b5 b7-b5 a7-a6 a5-a6 a1(P) b5-b2 d1-c1 d8(p) d7-d8 c8-d8 d2-d8 a8-d8 a2(R) " +
  "d8-d7 a2-b2 b4-c4 b6(C) a6-a7 b2-b3 c6(n) d3-c3 c6-b6 c1-d1 c4-c3 b3-a3 b6-c6 a1-a2 c6-b6 d1-c1 b8-b7 a3-a4 " +
  "b6-a6 c1-c2 c3-c2 a2-a1 c2-c1 a4-a3 b7-b6 a3-a4 b6-c6 a1-a2 d7-d6 a2-b2 a6-a5 a4-a5 d6-d5 a5-b5 c6-d6 b5-c5 " +
  "c1-c2 c5-d5 c2-b2 d5-d6";

test("dark chess: the weakest level wins an ending of three pieces against the best defence", async ({ wedge }) => {
  await stored(wedge, { level: 1, you: "second", plies: ENDING });
  await openDark(wedge);
  for (let turn = 0; turn < 30; turn++) {
    await expect(status(wedge)).toHaveText(/^Red to move|wins|draw/, { timeout: 15_000 });
    if (/wins|draw/.test((await status(wedge).textContent()) ?? "")) break;
    const before = await plies(wedge).count();
    await wedge.getByRole("button", { name: "Hint" }).click();
    const live = wedge.locator("[aria-live]");
    await expect(live).toHaveText(/^Hint: /, { timeout: 15_000 });
    for (const square of (await live.textContent())?.slice(6).split("-") ?? []) await wedge.locator(`[data-square=${square}]`).click();
    await expect.poll(() => plies(wedge).count()).toBeGreaterThan(before);
  }
  await expect(status(wedge)).toHaveText("Wedge wins: Red has no move.");
});

test("dark chess: a finished game says how it ended, hostile links do no harm", async ({ wedge, context }) => {
  // Two pieces of each side step to and fro: a cycle of four plies, three times.
  const cycle = "a1(R)_d8(r)_a2(p)_d7(P)_a1-a2_d8-d7";
  const rounds = Array.from({ length: 3 }, () => "a2-a1_d7-d8_a1-a2_d8-d7").join("_");
  await open(wedge, `./#dark=${cycle}_${rounds}`);
  await expect(status(wedge)).toHaveText("A draw: the same moves three times in a row.");
  await expect(wedge.locator(".dark-grid .can")).toHaveCount(0);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await wedge.getByRole("button", { name: "Share" }).click();
  expect(await wedge.evaluate(() => navigator.clipboard.readText())).toContain(`#dark=${cycle}`);
  for (const hostile of ["b5", "a1(K)_a1(K)", "%00", "<img src=x onerror=alert(1)>", "a1(K) ".repeat(2000), "a1(K)_a1-a9"]) {
    await wedge.goto("about:blank");
    await open(wedge, `./#dark=${hostile}`);
    await expect(status(wedge)).toHaveText(/^The link holds no legal game: (ply|more)/);
  }
  await expect(wedge.locator("img, script:not([src])")).toHaveCount(0);
});

for (const [width, scheme] of [[320, "light"], [390, "dark"], [1280, "light"]] as const) {
  test(`dark chess fits and is accessible at ${width} pixels, ${scheme}`, async ({ wedge }) => {
    await wedge.setViewportSize({ width, height: 800 });
    await wedge.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(wedge, "./#dark=b1(R)_b2(p)_a1(G)_a2(p)_b1-b2_d8(c)");
    await expect(plies(wedge)).toHaveCount(6);
    // The rules make the other column the taller one, and the board keeps its width.
    await wedge.getByText("How to play").click();
    const [board, stage] = await Promise.all([".dark-board > svg", ".stage"].map((part) => wedge.locator(part).boundingBox()));
    expect(board?.width).toBe(stage?.width);
    expect(await wedge.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const { violations } = await new AxeBuilder({ page: wedge }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`)).toEqual([]);
  });
}
