import { describe, expect, test } from "vitest";
import { chats, half, makeVideo, messages, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

describe.for(chats)("on %s", (chat) => {
  test("after a reload everything stands where it stood", async () => {
    const { page } = await visit();
    await makeVideo(page, chat);
    await page.getByText(new RegExp(`${chat} notified Ada`)).waitFor();
    await half(page, chat).locator("video").first().waitFor();
    const buttons = ["Again · 95 credits", "Edit & run", "In 720p", "Delete"];
    const shown = async () => {
      const names = await messages(page, chat, "95 credits used").getByRole("button").allInnerTexts();
      return names.filter((name) => buttons.includes(name));
    };
    expect(await shown()).toEqual(buttons);
    await page.reload();
    await expect.poll(shown).toEqual(buttons);
    await half(page, chat).locator("video").first().waitFor();
  });
});

describe("the page", () => {
  test("tells in words what cannot be done any more", async () => {
    const { page, sandbox } = await visit();
    sandbox.video.nextFate("stuck");
    await type(page, "Discord", "/video a paper boat in the rain");
    await page.getByRole("button", { name: /^Finish/ }).waitFor();
    // The page knows no news while the video ends.
    let isHeld = true;
    await page.route("**/sandbox/state", async (route) => {
      await expect.poll(() => isHeld, { timeout: 8_000 }).toBe(false);
      await route.continue();
    });
    // It asks once at a time: while this one is held, no earlier one is on its way.
    await page.waitForRequest("**/sandbox/state");
    sandbox.video.settle(sandbox.video.tasks()[0]?.id ?? "", "succeeded");
    await page.getByRole("button", { name: /^Finish/ }).click();
    await page.getByText(/has already succeeded/).waitFor();
    isHeld = false;
    await messages(page, "Discord", "95 credits used").waitFor();
  });
});
