import { describe, expect, test } from "vitest";
import { hasChromium } from "../browser/chromium.ts";
import { chats, form, half, messages, press, putAway, show, type } from "../browser/people.ts";
import { aBrowser, looks, phone } from "../browser/visit.ts";
import { violations } from "./axe.ts";

const SCENES = [1, 2, 3].map(
  (nth) =>
    `Szene ${nth}: Ein Papierboot treibt bei Donaudampfschifffahrtsgesellschaftswetter an der Hafenpromenade vorbei`,
);

describe.runIf(hasChromium).for(chats)("the card of three long scenes, on %s,", (chat) => {
  const visit = aBrowser();

  test.for(looks)(
    "plays each film, fits, and has nothing that axe finds fault with, %s in %o",
    async ([theme, size]) => {
      const { page } = await visit({ theme, size });
      if (size === phone) await show(page, chat);
      await type(page, chat, "/video-batch");
      await form(page)
        .getByRole("textbox", { name: /^Scenes/ })
        .fill(SCENES.join("\n"));
      await form(page)
        .getByRole("button", { name: /^(Submit|See the price)$/ })
        .click();
      await press(page, chat, "Start 3 videos");
      const card = messages(page, chat, "Your 3 videos are ready").first();
      await card.waitFor();
      if (chat === "Discord") await card.locator("video").nth(2).waitFor();
      else {
        await card.getByRole("button", { name: /\d replies/ }).click();
        const thread = half(page, "Slack").getByRole("region", { name: "Thread" });
        await thread.locator("video").nth(2).waitFor();
      }
      await putAway(page);
      for (const nth of [1, 2, 3])
        await card
          .getByText(new RegExp(`^${nth}\\. Szene ${nth}`))
          .first()
          .waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(await violations(page)).toEqual([]);
    },
  );
});
