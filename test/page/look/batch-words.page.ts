import { describe, expect, test } from "vitest";
import { de } from "../../../src/messages/words/de.ts";
import { ja } from "../../../src/messages/words/ja.ts";
import { overhang } from "../browser/in-page.ts";
import { chats, form, half, messages, putAway, show, type } from "../browser/people.ts";
import { phone, visit, wordy } from "../browser/visit.ts";

const SCENES = ["Ein Papierboot treibt im Donaudampfschifffahrtsgesellschaftswetter", "雨の中の紙の舟"].join("\n");
const WORDS = { de, ja };
/** Lists the elements of messages and forms that extend beyond the window's edge or are cut off. */
const BEYOND = `[...document.querySelectorAll("article, article *, dialog *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map(({ textContent }) => textContent)`;

/** Menus of the form whose chosen words are wider than they are, and do not stand below in full. */
const CUT_OFF = `[...document.querySelectorAll("dialog select")].filter((menu) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(menu).font;
  const words = menu.selectedOptions[0].textContent;
  const below = menu.parentElement.querySelector(".chosen");
  const isBelow = below.checkVisibility() && below.textContent === words;
  return pen.measureText(words).width > menu.clientWidth - 44 && !isBelow;
}).map((menu) => menu.selectedOptions[0].textContent)`;

describe("several videos on a phone", () => {
  test.for(wordy)("fit in the words of %s: their form, their question, their card and its menu", async (language) => {
    const { page } = await visit({ size: phone, language });
    for (const chat of chats) {
      const fits = async (what: string) => {
        expect([what, await overhang(page), await page.evaluate(BEYOND)]).toEqual([what, 0, []]);
      };
      await show(page, chat);
      await type(page, chat, "/video-batch");
      await form(page).getByRole("textbox").first().fill(SCENES);
      await fits("form");
      expect(await page.evaluate(CUT_OFF)).toEqual([]);
      expect(await form(page).innerText()).toMatch(/95/);
      await form(page).locator("button[type=submit]").click();
      const start = half(page, chat).getByRole("button", { name: /190/ });
      await start.waitFor();
      await fits("question");
      await start.click();
      await half(page, chat)
        .getByText(/2\. 雨の中の紙の舟/)
        .first()
        .waitFor();
      await messages(page, chat, WORDS[language].several.ready(2)).first().waitFor();
      await putAway(page);
      await fits("card");
    }
  });
});
