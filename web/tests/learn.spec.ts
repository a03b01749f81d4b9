import { AxeBuilder } from "@axe-core/playwright";
import { expect, open, run, settings, status, test } from "./page";

// Black gives away a corner early; a short game keeps the test quick.
const SHORT = "f5d6c3d3c4f4c5b3c2e6";
const ENDING = "--XXOOOX--XXXOOXOOOOOOOX-OOOOOXXXXOXOXXXOOOOOOXX----OXOX----OX-OX";

test("a pasted game has a graph, losses and an opening; other moves can be tried", async ({ wedge }) => {
  await open(wedge);
  await wedge.getByRole("button", { name: "Learn" }).click();
  await wedge.getByText("Open a game").click();
  await wedge.getByLabel("Game text").fill(SHORT);
  await wedge.getByRole("button", { name: "Open", exact: true }).click();
  await expect(wedge.locator(".moves li")).toHaveCount(10);
  await expect(wedge.locator(".opening")).toHaveText("Opening: Tamenori");
  await expect(wedge.locator(".review > .note")).toHaveText(/Lost in all/, { timeout: 60_000 });
  await expect(wedge.locator(".graph .curve")).toHaveAttribute("d", /^M0.0 .*L360.0/);
  // The published perfect game goes on with f6.
  await wedge.locator(".moves button").nth(6).click();
  await expect(wedge.locator(".perfect")).toHaveText(/^c5 leaves the published perfect game/);
  await wedge.locator(".moves button").nth(5).click();
  await expect(wedge.locator(".perfect")).toHaveCount(0);
  // Jump, try another move, come back.
  await wedge.locator(".moves button").nth(1).click();
  await expect(wedge.locator(".disc")).toHaveCount(6);
  await wedge.locator("[data-square=c4]").click();
  await expect(status(wedge)).toHaveText("You are trying another line.");
  await wedge.getByRole("button", { name: "Back to the game" }).click();
  await expect(wedge.locator(".moves li")).toHaveCount(10);
});

test("a lost win or draw is named, and the best line is shown by mouse and by tap", async ({ wedge }) => {
  // Only g8 keeps the draw, and only h1 the win.
  for (const [start, move, best, said] of [
    ["OXXXX---OXXXXXX-OXOXXXXOXXXOOOOOXXOOOXOOOOOXOOXO-OOOOOOOO--OOO-OX", "a7", "g8 (0)", "The draw was lost here."],
    ["--OOOOO-X-OOOOOOXXXOXXOOXOXXXXOOXOXXXOOOXOOOXOOOX-OOOOOO---OOOOOX", "b8", "h1 (+8)", "The win was lost here."],
  ] as const) {
    await wedge.goto("about:blank");
    await open(wedge, `./#moves=${move}&start=${start}`);
    await expect(wedge.locator(".detail .turn")).toHaveText(said, { timeout: 30_000 });
    await expect(wedge.locator(".detail > p").first()).toContainText(`Best was ${best}.`);
    const line = wedge.locator(".detail .line");
    await line.hover();
    await expect(wedge.locator(".mark.line").first()).toHaveText("1");
    await wedge.mouse.move(0, 0);
    await expect(wedge.locator(".mark.line")).toHaveCount(0);
    await line.dispatchEvent("click");
    await expect(wedge.locator(".mark.line").first()).toHaveText("1");
  }
});

test("a game of any format is opened, a damaged one is refused with its place", async ({ wedge }) => {
  await open(wedge);
  await wedge.getByRole("button", { name: "Learn" }).click();
  await wedge.getByText("Open a game").click();
  const field = wedge.getByLabel("Game text");
  const go = wedge.getByRole("button", { name: "Open", exact: true });
  const cases: [string, number | RegExp][] = [
    ["(;GM[Othello]PC[x]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)", 2],
    ["(;GM[2]SZ[8]PB[Ann]PW[<img src=x onerror=alert(1)>];B[fe];W[df])", 2],
    ["F5 D6 C3", 3],
    ["# Wedge game log 1\n# size: 8\n# black: Ann\n# white: Bob\n# start: ---------------------------OX------XO--------------------------- X\nmove 1: black f5\nresult: unfinished", 1],
    [`https://example.org/wedge/#moves=f5d6c3d3`, 4],
    ["f5d6a1", /line 1: move 3: a1 is not legal for black/],
    ["hello", /expected a square such as f5/],
    ["<script>alert(1)</script>", /expected a square such as f5/],
    ["(;GM[2]SZ[8];B[zz])", /game 1/],
    ["f5".repeat(100_000), /move 2: f5 is not legal/],
  ];
  for (const [text, wanted] of cases) {
    await field.fill(text);
    await go.click();
    if (typeof wanted === "number") await expect(wedge.locator(".moves li")).toHaveCount(wanted);
    else await expect(wedge.locator("details .note[role=status]")).toHaveText(wanted);
  }
  await expect(wedge.locator("img, script:not([src])")).toHaveCount(0);
});

