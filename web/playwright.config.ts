// The page in Chromium. `cargo xtask test web` builds it first and names the browser.

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  // Long enough for a machine that does other things: how fast the page is, figures.spec.ts says.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: "http://localhost:8020/",
    viewport: { width: 1280, height: 900 },
    serviceWorkers: "block",
    locale: "en",
    launchOptions: {
      executablePath: process.env["WEDGE_CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    },
  },
  webServer: {
    command: "npx vite preview",
    url: "http://localhost:8020/",
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
