// The figures of docs/guide/web.md: what goes over the wire, when the page is ready, how fast it searches.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, open, run, test } from "./page";

test("less than 400 KB go over the wire, with weights and book", () => {
  const files = readdirSync("dist", { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  // Dark chess and the module with threads are loaded with their first use.
  const part = (name: string) => /^(dark-chess|thread)/.exec(name)?.[0] ?? "page";
  for (const [name, most] of [["page", 400_000], ["dark-chess", 80_000], ["thread", 160_000]] as const) {
    const total = { raw: 0, gzip: 0, brotli: 0 };
    for (const file of files.filter((file) => part(file.name) === name)) {
      const bytes = readFileSync(`${file.parentPath}/${file.name}`);
      total.raw += bytes.length;
      // A host sends what does not get smaller as it is.
      total.gzip += Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length);
      total.brotli += Math.min(bytes.length, brotliCompressSync(bytes).length);
    }
    console.log("bytes", name, total);
    expect(total.raw).toBeGreaterThan(0);
    expect(total.gzip).toBeLessThan(most);
  }
});

test("loads dark chess with its first use", async ({ wedge }) => {
  const asked: string[] = [];
  wedge.on("request", (request) => asked.push(request.url()));
  await open(wedge);
  await wedge.locator("[data-square=f5]").click();
  await expect(wedge.locator(".disc")).toHaveCount(6, { timeout: 15_000 });
  expect(asked.filter((address) => address.includes("dark-chess"))).toEqual([]);
  await wedge.getByRole("button", { name: "Dark chess" }).click();
  await expect(wedge.locator(".dark-piece.closed")).toHaveCount(32);
  expect(asked.filter((address) => address.includes("dark-chess"))).toHaveLength(3);
});

test("says how soon the page is ready and how fast it searches", async ({ wedge }) => {
  await open(wedge);
  const ready = await wedge.evaluate(() => performance.getEntriesByName("interactive")[0]?.startTime ?? 0);
  const speed = await run<Record<"solve" | "depth", { nodes: number; ms: number }>>(wedge, "speed");
  const rate = ({ nodes, ms }: { nodes: number; ms: number }) => (nodes / ms / 1000).toFixed(1);
  console.log(`ready after ${ready.toFixed(0)} ms; solving ${rate(speed.solve)}, depth 18 ${rate(speed.depth)} million nodes a second`);
  expect(ready).toBeGreaterThan(0);
  // The same searches on the PC visit the same nodes: the example `speed` prints them.
  expect(speed.solve.nodes).toBeGreaterThan(1_000_000);
});

// cargo build --release -p wedge-web --example speed && cd web && WEDGE_SPEED=1 npx playwright test -g "beside"
test("the same searches beside those of the PC, in turns", async ({ wedge }) => {
  test.skip(!process.env["WEDGE_SPEED"], "WEDGE_SPEED=1 compares, with the program built");
  test.setTimeout(300_000);
  type Speed = Record<"solve" | "depth", { nodes: number; ms: number }>;
  await open(wedge);
  const times = { chromium: [] as number[], pc: [] as number[] };
  let nodes = 0;
  for (let round = 0; round < 5; round++) {
    const here = await run<Speed>(wedge, "speed");
    const lines = execFileSync("../target/release/examples/speed", { encoding: "utf8" }).trim().split("\n");
    const there = JSON.parse(lines.at(-1) ?? "") as Speed;
    expect([here.solve.nodes, here.depth.nodes]).toEqual([there.solve.nodes, there.depth.nodes]);
    nodes = here.solve.nodes + here.depth.nodes;
    times.chromium.push(here.solve.ms + here.depth.ms);
    times.pc.push(there.solve.ms + there.depth.ms);
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[2] ?? 1;
  for (const [name, values] of Object.entries(times)) {
    console.log(`${name}: ${nodes} nodes in ${median(values)} ms (${values.join(", ")}), ${(nodes / median(values) / 1000).toFixed(1)} million a second`);
  }
});