test("files: several games, and WTHOR", async ({ wedge }) => {
  await open(wedge);
  await wedge.getByRole("button", { name: "Learn" }).click();
  await wedge.getByText("Open a game").click();
  await wedge.setInputFiles("input[type=file]", { name: "games.txt", mimeType: "text/plain", buffer: Buffer.from("# two\nf5d6c3\nf5f6\n") });
  await wedge.locator(".found select").selectOption("1");
  await expect(wedge.locator(".moves li")).toHaveCount(2);
  const wthor = Buffer.alloc(16 + 68);
  wthor[4] = 1;
  wthor.set([56, 64], 16 + 8);
  await wedge.setInputFiles("input[type=file]", { name: "games.wtb", mimeType: "", buffer: wthor });
  await expect(wedge.locator("details .note[role=status]")).toHaveText("Game opened: 2 moves.");
});

test("a link shows the game again, and hostile links do no harm", async ({ wedge, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(wedge, `./#moves=${SHORT}`);
  await expect(wedge.locator(".moves li")).toHaveCount(10);
  await wedge.locator(".moves button").nth(4).click();
  await wedge.getByText("Export", { exact: true }).click();
  await wedge.getByRole("button", { name: "Share" }).click();
  await expect(status(wedge)).toHaveText("Link copied.");
  const address = await wedge.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain(`#moves=${SHORT}`);
  await wedge.evaluate(() => localStorage.clear());
  await wedge.goto("about:blank");
  await open(wedge, address);
  await expect(wedge.locator(".moves li")).toHaveCount(10);
  await expect(wedge.locator(".disc")).toHaveCount(9);
  for (const hostile of ["moves=f5f5f5", "moves=%00%ff", `moves=${"f5d6".repeat(200)}`, "moves=f5&start=javascript:alert(1)", "moves=&size=6&start=XXXX", "moves=f5&at=-7", "moves=f5&at=1e99", "moves=<b>&x=%3Cimg%20src%3Dx%3E"]) {
    await wedge.goto("about:blank");
    await open(wedge, `./#${hostile}`);
    await expect(wedge.locator(".disc").first()).toBeVisible();
  }
  await wedge.goto("about:blank");
  await open(wedge, "./#moves=f5f5f5");
  await expect(status(wedge)).toHaveText(/no legal game: the moves: move 2: f5 is not legal/);
});

test("exports SGF, GGF, a log, SVG and PNG", async ({ wedge }) => {
  await open(wedge, `./#moves=${SHORT}`);
  await wedge.getByText("Export", { exact: true }).click();
  const starts: Record<string, string> = { SGF: "(;", GGF: "(;GM[Othello]", TXT: "# Wedge game log", SVG: "<svg", PNG: "\u{89}PNG" };
  for (const [format, start] of Object.entries(starts)) {
    const download = wedge.waitForEvent("download");
    await wedge.getByRole("button", { name: format, exact: true }).click();
    const stream = await (await download).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString("latin1").slice(0, start.length)).toBe(start);
  }
});

test("analysis runs until stopped, and solves", async ({ wedge }) => {
  await open(wedge, `./#moves=${SHORT}`);
  await wedge.getByRole("button", { name: "Analyse" }).click();
  await expect(wedge.locator(".analysis .note")).toHaveText(/Depth (8|9|1\d)/, { timeout: 60_000 });
  await expect(wedge.locator("ol.lines li")).toHaveCount(3);
  await wedge.getByRole("button", { name: "Stop" }).click();
  await expect(wedge.getByRole("button", { name: "Start" })).toBeVisible();
  await wedge.goto("about:blank");
  await open(wedge, `./#moves=&start=${ENDING}`);
  await wedge.getByRole("button", { name: "Analyse" }).click();
  await expect(wedge.locator(".analysis .note")).toHaveText(/Solved/, { timeout: 60_000 });
  await expect(wedge.locator("ol.lines li").first()).toHaveText(/^\+22g8/);
});

test("a position is set up, and 6x6 is played", async ({ wedge }) => {
  await open(wedge);
  await wedge.getByRole("button", { name: "Analyse" }).click();
  await wedge.getByRole("button", { name: "Set up a position" }).click();
  await wedge.getByLabel("Board size").selectOption("6");
  await expect(wedge.getByRole("gridcell")).toHaveCount(36);
  await wedge.locator("[data-square=a1]").click();
  await wedge.getByRole("button", { name: "Done" }).click();
  await expect(wedge.locator(".disc")).toHaveCount(5);
  await expect(wedge.locator(".mark").first()).toBeVisible({ timeout: 30_000 });
});

