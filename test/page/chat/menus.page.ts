import { describe, expect, test } from "vitest";
import { chats, half, makeVideo, messages, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

describe.for(chats)("on %s", (chat) => {
  test("a video that is chosen in the list of one's own comes here, by keys alone", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, chat);
    await type(page, chat, "/video-jobs");
    const list = messages(page, chat, "Your videos");
    const opener = list.getByRole("button", { name: "Bring a video's card here…" });
    const { width = 0, height = 0 } = (await opener.boundingBox()) ?? {};
    // On one line, as a button is.
    expect(width).toBeGreaterThan(3 * height);
    await opener.press("Enter");
    await list.getByRole("menuitem", { name: "Ready: a paper boat in the rain" }).press("Enter");
    await expect.poll(() => messages(page, chat, /\d credits used/).count()).toBe(2);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

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
