// Builds the page into web/dist: files for any folder of any static host.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { pack } from "./page/packed.ts";

/** Takes the weights and the book out of the module and packs them; the page puts them back. */
function packModule(): void {
  const module = readFileSync("generated/wedge.wasm");
  const parts = [
    { file: "../engine/weights/wedge.bin", record: 10, zero: 128 },
    { file: "../engine/book/wedge.book", record: 2, zero: 0 },
  ].map(({ file, record, zero }) => {
    const bytes = readFileSync(file);
    const offset = module.indexOf(bytes);
    if (offset < 0) throw new Error(`generated/wedge.wasm does not hold ${file}`);
    const packed = pack(bytes, { record, zero });
    module.fill(0, offset, offset + bytes.length);
    const head = Uint32Array.of(offset, bytes.length, record, zero, packed.length);
    return Buffer.concat([Buffer.from(head.buffer), packed]);
  });
  writeFileSync("generated/data.pack", Buffer.concat(parts));
  writeFileSync("generated/module.wasm", module);
}

/** Writes the service worker, which keeps every file of the build for use offline. */
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_, bundle) {
      const isLater = (file: string) => file.startsWith("assets/dark-chess");
      const files = ["./", ...readdirSync("public"), ...Object.keys(bundle).filter((file) => !isLater(file))];
      const hash = createHash("sha256");
      for (const part of Object.values(bundle)) {
        hash.update(part.fileName).update(part.type === "chunk" ? part.code : part.source);
      }
      const source = readFileSync("page/service-worker.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__LATER__", JSON.stringify(Object.keys(bundle).filter(isLater)))
        .replace("__FILES__", JSON.stringify(files.filter((file) => file !== "index.html")));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

export default defineConfig(({ isPreview }) => {
  if (!isPreview) packModule();
  return {
  base: "./",
  plugins: [offline()],
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  preview: { port: 8020, strictPort: true },
  };
});
