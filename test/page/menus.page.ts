import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { chats, half, messages, type } from "./people.ts";
import { aBrowser } from "./visit.ts";

describe.runIf(hasChromium).for(chats)("on %s", (chat) => {
  const visit = aBrowser();

  test("a menu stays open, and its item in focus, while its message changes; Escape gives the focus back", async () => {
    const { page, sandbox } = await visit();
    sandbox.video.nextFate("stuck");
    await type(page, chat, "/video a paper boat in the rain");
    const card = messages(page, chat, "a paper boat in the rain").first();
    await card.getByText("Making the video").waitFor();
    await card.hover();
    const more = card.getByRole("button", { name: chat === "Discord" ? "More" : "More actions", exact: true });
    await more.click();
    const item = half(page, chat).getByRole("menuitem", { name: /Animate this/ });
    await item.waitFor();
    sandbox.video.settle(sandbox.video.tasks()[0]?.id ?? "", "succeeded");
    await card.getByText("The video is ready").waitFor();
    expect(await item.evaluate((node) => node.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    expect(await more.evaluate((node) => node.matches(":focus"))).toBe(true);
    await more.click();
    await page.getByRole("radio", { name: "Ada" }).focus();
    await item.waitFor({ state: "hidden" });
  });
});
