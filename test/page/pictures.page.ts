import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { animate, be, chats, form, half, messages, say, submit } from "./people.ts";
import { aBrowser } from "./visit.ts";

const portrait = new URL("../../src/sandbox/assets/portrait.png", import.meta.url).pathname;

describe.runIf(hasChromium).for(chats)("on %s", (chat) => {
  const visit = aBrowser();

  test("Animate this makes a video of the picture in somebody's message, in its shape", async () => {
    const { page, sandbox } = await visit();
    await be(page, "Ben");
    await say(page, chat, "my cat", portrait);
    await be(page, "Ada");
    await animate(page, chat, messages(page, chat, "my cat"));
    await form(page)
      .getByRole("textbox", { name: /^Prompt/ })
      .fill("it yawns");
    await submit(page);
    await messages(page, chat, "95 credits used").waitFor();
    expect(sandbox.video.tasks()).toMatchObject([{ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" }]);
    expect(await half(page, chat).getByRole("article").filter({ hasText: "my cat" }).count()).toBe(1);
  });
});
