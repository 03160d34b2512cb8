import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { be, chats, form, half, makeVideo, messages, press, submit, type } from "./people.ts";
import { aBrowser } from "./visit.ts";

describe.runIf(hasChromium).for(chats)("on %s", (chat) => {
  const visit = aBrowser();

  test("Again makes the same video once more", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, chat);
    await press(page, chat, "Again");
    await messages(page, chat, "95 credits used").nth(1).waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });

  test("Edit & run opens the form with the old words, and makes what stands there then", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, chat);
    await press(page, chat, "Edit & run");
    const prompt = form(page).getByRole("textbox", { name: /^Prompt/ });
    expect(await prompt.inputValue()).toBe("a paper boat in the rain");
    await prompt.fill("a paper boat in the sun");
    await submit(page);
    await messages(page, chat, "a paper boat in the sun").filter({ hasText: "95 credits used" }).waitFor();
    expect(sandbox.video.tasks().map(({ prompt }) => prompt)).toEqual([
      "a paper boat in the rain",
      "a paper boat in the sun",
    ]);
  });

  test("In 720p names its price to its person alone; Cancel starts nothing, Start it pays it", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, chat);
    await press(page, chat, "In 720p");
    const question = messages(page, chat, "It costs 205 credits");
    await question.getByText(/Only (you can see|visible to you)/).waitFor();
    await press(page, chat, "Cancel");
    await messages(page, chat, "Nothing was started").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(1);

    await press(page, chat, "In 720p");
    await question.waitFor();
    await be(page, "Ben");
    await question.waitFor({ state: "detached" });
    await be(page, "Ada");
    await press(page, chat, "Start it");
    await messages(page, chat, "205 credits used").waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
  });

  test("Fresh link says to its person alone how long the link is good", async () => {
    const { page } = await visit();
    await makeVideo(page, chat);
    await press(page, chat, "Fresh link");
    await messages(page, chat, "The link is still good until")
      .getByText(/Only (you can see|visible to you)/)
      .waitFor();
  });

  test("Delete takes the card away, and is refused to others in private", async () => {
    const { page } = await visit();
    const card = await makeVideo(page, chat);
    await be(page, "Ben");
    await press(page, chat, "Delete");
    await messages(page, chat, "Only the person who asked")
      .getByText(/Only (you can see|visible to you)/)
      .waitFor();
    await be(page, "Ada");
    await card.waitFor();
    expect(await messages(page, chat, "Only the person who asked").count()).toBe(0);
    await press(page, chat, "Delete");
    await half(page, chat).getByText("The video is ready").waitFor({ state: "detached" });
  });

  test("Notify me too has its presser called at the end, too", async () => {
    const { page, sandbox } = await visit();
    sandbox.video.nextFate("stuck");
    await type(page, chat, "/video a paper boat in the rain");
    await be(page, "Ben");
    await press(page, chat, "Notify me too");
    await messages(page, chat, "You will be told too").waitFor();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText(new RegExp(`${chat} notified Ada and Ben`)).waitFor();
  });

  test("a video that failed gives its credits back, and Again tries anew", async () => {
    const { page, sandbox } = await visit();
    sandbox.video.nextFate("fails");
    await type(page, chat, "/video a paper boat in the rain");
    await messages(page, chat, "95 credits came back to you").first().waitFor();
    await press(page, chat, "Again");
    await messages(page, chat, "95 credits used").waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 95, tasks: 2 });
  });

  test("a video that may have been charged is made again only after the risk was named", async () => {
    const { page, sandbox } = await visit();
    sandbox.video.nextFate("lost_answer");
    await type(page, chat, "/video a paper boat in the rain");
    await messages(page, chat, "It may have been charged").first().waitFor();
    await press(page, chat, "Again");
    await messages(page, chat, "Start it once more?").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(1);
    await press(page, chat, "Start it");
    await messages(page, chat, "95 credits used").waitFor();
  });
});
