// Screenshots for people to look at: WEDGE_PICTURES=1 writes them to docs/pictures.

import { expect, open, settings, status, test } from "./page";

const PICTURES = process.env["WEDGE_PICTURES"];
const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6e3c5b4e2f1c6g3c8d8b5a6e8b8c7b6b3a3f2g4b7e1h3g8h2g7g2h4h5h1h7h8d2d1c2b2c1b1a4a5g1a8a1a2a7";

for (const [name, width, height] of [["phone", 390, 844], ["desk", 1280, 800]] as const) {
  for (const scheme of ["light", "dark"] as const) {
    test(`${name}, ${scheme}`, async ({ browser }) => {
      test.setTimeout(300_000);
      test.skip(!PICTURES, "WEDGE_PICTURES=1 makes the pictures");
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        locale: "en",
        reducedMotion: "reduce",
        serviceWorkers: "block",
      });
      const page = await context.newPage();
      await settings(page, { level: 3 });
      await open(page, "./#moves=f5d6c3d3c4f4f6f3e6e7d7c5");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect(status(page)).toHaveText(/Your move/);
      await page.getByRole("button", { name: "Hint" }).click();
      await expect(page.locator(".mark").first()).toBeVisible({ timeout: 30_000 });
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `../docs/pictures/web-play-${name}-${scheme}.png` });
      await page.goto(`./#moves=${GAME}`);
      await page.getByRole("button", { name: "Learn", exact: true }).click();
      await expect(page.locator(".moves li")).toHaveCount(60);
      await expect(page.locator(".review .note")).toHaveText(/Lost in all/, { timeout: 120_000 });
      await page.locator(".moves button").nth(30).click();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `../docs/pictures/web-learn-${name}-${scheme}.png`, fullPage: name === "phone" });
      await page.goto("about:blank");
      await page.goto("./#dark=b1(R)_b2(p)_a1(G)_a2(p)_b1-b2_d8(c)_c5(K)_c4(k)_a6(P)_d3(n)_b7(C)_c8(g)");
      await expect(page.locator(".dark-moves li")).toHaveCount(12);
      await page.locator("[data-square=b2]").click();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `../docs/pictures/web-dark-chess-${name}-${scheme}.png` });
      await context.close();
    });
  }
}
