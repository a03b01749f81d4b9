import { expect, open, run, settings, status, test } from "./page";

test("the node signature is the PC's and the board's", async ({ wedge }) => {
  await open(wedge);
  const bench = await run<{ signature: number; wanted: number }>(wedge, "bench");
  expect(bench.signature).toBe(bench.wanted);
  expect(bench.signature).toBeGreaterThan(10_000);
});

test("a whole game by clicks against the engine", async ({ wedge }) => {
  await settings(wedge, { level: 1 });
  await wedge.emulateMedia({ reducedMotion: "reduce" });
  await open(wedge);
  await expect(status(wedge)).toHaveText(/^Your move/);
  for (let move = 0; move < 61; move++) {
    await expect(status(wedge)).toHaveText(/Your move|wins|You win|A draw/, { timeout: 15_000 });
    if (/win|draw/.test((await status(wedge).textContent()) ?? "")) break;
    await wedge.locator(".grid .playable").first().click();
  }
  await expect(status(wedge)).toHaveText(/You win|Wedge wins|A draw/);
  const counts = (await wedge.locator(".chip strong").allTextContents()).map(Number);
  const discs = await wedge.locator(".disc").count();
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(discs);
  expect(discs).toBeGreaterThan(9);
});

test("a whole game by keys against the engine", async ({ wedge }) => {
  await settings(wedge, { level: 1, you: "white" });
  await wedge.emulateMedia({ reducedMotion: "reduce" });
  await open(wedge);
  for (let tabs = 0; tabs < 20; tabs++) {
    await wedge.keyboard.press("Tab");
    if ((await wedge.locator(".grid :focus").count()) > 0) break;
  }
  const place = (square: string | null) => ({ column: square?.charCodeAt(0) ?? 0, row: Number(square?.[1]) });
  for (let move = 0; move < 61; move++) {
    await expect(status(wedge)).toHaveText(/Your move|wins|You win|A draw/, { timeout: 15_000 });
    if (/win|draw/.test((await status(wedge).textContent()) ?? "")) break;
    // The engine's moves leave the focus where it was.
    const from = place(await wedge.locator(".grid :focus").getAttribute("data-square"));
    const to = place(await wedge.locator(".grid .playable").last().getAttribute("data-square"));
    const press = async (steps: number, back: string, forth: string) => {
      for (let step = 0; step < Math.abs(steps); step++) await wedge.keyboard.press(steps < 0 ? back : forth);
    };
    await press(to.column - from.column, "ArrowLeft", "ArrowRight");
    await press(to.row - from.row, "ArrowUp", "ArrowDown");
    await wedge.keyboard.press("Enter");
  }
  await expect(status(wedge)).toHaveText(/You win|Wedge wins|A draw/);
  expect(await wedge.locator(".disc").count()).toBeGreaterThan(9);
});

test("by keys: move to a square, play, undo, redo", async ({ wedge }) => {
  await settings(wedge, { you: "both" });
  await open(wedge);
  await wedge.locator(".grid [tabindex='0']").focus();
  await expect(wedge.locator(":focus")).toHaveAttribute("data-square", "d3");
  await wedge.keyboard.press("Enter");
  await expect(wedge.locator("[data-square=d3]")).toHaveAttribute("aria-label", /black disc, last move/);
  await wedge.keyboard.press("ArrowLeft");
  await wedge.keyboard.press(" ");
  await expect(wedge.locator("[data-square=c3]")).toHaveAttribute("aria-label", /white disc/);
  await expect(wedge.locator("[aria-live]")).toHaveText(/White plays c3 and flips 1/);
  await wedge.getByRole("button", { name: "Undo" }).click();
  await wedge.getByRole("button", { name: "Undo" }).click();
  await expect(wedge.locator(".disc")).toHaveCount(4);
  await expect(wedge.getByRole("button", { name: "Undo" })).toBeDisabled();
  await wedge.getByRole("button", { name: "Redo" }).click();
  await wedge.getByRole("button", { name: "Redo" }).click();
  await expect(wedge.locator(".disc")).toHaveCount(6);
});

