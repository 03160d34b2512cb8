import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { de } from "../../src/messages/words/de.ts";
import { ja } from "../../src/messages/words/ja.ts";
import { faintTexts, ground, overhang, overlength, unnamedAndBroken } from "./browser/in-page.ts";
import {
  be,
  chats,
  form,
  half,
  makeVideo,
  messages,
  putAway,
  scene,
  serviceRegion,
  show,
  type,
} from "./browser/people.ts";
import { goOn, longest, scenes } from "./browser/scenes.ts";
import { phone, sizes, tablet, themes, type Visit, visit, wordy } from "./browser/visit.ts";

const SCENES = ["Ein Papierboot treibt im Donaudampfschifffahrtsgesellschaftswetter", "雨の中の紙の舟"].join("\n");
const WORDS = { de, ja };
/** Lists the elements of messages and forms that extend beyond the window's edge or are cut off. */
const BEYOND = `[...document.querySelectorAll("article, article *, dialog *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map(({ textContent }) => textContent)`;

/** Menus of the form whose selected text is wider than the menu and is not shown in full below it. */
const CUT_OFF = `[...document.querySelectorAll("dialog select")].filter((menu) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(menu).font;
  const words = menu.selectedOptions[0].textContent;
  const below = menu.parentElement.querySelector(".chosen");
  const isBelow = below.checkVisibility() && below.textContent === words;
  return pen.measureText(words).width > menu.clientWidth - 44 && !isBelow;
}).map((menu) => menu.selectedOptions[0].textContent)`;

/**
 * Lists all faults of what the page shows now: what does not fit at three widths, and what is hard to read in either theme
 * at the narrowest and the widest one.
 */
async function faultsOf({ page }: Visit, more: () => Promise<readonly string[]> = async () => []): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wide = await overhang(page);
    if (wide > 0) faults.push(`${size.width}: ${wide} px too wide`);
    if (size === tablet) continue;
    for (const fault of await more()) faults.push(`${size.width}: ${fault}`);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      for (const words of await faintTexts(page)) faults.push(`${size.width} ${colorScheme}: faint: ${words}`);
    }
  }
  await page.setViewportSize(phone);
  return faults;
}

/** The distances of its top and bottom edges from the top of the window, in pixels. */
async function extent(part: Locator): Promise<readonly [top: number, bottom: number]> {
  const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {};
  return [y, y + height];
}

describe("the page", () => {
  test("fits every screen size and passes the accessibility checks of axe in each scene", {
    timeout: 600_000,
  }, async () => {
    const there = await visit({ size: phone });
    const { page } = there;
    for (const scene of scenes) {
      await goOn(there, scene);
      if (scene.name === "service") await serviceRegion(page).getByText("All requests and messages").click();
      expect([scene.name, await faultsOf(there, () => unnamedAndBroken(page))]).toEqual([scene.name, []]);
      if (!scene.name.startsWith("done-on") || scene.part === "Service") continue;
      const card = messages(page, scene.part, "95 credits used").last();
      for (const under of [card, card.getByRole("button").first()]) {
        const faults = await faultsOf(there, async () => {
          await under.hover();
          return [];
        });
        expect([`${scene.name}, under the pointer`, faults]).toEqual([`${scene.name}, under the pointer`, []]);
      }
    }
  });

  test.for(wordy)(
    "shows no truncated text in the language %s with the longest cards and a batch's form",
    async (language) => {
      const there = await visit({ size: phone, language });
      const { page } = there;
      for (const scene of longest) {
        await goOn(there, scene);
        expect([scene.name, await faultsOf(there)]).toEqual([scene.name, []]);
      }
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
    },
  );

  test("shows the video service next to both platforms in a window of 1024 pixels", async () => {
    const { page } = await visit({ size: tablet });
    await makeVideo(page, "Discord");
    expect([await overhang(page), await overlength(page)]).toEqual([0, 0]);
    const notice = await page.getByText("Discord notified Ada").locator("..").boundingBox();
    expect(notice?.x).toBeGreaterThan((await serviceRegion(page).boundingBox())?.x ?? Number.NaN);
    for (const part of [
      serviceRegion(page),
      scene(page),
      serviceRegion(page).getByRole("region", { name: "Account" }),
    ]) {
      const [top, bottom] = await extent(part);
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThanOrEqual(tablet.height);
    }
  });

  test("gives the chosen view three quarters of a phone's screen", async () => {
    const { page } = await visit({ size: phone });
    const top = async () => (await extent(page.getByRole("main")))[0];
    expect(await top()).toBeLessThan(phone.height / 4);
    await makeVideo(page, "Discord");
    for (const name of ["Ben", "Cleo"] as const) {
      await be(page, name);
      expect(await top()).toBeLessThan(phone.height / 4);
    }
    expect([await overhang(page), await overlength(page)]).toEqual([0, 0]);
    await show(page, "Service");
    const [, bottom] = await extent(scene(page));
    expect(bottom).toBeLessThan(phone.height / 2);
  });

  test.for(chats)("shows a notification outside the view of %s on a phone", async (chat) => {
    const { page } = await visit({ size: phone });
    const name = page.getByRole("heading", { name: "Reelay sandbox" });
    const [nameTop, nameBottom] = await extent(name);
    expect(nameTop).toBeGreaterThanOrEqual(0);
    expect(nameBottom - nameTop).toBeGreaterThan(15);
    await show(page, chat);
    await makeVideo(page, chat);
    const notice = page.getByText(`${chat} notified Ada`).locator("..");
    await notice.waitFor();
    const [, noticeBottom] = await extent(notice);
    const [chatTop] = await extent(half(page, chat));
    expect(noticeBottom).toBeLessThan(chatTop);
  });
});

const BLURPLE = "rgb(88, 101, 242)";
const AUBERGINE = { light: "rgb(74, 21, 75)", dark: "rgb(53, 13, 54)" };

describe("each platform's view", () => {
  test("has the platform's colors and readable buttons in the light and in the dark theme", async () => {
    const { page } = await visit();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const [discord, slack] = [half(page, "Discord"), half(page, "Slack")];
      expect(await ground(discord.getByRole("heading", { name: "Discord" }))).toBe(BLURPLE);
      expect(await ground(discord.getByRole("button", { name: /^Try / }))).toBe(BLURPLE);
      expect(await ground(slack.locator("header.bar"))).toBe(AUBERGINE[theme]);
      const grey = await ground(discord.locator(".composer .box"));
      expect(grey).toBe(theme === "light" ? "rgb(235, 237, 239)" : "rgb(56, 58, 64)");

      const buttons = [
        page.getByRole("button", { name: "Show me" }),
        page.getByRole("button", { name: "Show a sequel" }),
        discord.getByRole("button", { name: /^Try / }),
        slack.getByRole("button", { name: /^Try / }),
      ];
      for (const button of buttons) {
        await button.first().hover();
        expect(await faintTexts(page)).toEqual([]);
      }
    }
  });
});
