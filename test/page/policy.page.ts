import { describe, expect, test } from "vitest";
import { chats, makeVideo, messages, serviceRegion, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

const REFUSED = /This prompt isn't allowed here: this sandbox refuses such prompts/;

describe("rules on prompts", () => {
  test("refuse on both platforms, for nothing, prompts that contain a word typed on the page, until it is taken away", async () => {
    const { page, sandbox } = await visit();
    const words = serviceRegion(page).getByLabel("Refuse prompts that contain");
    await words.fill("Boat, kite");
    await words.press("Enter");
    for (const chat of chats) {
      await type(page, chat, "/video a paper boat in the rain");
      await messages(page, chat, REFUSED)
        .getByText(/^Only (you|visible to you)/)
        .first()
        .waitFor();
    }
    expect(await page.getByText("That did not work").count()).toBe(0);
    expect(sandbox.video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });

    await page.reload();
    await expect.poll(() => words.inputValue()).toBe("Boat, kite");
    await words.fill("");
    await words.press("Enter");
    await makeVideo(page, "Discord");
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});
