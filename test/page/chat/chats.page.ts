import { describe, expect, test } from "vitest";
import { be, chats, half, isPrivate, makeVideo, messages, type } from "../browser/people.ts";
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

  test("what only one person may see is not shown to the other", async () => {
    const { page } = await visit();
    await type(page, chat, "/video-help");
    const help = messages(page, chat, "How to make a video");
    await isPrivate(help);
    await be(page, "Ben");
    await help.waitFor({ state: "detached" });
  });
});

describe("the page", () => {
  test("shows a thread on Slack with its replies, and takes new ones", async () => {
    const { page } = await visit();
    const slack = half(page, "Slack");
    await type(page, "Slack", "who has a boat?");
    await messages(page, "Slack", "who has a boat?").hover();
    await messages(page, "Slack", "who has a boat?").getByRole("button", { name: "Reply in thread" }).click();
    const thread = slack.getByRole("region", { name: "Thread" });
    await thread.getByRole("textbox", { name: "Reply on Slack" }).fill("I have one");
    await page.keyboard.press("Enter");
    await thread.getByRole("article").filter({ hasText: "I have one" }).waitFor();
    await thread.getByRole("button", { name: "Close thread" }).click();
    await be(page, "Ben");
    await messages(page, "Slack", "who has a boat?")
      .getByRole("button", { name: /^1 reply/ })
      .waitFor();
    expect(await slack.getByText("I have one").isVisible()).toBe(false);
  });

  test("takes a private message on Discord away by Dismiss message", async () => {
    const { page } = await visit();
    await type(page, "Discord", "/video-help");
    const help = messages(page, "Discord", "How to make a video");
    await help.getByRole("button", { name: "Dismiss message" }).click();
    await help.waitFor({ state: "detached" });
  });

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
