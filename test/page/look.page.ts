import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { overhang } from "./in-page.ts";
import { chats, half, show, type } from "./people.ts";
import { aBrowser, desktop, phone } from "./visit.ts";

describe.runIf(hasChromium)("the page", () => {
  const visit = aBrowser();

  test.for([phone, desktop])("is never wider than a window of $width", async (size) => {
    const { page } = await visit({ size });
    for (const chat of chats) {
      if (size === phone) await show(page, chat);
      await type(page, chat, "/video a paper boat in the rain");
      await half(page, chat).getByText("The video is ready").waitFor();
      expect(await overhang(page)).toBe(0);
    }
  });
});
