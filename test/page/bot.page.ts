import { beforeAll, describe, expect, test } from "vitest";
import { type BuiltBot, buildBot } from "../story/process/built-bot.ts";
import { form, messages, scene, serviceRegion, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

const bot = (page: Parameters<typeof serviceRegion>[0]) => serviceRegion(page).getByRole("region", { name: "The bot" });

describe("a bot in a process of its own", () => {
  let built: BuiltBot;
  beforeAll(async () => {
    built = await buildBot();
  }, 60_000);

  test("is killed in mid-video by a press, comes back, brings the video, and the page says that it was charged once", async () => {
    const { page, sandbox } = await visit({ taskMs: 20_000, builtBot: built.dir });
    await bot(page).getByText("is running.").waitFor();
    await type(page, "Discord", "/video a paper boat in the rain");
    const card = messages(page, "Discord", "a paper boat in the rain").first();
    await card.getByText(/\d% done/).waitFor();
    await bot(page).getByRole("button", { name: "Kill the bot" }).click();
    await bot(page).getByText("is being started…").waitFor();
    await bot(page)
      .getByText(
        /^The bot was killed in the middle of a video and is back after \d+\.\d s\. This video: 1 charge, 95 credits\. The video goes on\.$/,
      )
      .waitFor();
    await serviceRegion(page)
      .getByRole("button", { name: /^Finish/ })
      .click();
    await card.getByText("The video is ready").waitFor();
    await bot(page).getByText("This video: 1 charge, 95 credits. The video is ready.").waitFor();
    await serviceRegion(page).getByText("95 charged − 0 refunded = 95 spent, one task").waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    await page.reload();
    await bot(page).getByText("This video: 1 charge, 95 credits. The video is ready.").waitFor();
  });
});

describe("the page", () => {
  test("offers no kill where the bot shares the sandbox's process, and begins anew by Reset, which asks first", async () => {
    const { page } = await visit();
    await bot(page).getByText("is running.").waitFor();
    expect(await page.getByRole("button", { name: "Kill the bot" }).count()).toBe(0);
    await type(page, "Discord", "/video a paper boat in the rain");
    await messages(page, "Discord", "95 credits used").waitFor();
    await scene(page).selectOption("fails");

    const reset = bot(page).getByRole("button", { name: "Reset" });
    await reset.click();
    await form(page).getByRole("button", { name: "Keep it" }).click();
    await expect.poll(() => reset.evaluate((node) => node.matches(":focus"))).toBe(true);
    await messages(page, "Discord", "95 credits used").waitFor();

    await reset.click();
    const again = page.waitForEvent("load");
    await form(page).getByRole("button", { name: "Reset everything" }).click();
    await again;
    await serviceRegion(page).getByText("Nothing was charged yet.").waitFor();
    expect(await messages(page, "Discord", "95 credits used").count()).toBe(0);
    expect(await scene(page).inputValue()).toBe("finishes");
    await bot(page).getByText("is running.").waitFor();
  });
});
