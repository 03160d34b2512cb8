import type { Page } from "playwright-core";

/** Goes on from one to the next, as somebody without a mouse does, until something of that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const focused = page.locator(":focus");
  const isIt = (words: string | null) =>
    words !== null && (typeof name === "string" ? words === name : name.test(words));
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press(key);
    if ((await focused.count()) === 0) continue;
    if (isIt(await focused.getAttribute("aria-label")) || isIt(await focused.innerText())) return;
  }
  throw new Error(`nobody comes to ${name} by ${key}`);
}