test("undo goes back to your own move, over the engine's", async ({ wedge }) => {
  await settings(wedge, { level: 2 });
  await open(wedge);
  await wedge.locator("[data-square=f5]").click();
  await expect(wedge.locator(".disc")).toHaveCount(6, { timeout: 15_000 });
  await wedge.getByRole("button", { name: "Undo" }).click();
  await expect(wedge.locator(".disc")).toHaveCount(4);
  await expect(status(wedge)).toHaveText(/^Your move/);
});

test("a hint values every legal square", async ({ wedge }) => {
  await open(wedge, "./#moves=");
  await wedge.getByRole("button", { name: "Play", exact: true }).click();
  await wedge.getByRole("button", { name: "Hint" }).click();
  await expect(wedge.locator(".mark")).toHaveCount(4, { timeout: 30_000 });
  // The four first moves are symmetric. A selective search, above all on several threads, may value them a
  // little differently.
  await expect(wedge.locator(".mark.best").first()).toBeVisible();
  await expect(wedge.locator(".mark.poor")).toHaveCount(0);
  await expect(status(wedge)).toHaveText(/^[c-f][3-6] is best\. .*lead in discs/);
});

test("move now answers at once", async ({ wedge }) => {
  await settings(wedge, { level: 9 });
  await open(wedge);
  // Off the book, so that the engine has to search.
  await wedge.evaluate(() => (location.hash = "moves=f5d6c3d3c4f4f6f3e6e7d7c5b6"));
  await wedge.getByRole("button", { name: "Play", exact: true }).click();
  await expect(status(wedge)).toHaveText(/thinking: [a-h][1-8]/, { timeout: 30_000 });
  await wedge.getByRole("button", { name: "Move now" }).click();
  await expect(status(wedge)).toHaveText(/^Your move/);
  await expect(wedge.locator(".disc")).toHaveCount(18);
});

test("the LED matrix plays by the panel's own code", async ({ wedge }) => {
  await settings(wedge, { level: 1, skin: "lights" });
  await open(wedge);
  await expect(wedge.locator(".board.lights .led")).toHaveCount(64);
  const lit = () => wedge.locator(".led[opacity='1']").count();
  // Four discs, and four legal squares or the cursor.
  await expect.poll(lit).toBeGreaterThanOrEqual(7);
  await wedge.locator("[data-square=f5]").click();
  await expect(wedge.locator(".chip strong").first()).toHaveText(/^[2-4]$/, { timeout: 15_000 });
  await expect.poll(async () => (await wedge.locator(".chip strong").allTextContents()).map(Number).reduce((a, b) => a + b), { timeout: 15_000 }).toBe(6);
  // The button, held as on the board.
  const box = await wedge.getByRole("button", { name: "Button" }).boundingBox();
  await wedge.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await wedge.mouse.down();
  await wedge.waitForTimeout(900);
  await wedge.mouse.up();
  await expect.poll(async () => (await wedge.locator(".chip strong").allTextContents()).map(Number).reduce((a, b) => a + b), { timeout: 15_000 }).toBeGreaterThan(6);
});

test("a clock runs out", async ({ wedge }) => {
  await settings(wedge, { you: "both", clock: 1 });
  await wedge.clock.install();
  await open(wedge);
  await wedge.getByRole("button", { name: "New game" }).click();
  await expect(wedge.locator(".chip.black .time")).toHaveText("1:00");
  await wedge.locator("[data-square=f5]").click();
  await wedge.clock.runFor(30_000);
  await expect(wedge.locator(".chip.white .time")).toHaveText("0:30");
  await wedge.clock.runFor(31_000);
  await expect(status(wedge)).toHaveText("White is out of time.");
  await expect(wedge.locator(".grid .playable")).toHaveCount(0);
});
