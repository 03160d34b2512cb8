import { describe, expect, test } from "vitest";
import { form, half, makeVideo, messages, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

describe("what is offered while somebody types", () => {
  test("names the price of each choice, on Discord in its list and on Slack in its form", async () => {
    const { page } = await visit();
    const prices = ["480p (95 credits for 10 s, 143 for 15 s)", "720p (205 credits for 10 s, 308 for 15 s)"];
    const line = half(page, "Discord").getByRole("combobox", { name: "Command on Discord" });
    await line.pressSequentially("/video a boat reso");
    await half(page, "Discord")
      .getByRole("option", { name: /^resolution/ })
      .click();
    const offers = half(page, "Discord").getByRole("listbox").getByRole("option");
    await offers.first().waitFor();
    await expect.poll(() => offers.allInnerTexts()).toEqual(prices);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await line.inputValue()).toBe("/video prompt:a boat resolution:720p ");

    await type(page, "Slack", "/video");
    const choices = form(page)
      .getByRole("combobox", { name: /^Resolution/ })
      .getByRole("option");
    await choices.first().waitFor({ state: "attached" });
    expect(await choices.allInnerTexts()).toEqual(expect.arrayContaining(prices));
  });

  test("has one's own words of before, on Discord", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, "Discord");
    await half(page, "Discord").getByRole("combobox", { name: "Command on Discord" }).pressSequentially("/video boat");
    await half(page, "Discord").getByRole("option", { name: "a paper boat in the rain" }).click();
    await page.keyboard.press("Enter");
    await messages(page, "Discord", "95 credits used").nth(1).waitFor();
    expect(sandbox.video.tasks()[1]?.prompt).toBe("a paper boat in the rain");
  });
});
