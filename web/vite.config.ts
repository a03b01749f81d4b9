// Builds the page into web/dist: files for any folder of any static host.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker, which keeps every file of the build for use offline. */
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_, bundle) {
      const files = ["./", ...readdirSync("public"), ...Object.keys(bundle)];
      const hash = createHash("sha256");
      for (const part of Object.values(bundle)) {
        hash.update(part.fileName).update(part.type === "chunk" ? part.code : part.source);
      }
      const source = readFileSync("page/service-worker.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__FILES__", JSON.stringify(files.filter((file) => file !== "index.html")));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [offline()],
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  preview: { port: 8020, strictPort: true },
});
