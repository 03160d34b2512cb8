import { describe, expect, test } from "vitest";
import { sceneNow } from "../../sandbox/src/scenes.ts";
import { isFocused } from "./browser/in-page.ts";
import { be, botRegion, chats, form, makeVideo, messages, scene, serviceRegion, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("the controls of the video service", () => {
  test("can finish a stuck video and make a slow video fail", async () => {
    const { page, sandbox } = await visit({ taskMs: 20_000 });
    await scene(page).selectOption("stuck");
    await type(page, "Discord", "/video a stuck boat");
    await serviceRegion(page).getByText("a stuck boat").waitFor();
    await serviceRegion(page)
      .getByRole("button", { name: /^Finish/ })
      .click();
    await messages(page, "Discord", "95 credits used").waitFor();
    await scene(page).selectOption("slow");
    await type(page, "Slack", "/video a slow boat");
    await serviceRegion(page).getByText("a slow boat").waitFor();
    await serviceRegion(page).getByRole("button", { name: /^Fail/ }).click();
    await messages(page, "Slack", "95 credits were refunded").first().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 95, tasks: 2 });
  });

  test("can remove all credits from the account and add credits again", async () => {
    const { page, sandbox } = await visit();
    await serviceRegion(page)
      .getByRole("button", { name: /^Empty/ })
      .click();
    await type(page, "Discord");
    await messages(page, "Discord", "your account doesn't have enough").waitFor();
    await serviceRegion(page).getByRole("button", { name: /^Fill/ }).click();
    await expect.poll(() => sandbox.video.credits()).toBeGreaterThan(95);
    await messages(page, "Discord", "your account doesn't have enough").getByRole("button", { name: "Again" }).click();
    await messages(page, "Discord", "95 credits used").waitFor();
  });
});

test("a price that a person sets on the page is charged and shown on both platforms", async () => {
  const { page, sandbox, log } = await visit();
  const price = serviceRegion(page).getByLabel("480p · 10 s");
  expect(await price.inputValue()).toBe("95");
  await price.fill("120");
  await price.press("Enter");
  await expect.poll(() => sandbox.video.prices()["480p"][10]).toBe(120);
  for (const chat of chats) {
    await type(page, chat);
    await messages(page, chat, "120 credits used").waitFor();
  }
  const warned = log.lines.filter(({ event }) => event.startsWith("the video service charged another price"));
  expect(warned).toMatchObject([{ fields: { price: 95, charged: 120 } }]);
  await price.fill("");
  await price.press("Enter");
  await page.getByText("That did not work").waitFor();
  await expect.poll(() => price.inputValue()).toBe("120");
});

describe("a scene's URL", () => {
  test("opens the page in that scene, and changes when a person chooses another scene", async () => {
    const { page, sandbox } = await visit();
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/?scene=fails`);
    await expect.poll(() => scene(page).inputValue()).toBe("fails");
    await serviceRegion(page).getByText("It fails halfway").waitFor();
    await type(page, "Discord");
    await messages(page, "Discord", "95 credits were refunded").first().waitFor();

    await scene(page).selectOption({ label: "Slack is down" });
    await page.waitForURL(`${origin}/?scene=slack-down`);
    expect(sceneNow(sandbox)).toBe("slack-down");
    await scene(page).selectOption({ label: "The video is made" });
    await page.waitForURL(`${origin}/`);
    expect(sceneNow(sandbox)).toBe("finishes");

    await page.goto(`${origin}/?scene=nowhere`);
    await page.getByText("There is no scene “nowhere”.").waitFor();
    expect(sceneNow(sandbox)).toBe("finishes");
  });
});

const REFUSED = /This prompt isn't allowed here: this sandbox refuses such prompts/;

describe("a forbidden word that a person sets on the page", () => {
  test("is refused in prompts on both platforms until the person removes the word", async () => {
    const { page, sandbox } = await visit();
    const words = serviceRegion(page).getByLabel("Refuse prompts that contain");
    await words.fill("Boat, kite");
    await words.press("Enter");
    for (const chat of chats) {
      await type(page, chat);
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

describe("a person's language", () => {
  test("can be chosen on the page for each person, and is used by the bot", async () => {
    const { page } = await visit();
    const language = page.getByRole("combobox", { name: "Your language" });
    await language.selectOption("Deutsch");
    await page.getByText("Slack follows within a minute").waitFor();
    await type(page, "Discord");
    await messages(page, "Discord", "Das Video ist fertig").first().waitFor();
    // The browser's own language is English.
    await messages(page, "Discord", "in 30 Tagen").first().waitFor();

    await be(page, "Ben");
    await language.locator("option:checked", { hasText: "English" }).waitFor({ state: "attached" });
    await language.selectOption("日本語");
    await type(page, "Slack");
    await messages(page, "Slack", "まずAPIキーを追加してください").waitFor();

    await page.reload();
    await language.locator("option:checked", { hasText: "日本語" }).waitFor({ state: "attached" });
    await be(page, "Cleo");
    await language.locator("option:checked", { hasText: "English" }).waitFor({ state: "attached" });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText(/It costs nothing/).waitFor();
    await other
      .getByRole("combobox", { name: "Your language" })
      .locator("option:checked", { hasText: "Deutsch" })
      .waitFor({ state: "attached" });
  });
});

describe("the page's section about the bot", () => {
  test("shows how long the sandbox's bot keeps videos", async () => {
    const { page } = await visit();
    await botRegion(page)
      .getByText(/^This bot keeps videos for 30 days .* A new installation keeps none/)
      .waitFor();
  });

  test("has no button “Kill” if the bot runs in the sandbox's process", async () => {
    const { page } = await visit();
    await botRegion(page).getByText("is running.").waitFor();
    expect(await page.getByRole("button", { name: "Kill the bot" }).count()).toBe(0);
    await type(page, "Discord");
    await messages(page, "Discord", "95 credits used").waitFor();
    await scene(page).selectOption("fails");

    const reset = botRegion(page).getByRole("button", { name: "Reset" });
    await reset.click();
    await form(page).getByRole("button", { name: "Keep it" }).click();
    await expect.poll(() => isFocused(reset)).toBe(true);
    await messages(page, "Discord", "95 credits used").waitFor();

    await reset.click();
    const again = page.waitForEvent("load");
    await form(page).getByRole("button", { name: "Reset everything" }).click();
    await again;
    await serviceRegion(page).getByText("Nothing was charged yet.").waitFor();
    expect(await messages(page, "Discord", "95 credits used").count()).toBe(0);
    expect(await scene(page).inputValue()).toBe("finishes");
    await botRegion(page).getByText("is running.").waitFor();
  });
});
