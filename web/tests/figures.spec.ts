// The figures of docs/guide/web.md: what goes over the wire, when the page is ready, how fast it searches.

import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, open, run, test } from "./page";

test("less than 400 KB go over the wire, with weights and book", () => {
  const files = readdirSync("dist", { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const total = { raw: 0, gzip: 0, brotli: 0 };
  for (const file of files) {
    const bytes = readFileSync(`${file.parentPath}/${file.name}`);
    total.raw += bytes.length;
    // A host sends what does not get smaller as it is.
    total.gzip += Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length);
    total.brotli += Math.min(bytes.length, brotliCompressSync(bytes).length);
  }
  console.log("bytes", total);
  expect(total.gzip).toBeLessThan(400_000);
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
