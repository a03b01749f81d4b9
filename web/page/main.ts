// Starts the page.

import { App } from "./app";
import { compile, searcher } from "./engine";
import { Rules } from "./searcher";
import { preferredLanguage, setLanguage, t } from "./text";

async function start(): Promise<void> {
  setLanguage(preferredLanguage());
  const module = await compile();
  const rules = await Rules.load(module);
  new App(rules, module).start();
  performance.mark("interactive");
  // For the tests and for those who measure: the engine's own benchmarks, in the Worker.
  Object.assign(globalThis, {
    wedge: {
      run: (command: string, data = "", mode: "alone" | "threads" = "alone") => searcher(module, mode).search(command, data),
    },
  });
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    await navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
  }
}

start().catch((error: unknown) => {
  const app = document.getElementById("app");
  if (app) app.textContent = t("failed", { why: String(error) });
});
