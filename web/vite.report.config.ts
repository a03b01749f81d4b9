// Builds the board and the engine for `host-sim report --engine`: one script, generated/report-engine.js.
// It takes the module that the page's build has packed.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const places = () => JSON.parse(readFileSync("generated/places.json", "utf8")) as { module: number[] };

/** How the script begins, which host-sim checks. */
const MARK = "// Wedge report engine 1\n";

function engineData(): Plugin {
  const id = "virtual:engine";
  const text = (file: string) => JSON.stringify(gzipSync(readFileSync(file), { level: 9 }).toString("base64"));
  return {
    name: "engine-data",
    resolveId: (name) => (name === id ? `\0${id}` : undefined),
    load: (name) =>
      name === `\0${id}`
        ? `export const module = ${text("generated/module.wasm")}, data = ${text("generated/data.pack")},
           places = ${JSON.stringify(places().module)};`
        : undefined,
  };
}

/** The script stands inside an HTML page: nothing in it may end it there. */
function forPages(): Plugin {
  return {
    name: "for-pages",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== "chunk") throw new Error(`${part.fileName}: expected one script`);
        part.code = MARK + part.code.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
      }
    },
  };
}

export default defineConfig({
  plugins: [engineData(), forPages()],
  publicDir: false,
  worker: { format: "iife" },
  build: {
    target: "es2023",
    outDir: "generated",
    emptyOutDir: false,
    lib: { entry: "page/report.ts", formats: ["iife"], name: "wedge", fileName: () => "report-engine.js" },
  },
});
