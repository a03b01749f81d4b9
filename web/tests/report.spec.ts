// The viewer of a report with the page's board and engine. `cargo xtask test web` makes the report.

import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./page";

const REPORT = pathToFileURL("../target/web-report/report.html").href;

test("the report's viewer steps, tries moves and shows the engine's values", async ({ wedge }) => {
  await wedge.goto(REPORT);
  await expect(wedge.locator(".grid [role=gridcell]")).toHaveCount(64);
  const said = wedge.locator("#said");
  await wedge.locator("#first").click();
  await expect(wedge.locator(".board .disc")).toHaveCount(4);
  await expect(said).toHaveText("The start of the game");
  await wedge.locator("#next").click();
  await expect(wedge.locator(".board .disc")).toHaveCount(5);
  // The engine's values, of the position shown and of the next one.
  await wedge.getByLabel("Show the engine's values").check();
  const thought = wedge.locator("#thought");
  await expect(thought).toHaveText(/^Values at depth 14/, { timeout: 60_000 });
  const legal = await wedge.locator(".grid .playable").count();
  await expect(wedge.locator(".board .mark")).toHaveCount(legal);
  await expect(wedge.locator(".board .mark.best").first()).toBeVisible();
  // A move that the game does not have: the second one is played by the other side's other choice.
  const all = await wedge.locator("#moves button").count();
  const next = (await wedge.locator("#moves button").nth(1).textContent())?.match(/[a-h][1-8]/)?.[0] ?? "";
  const other = wedge.locator(`.grid .playable:not([data-square=${next}])`).first();
  const square = (await other.getAttribute("data-square")) ?? "";
  await other.click();
  await expect(said).toHaveText(new RegExp(`^Trying another line: 2\\. White ${square}`));
  await expect(wedge.locator("#moves button")).toHaveCount(2);
  await expect(thought).toHaveText(/^Values at depth 14/, { timeout: 60_000 });
  await wedge.getByRole("button", { name: "Back to the game" }).click();
  await expect(wedge.locator("#moves button")).toHaveCount(all);
  await expect(wedge.locator("#back")).toBeHidden();
  // The end of the game is solved.
  await wedge.locator("#moves button").nth(all - 6).click();
  await expect(thought).toHaveText(/^Exact values/, { timeout: 60_000 });
});

test("the report's board takes keys, has 6x6 too, and is accessible", async ({ wedge }) => {
  await wedge.goto(REPORT);
  await wedge.locator("#first").click();
  await wedge.locator("[data-square=d3]").focus();
  await wedge.keyboard.press("Enter");
  await expect(wedge.locator(".board .disc")).toHaveCount(5);
  await wedge.keyboard.press("ArrowRight");
  await expect(wedge.locator("[data-square=e3]")).toBeFocused();
  await expect(wedge.locator(".board .disc")).toHaveCount(5);
  const games = await wedge.locator("#game option").count();
  await wedge.locator("#game").selectOption(String(games - 1));
  await expect(wedge.locator(".grid [role=gridcell]")).toHaveCount(36);
  await wedge.getByLabel("Show the engine's values").check();
  await wedge.locator("#first").click();
  await expect(wedge.locator(".board .mark")).toHaveCount(4, { timeout: 60_000 });
  const { violations } = await new AxeBuilder({ page: wedge }).include("#viewer").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`)).toEqual([]);
});
