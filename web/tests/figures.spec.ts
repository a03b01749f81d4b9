// The figures of docs/guide/web.md: what goes over the wire, when the page is ready, how fast it searches.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
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

/** The page's process, the largest of those that render; on Linux only. */
async function processOf(browser: Browser): Promise<{ id: number; mebibytes: number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo
    .filter(({ type, id }) => type === "renderer" && existsSync(`/proc/${id}/smaps_rollup`))
    // With its share of what several processes use.
    .map(({ id }) => ({ id, mebibytes: Math.round(Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1]) / 1024) }));
  return pages.toSorted((a, b) => b.mebibytes - a.mebibytes)[0] ?? { id: 0, mebibytes: 0 };
}

test("says how soon the page is ready and how fast it searches", async ({ wedge, browser, context }) => {
  const session = await context.newCDPSession(wedge);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await open(wedge);
  const { metrics } = await session.send("Performance.getMetrics");
  const cpu = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  const before = await processOf(browser);
  const ready = await wedge.evaluate(() => performance.getEntriesByName("interactive")[0]?.startTime ?? 0);
  const speed = await run<Record<"solve" | "depth", { nodes: number; ms: number }>>(wedge, "speed");
  const rate = ({ nodes, ms }: { nodes: number; ms: number }) => (nodes / ms / 1000).toFixed(1);
  console.log(`ready after ${ready.toFixed(0)} ms, ${(1000 * cpu).toFixed(0)} of them the page's own on the processor; solving ${rate(speed.solve)}, depth 18 ${rate(speed.depth)} million nodes a second`);
  const after = await processOf(browser);
  await run(wedge, "hint 8 12 18", "\nf5d6c3d3c4", "threads");
  const threaded = await processOf(browser);
  console.log(`memory of the page's process in MiB: ready ${before.mebibytes}, after a search ${after.mebibytes}, on threads too ${threaded.mebibytes}`);
  expect(ready).toBeGreaterThan(0);
  // The same searches on the PC visit the same nodes: the example `speed` prints them.
  expect(speed.solve.nodes).toBeGreaterThan(1_000_000);
});

// cargo build --release -p wedge-web --example speed && cd web && WEDGE_SPEED=1 npx playwright test -g "beside"
test("the same searches beside those of the PC, in turns", async ({ wedge, browser }) => {
  test.skip(!process.env["WEDGE_SPEED"], "WEDGE_SPEED=1 compares, with the program built");
  test.setTimeout(600_000);
  type Speed = Record<"solve" | "depth", { nodes: number; ms: number }>;
  await open(wedge);
  // The first search comes before the browser's optimising compiler is done.
  const first = await run<Speed>(wedge, "speed");
  const nodes = first.solve.nodes + first.depth.nodes;
  const { id } = await processOf(browser);
  // Processor time says more than the clock on a machine that does other things; in ticks of 10 ms.
  const used = () => {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  };
  const times: Record<string, number[]> = { "chromium, clock": [], "PC, clock": [], "chromium, processor": [], "PC, processor": [] };
  for (let round = 0; round < 5; round++) {
    const before = used();
    const here = await run<Speed>(wedge, "speed");
    times["chromium, processor"]?.push(used() - before);
    const script = "TIMEFORMAT=%U; time ../target/release/examples/speed";
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    times["PC, processor"]?.push(1000 * Number(stderr));
    const there = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Speed;
    expect([here.solve.nodes, here.depth.nodes]).toEqual([there.solve.nodes, there.depth.nodes]);
    times["chromium, clock"]?.push(here.solve.ms + here.depth.ms);
    times["PC, clock"]?.push(there.solve.ms + there.depth.ms);
  }
  for (const [name, values] of Object.entries(times)) {
    const median = values.toSorted((a, b) => a - b)[2] ?? 1;
    console.log(`${name}: ${nodes} nodes in ${median} ms (${values.join(", ")}), ${(nodes / median / 1000).toFixed(1)} million a second`);
  }
  console.log(`load ${loadavg().map((load) => load.toFixed(1)).join(" ")}`);
});
