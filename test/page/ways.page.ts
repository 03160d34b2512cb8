import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "./browser/chromium.ts";
import { desk, form, half, messages, show, type } from "./browser/people.ts";
import { aBrowser, phone } from "./browser/visit.ts";

const isFocused = (node: Locator): Promise<boolean> => node.evaluate((it: Focusable) => it.matches(":focus"));

interface Focusable {
  matches(selector: string): boolean;
}

const box = (page: Page, chat: "Discord" | "Slack") =>
  half(page, chat).getByRole("combobox", { name: chat === "Discord" ? "Command on Discord" : "Message on Slack" });

const isReady = (page: Page): Promise<void> => page.getByText("bot connected").first().waitFor({ state: "attached" });

describe.runIf(hasChromium)("somebody without a mouse", () => {
  const visit = aBrowser();

  test.for([{ size: undefined }, { size: phone }])("skips to each part by the first links, in %o", async ({ size }) => {
    const { page } = await visit(size ? { size } : {});
    const targets = { Discord: half(page, "Discord"), Slack: half(page, "Slack"), "the service": desk(page) };
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

  test("writes on the platform that was used last by the key /, which stays a slash in a field and in a form", async () => {
    const { page } = await visit();
    await isReady(page);
    await page.keyboard.press("/");
    expect(await isFocused(box(page, "Discord"))).toBe(true);
    expect(await box(page, "Discord").inputValue()).toBe("");
    await page.keyboard.press("/");
    expect(await box(page, "Discord").inputValue()).toBe("/");

    await half(page, "Slack").getByRole("tab", { name: "Home" }).click();
    await page.keyboard.press("/");
    expect(await isFocused(box(page, "Slack"))).toBe(true);
    await type(page, "Slack", "/video");
    await form(page)
      .getByRole("textbox", { name: /^Prompt/ })
      .fill("half");
    await page.keyboard.type("/half");
    expect(
      await form(page)
        .getByRole("textbox", { name: /^Prompt/ })
        .inputValue(),
    ).toBe("half/half");
    await form(page).getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("/");
    expect(await isFocused(form(page).getByRole("button", { name: "Cancel" }))).toBe(true);
    await page.keyboard.press("Escape");

    await type(page, "Slack", "who has a boat?");
    const message = messages(page, "Slack", "who has a boat?");
    await message.hover();
    await message.getByRole("button", { name: "Reply in thread" }).click();
    await page.getByRole("radio", { name: "Ada" }).focus();
    await page.keyboard.press("/");
    expect(await isFocused(half(page, "Slack").getByRole("textbox", { name: "Reply on Slack" }))).toBe(true);
  });

  test("comes to the platform in front on a phone, and back to it from the service", async () => {
    const { page } = await visit({ size: phone });
    await show(page, "Slack");
    await page.keyboard.press("/");
    expect(await isFocused(box(page, "Slack"))).toBe(true);
    await show(page, "Service");
    await page.keyboard.press("/");
    expect(await isFocused(box(page, "Slack"))).toBe(true);
  });
});
