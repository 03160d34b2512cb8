import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { half, serviceRegion } from "./browser/people.ts";
import { phone, visit } from "./browser/visit.ts";

const isFocused = (node: Locator): Promise<boolean> => node.evaluate((it: Focusable) => it.matches(":focus"));

interface Focusable {
  matches(selector: string): boolean;
}

const isReady = (page: Page): Promise<void> => page.getByText("bot connected").first().waitFor({ state: "attached" });

describe("somebody without a mouse", () => {
  test.for([{ size: undefined }, { size: phone }])("skips to each part by the first links, in %o", async ({ size }) => {
    const { page } = await visit(size ? { size } : {});
    const targets = { Discord: half(page, "Discord"), Slack: half(page, "Slack"), "the service": serviceRegion(page) };
    let links = 0;
    for (const [name, target] of Object.entries(targets)) {
      await page.reload();
      await isReady(page);
      links += 1;
      for (let tabs = 0; tabs < links; tabs += 1) await page.keyboard.press("Tab");
      const link = page.getByRole("link", { name: `Skip to ${name}` });
      expect(await isFocused(link)).toBe(true);
      const at = await link.boundingBox();
      expect(at?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("Enter");
      expect(await isFocused(target)).toBe(true);
      expect(await target.isVisible()).toBe(true);
    }
  });
});
