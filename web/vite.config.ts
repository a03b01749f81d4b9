// Builds the page into web/dist: files for any folder of any static host.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { pack } from "./page/packed.ts";

/** Takes the weights and the book out of the modules and packs them once; the page puts them back. */
function packModules(): void {
  const parts = [
    { file: "../engine/weights/wedge.bin", record: 4, zero: 64 },
    { file: "../engine/book/wedge.book", record: 2, zero: 0 },
  ].map(({ file, record, zero }) => ({ file, record, zero, bytes: readFileSync(file) }));
  const packed = parts.map(({ record, zero, bytes }) => {
    const data = pack(bytes, { record, zero });
    const head = Uint32Array.of(bytes.length, record, zero, data.length);
    return Buffer.concat([Buffer.from(head.buffer), data]);
  });
  const emptied = (from: string, to: string) => {
    const module = readFileSync(from);
    const places = parts.map(({ file, bytes }) => {
      const place = module.indexOf(bytes);
      if (place < 0) throw new Error(`${from} does not hold ${file}`);
      module.fill(0, place, place + bytes.length);
      return place;
    });
    writeFileSync(to, module);
    return places;
  };
  const places = {
    module: emptied("generated/wedge.wasm", "generated/module.wasm"),
    threads: emptied("generated/wedge-threads.wasm", "generated/threads.wasm"),
  };
  writeFileSync("generated/data.pack", Buffer.concat(packed));
  writeFileSync("generated/places.json", JSON.stringify(places));
}

/** Writes the service worker, which keeps every file of the build for use offline. */
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_, bundle) {
      const isLater = (file: string) => /^assets\/(dark-chess|threads-|thread-worker)/.test(file);
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
  if (!isPreview) packModules();
  return {
  base: "./",
  plugins: [offline()],
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  preview: {
    port: 8020,
    strictPort: true,
    // With these the page may share memory between threads.
    headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    },
  },
  };
});
