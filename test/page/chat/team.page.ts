import { describe, expect, test } from "vitest";
import { be, form, messages, press, strip, type } from "../browser/people.ts";
import { askAsCleo, setUpTeam, verdict } from "../browser/team.ts";
import { visit } from "../browser/visit.ts";

describe("a team's key", () => {
  // The tour of a team has most of it on Discord.
  test("is set up on Slack, a manager declines and approves there, and its cap stops what would pass it", async () => {
    const chat = "Slack";
    const { page, sandbox } = await visit();
    await setUpTeam(page, chat);

    await askAsCleo(page, chat, "a paper boat in the rain");
    await messages(page, chat, "Waiting for approval").waitFor();
    // Everybody reads the question, and only a manager may decide.
    await messages(page, chat, "Approve this video?").waitFor();
    await press(page, chat, "Approve 143 credits");
    await messages(page, chat, "Admins only").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(0);

    await be(page, "Ben");
    await press(page, chat, "Decline");
    await form(page).getByRole("textbox").fill("show more of the street");
    await form(page)
      .getByRole("button", { name: /^(Submit|Decline)$/ })
      .click();
    await verdict(page, chat, "will see it on the video's card");
    await be(page, "Cleo");
    await messages(page, chat, "show more of the street").first().waitFor();

    await askAsCleo(page, chat, "a paper boat in a wide street");
    await be(page, "Ben");
    await press(page, chat, "Approve 143 credits");
    await messages(page, chat, "Approved by @Ben").first().waitFor();
    await be(page, "Cleo");
    await messages(page, chat, "143 credits used").first().waitFor();
    await page.getByText(`${chat} notified Cleo`).last().waitFor();

    // What was paid belongs to what Cleo asked, before Ben's press.
    await strip(page).getByRole("button", { name: "Earlier act" }).click();
    await strip(page).getByText(`Cleo on ${chat}: /video a paper boat in a wide street`).waitFor();
    await strip(page).getByText("143 credits", { exact: true }).waitFor();
    await strip(page)
      .getByText(/^video ready, after/)
      .waitFor();

    await askAsCleo(page, chat, "a paper boat at night");
    await messages(page, chat, "This video costs 143 credits, and the team has 107 credits left this month").waitFor();
    await be(page, "Ben");
    await type(page, chat, "/video-team report");
    await messages(page, chat, "1 video, 143 credits spent").first().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 143, refunded: 0, tasks: 1 });
  });
});
