// What all tests share: a page whose console must stay silent.

import { type Page, expect, test as base } from "@playwright/test";

export const test = base.extend<{ wedge: Page }>({
  wedge: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      const blocked = message.text() === "Service Worker registration blocked by Playwright";
      if (["error", "warning"].includes(message.type()) && !blocked) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };

export const status = (page: Page) => page.locator(".stage .status");

/** Opens the page and waits for the engine. */
export async function open(page: Page, address = "./"): Promise<void> {
  await page.goto(address);
  await expect(page.locator(".grid [role=gridcell], .dark-grid [role=gridcell]").first()).toBeVisible();
}

/** Settings as the page would have stored them. */
export async function settings(page: Page, values: object): Promise<void> {
  await page.addInitScript((stored) => {
    if (!localStorage.getItem("wedge-settings")) localStorage.setItem("wedge-settings", stored);
  }, JSON.stringify(values));
}

type Mode = "alone" | "threads";

/** Runs a command many times in one Worker of the page, on one thread or on as many as there are. */
export function runMany<T>(page: Page, times: number, command: string, data = "", mode: Mode = "alone"): Promise<(T | undefined)[]> {
  interface Wedge {
    searcher(mode: Mode): { search(command: string, data: string): Promise<T | undefined> };
  }
  return page.evaluate(
    async ([times, command, data, mode]) => {
      const searcher = (globalThis as unknown as { wedge: Wedge }).wedge.searcher(mode);
      const answers = [];
      for (let time = 0; time < times; time++) answers.push(await searcher.search(command, data));
      return answers;
    },
    [times, command, data, mode] as const,
  );
}

/** Runs a command once. */
export async function run<T>(page: Page, command: string, data = "", mode: Mode = "alone"): Promise<T> {
  return (await runMany<T>(page, 1, command, data, mode))[0] as T;
}
