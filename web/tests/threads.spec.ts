// Several threads where the page may share memory, one elsewhere.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, open, run, runMany, test } from "./page";

const ENDING = "--XXOOOX--XXXOOXOOOOOOOX-OOOOOXXXXOXOXXXOOOOOOXX----OXOX----OX-O X";

/** Where the page is, on a host of its own. */
const FOLDER = "/games/wedge/";

interface Scored {
  moves: { square: number; score: number }[];
  solved: boolean;
}

test("threads give the same exact values as one", async ({ wedge }) => {
  await open(wedge);
  expect(await wedge.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await run(wedge, "threads 2", "", "threads")).toEqual({ threads: 2 });
  const alone = await run<Scored>(wedge, "hint 8 60 60", ENDING);
  const together = await run<Scored>(wedge, "hint 8 60 60", ENDING, "threads");
  const values = ({ moves }: Scored) => moves.map(({ square, score }) => [square, score]).toSorted();
  expect(alone.solved && together.solved).toBe(true);
  expect(values(together)).toEqual(values(alone));
  const bench = await run<{ signature: number; wanted: number }>(wedge, "bench", "", "threads");
  expect(bench.signature).toBe(bench.wanted);
  type Speed = Record<"solve" | "depth", { nodes: number; ms: number }>;
  for (const mode of ["alone", "threads", "alone", "threads"] as const) {
    const { solve, depth } = await run<Speed>(wedge, "speed", "", mode);
    console.log(`${mode}: solved in ${solve.ms} ms, ${solve.nodes} nodes; depth 18 in ${depth.ms} ms, ${depth.nodes} nodes`);
  }
});

test("threads start again at once, however often", async ({ wedge }) => {
  await open(wedge);
  const answers = await runMany<Scored>(wedge, 300, "hint 8 3 3", "\nf5d6c3d3c4", "threads");
  expect(answers.map((answer) => answer?.moves[0]?.square).filter((square) => square === undefined)).toEqual([]);
});

test("any folder of a host without headers: one thread at first, several after the service worker", async ({ browser }) => {
  const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml" };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = path.replace(FOLDER, "/").replace(/^\/$/, "/index.html");
    try {
      if (!path.startsWith(FOLDER)) throw new Error(path);
      const bytes = await readFile(`dist${file}`);
      response.writeHead(200, { "Content-Type": types[file.split(".").at(-1) ?? ""] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = `http://localhost:${(server.address() as AddressInfo).port}${FOLDER}`;
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await open(page, address);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect((await run<Scored>(page, "hint 8 60 60", ENDING, "threads")).solved).toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  await open(page, address);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await run(page, "threads 2", "", "threads")).toEqual({ threads: 2 });
  expect((await run<Scored>(page, "hint 8 60 60", ENDING, "threads")).solved).toBe(true);
  await context.close();
  server.close();
});