test("a puzzle refuses a wrong move, is solved to the end, and is remembered", async ({ wedge }) => {
  await wedge.emulateMedia({ reducedMotion: "reduce" });
  await open(wedge);
  await wedge.getByRole("button", { name: "Puzzles" }).click();
  await expect(status(wedge)).toHaveText(/find the only move that/);
  const progress = () => wedge.evaluate(() => localStorage.getItem("wedge-puzzles"));
  const side = (await status(wedge).textContent())?.startsWith("Black") ? "X" : "O";
  const discs = async () => {
    const labels = await wedge.getByRole("gridcell").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    return labels.map((label) => (label.includes("black disc") ? "X" : label.includes("white disc") ? "O" : "-")).join("");
  };
  // The values of the legal moves, from the engine itself.
  const values = async () => {
    const board = await discs();
    const { moves } = await run<{ moves: { square: number; score: number }[] }>(wedge, "hint 8 60 60", `${board} ${side}\n`);
    return moves.map(({ square, score }) => ({ name: "abcdefgh"[square % 8] + String((square >> 3) + 1), score }));
  };
  const first = await values();
  const wrong = first.at(-1);
  await wedge.locator(`[data-square=${wrong?.name}]`).click();
  await expect(status(wedge)).toHaveText(new RegExp(`^${wrong?.name} loses it`), { timeout: 20_000 });
  expect(await progress()).toBeNull();
  await expect(wedge.locator(".picker .solved")).toHaveCount(0);
  await wedge.getByRole("button", { name: "Again" }).click();
  for (let turn = 0; turn < 20; turn++) {
    const best = (await values())[0];
    const before = await discs();
    await wedge.locator(`[data-square=${best?.name}]`).click();
    // Status and legal moves are those of the turn before until the move is drawn.
    await expect.poll(discs, { timeout: 20_000 }).not.toBe(before);
    await expect(status(wedge)).toHaveText(/Play on|Solved/, { timeout: 20_000 });
    await expect(wedge.locator(".grid .playable").or(wedge.getByText(/^Solved:/)).first()).toBeVisible({ timeout: 20_000 });
    if ((await status(wedge).textContent())?.startsWith("Solved")) break;
  }
  await expect(status(wedge)).toHaveText(/^Solved:/);
  expect(JSON.parse((await progress()) ?? "{}")).toEqual({ solved: [0] });
  await wedge.reload();
  await wedge.getByRole("button", { name: "Puzzles" }).click();
  await expect(wedge.getByText(/^Puzzle 2 of \d+, 1 solved$/)).toBeVisible();
  await expect(wedge.locator(".picker .solved")).toHaveText("1");
});

test("works offline after the first visit", async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A window of the tests is private, which alone would keep the page from being installed.
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(".disc")).toHaveCount(4, { timeout: 30_000 });
  await page.locator("[data-square=f5]").click();
  await expect(page.locator(".disc")).toHaveCount(6, { timeout: 15_000 });
  await context.close();
});

for (const [width, scheme] of [[320, "light"], [390, "dark"], [1280, "light"]] as const) {
  test(`fits and is accessible at ${width} pixels, ${scheme}`, async ({ wedge }) => {
    await wedge.setViewportSize({ width, height: 800 });
    await wedge.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(wedge, `./#moves=${SHORT}`);
    for (const mode of ["Learn", "Analyse", "Puzzles", "Play"]) {
      await wedge.getByRole("button", { name: mode, exact: true }).click();
      await expect(wedge.locator(".disc").first()).toBeVisible();
      const wide = await wedge.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, mode).toBeLessThanOrEqual(width);
      if (width === 320) continue;
      const { violations } = await new AxeBuilder({ page: wedge }).analyze();
      expect(violations.map(({ id, nodes }) => `${mode} ${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`)).toEqual([]);
    }
  });
}

test("speaks Chinese everywhere, and fits", async ({ wedge }) => {
  await settings(wedge, { language: "zh" });
  await wedge.emulateMedia({ reducedMotion: "reduce" });
  await open(wedge);
  await expect(status(wedge)).toHaveText(/^轮到你/);
  await expect(wedge.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await wedge.evaluate((moves) => (location.hash = `moves=${moves}`), SHORT);
  for (const mode of ["复盘", "分析", "习题", "暗棋", "对局"]) {
    await wedge.getByRole("button", { name: mode, exact: true }).click();
    await expect(wedge.locator("nav [aria-current]")).toHaveText(mode);
    await wedge.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
    // Names of formats and of openings are the same in every language; so are the languages in their own.
    const words = await wedge.evaluate(() => {
      const labels = [...document.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"));
      const opening = document.querySelector(".opening")?.textContent ?? "";
      return `${document.body.innerText.replace(opening, "")} ${labels.join(" ")}`;
    });
    expect(words.match(/[A-Za-z]{2,}/g)?.filter((word) => !/^(Wedge|LED|SGF|GGF|TXT|SVG|PNG|WTHOR|English)$/.test(word)) ?? [], mode).toEqual([]);
    for (const width of [320, 390, 1280]) {
      await wedge.setViewportSize({ width, height: 800 });
      expect(await wedge.evaluate(() => document.documentElement.scrollWidth), `${mode} ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

test("sends nothing to anyone else", async ({ wedge }) => {
  const asked: string[] = [];
  wedge.on("request", (request) => asked.push(new URL(request.url()).host));
  await open(wedge);
  await wedge.locator("[data-square=f5]").click();
  await expect(wedge.locator(".disc")).toHaveCount(6, { timeout: 15_000 });
  expect([...new Set(asked)]).toEqual(["localhost:8020"]);
});
