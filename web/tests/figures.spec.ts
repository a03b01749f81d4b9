// The figures of docs/guide/web.md: what goes over the wire, when the page is ready, how fast it searches.

import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, open, run, test } from "./page";

test("less than 400 KB go over the wire, with weights and book", () => {
  const files = readdirSync("dist", { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  // Dark chess is loaded when a reader opens it.
  const isLater = (name: string) => name.startsWith("dark-chess");
  for (const later of [false, true]) {
    const total = { raw: 0, gzip: 0, brotli: 0 };
    for (const file of files.filter(({ name }) => isLater(name) === later)) {
      const bytes = readFileSync(`${file.parentPath}/${file.name}`);
      total.raw += bytes.length;
      // A host sends what does not get smaller as it is.
      total.gzip += Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length);
      total.brotli += Math.min(bytes.length, brotliCompressSync(bytes).length);
    }
    console.log(later ? "bytes, dark chess" : "bytes", total);
    expect(total.raw).toBeGreaterThan(0);
    expect(total.gzip).toBeLessThan(later ? 80_000 : 400_000);
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
