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
  // For the tests and for those who measure: searches of their own.
  Object.assign(globalThis, { wedge: { searcher: (mode: "alone" | "threads") => searcher(module, mode) } });
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    await navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
  }
}

start().catch((error: unknown) => {
  const app = document.getElementById("app");
  if (app) app.textContent = t("failed", { why: String(error) });
});
