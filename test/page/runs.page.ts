import { describe, expect, test } from "vitest";
import { plays } from "./browser/in-page.ts";
import { chats, half, makeVideo, strip, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("a video", () => {
  test.for(chats)("on %s begins with what is typed and ends with a film that plays", async (chat) => {
    const { page, sandbox } = await visit();
    await type(page, chat, "/video a paper boat in the rain");
    const card = half(page, chat).getByRole("article").filter({ hasText: "a paper boat in the rain" }).first();
    await card.getByText("The video is ready").waitFor();
    await expect.poll(() => plays(card.locator("video").first()), { timeout: 15_000 }).toBe(true);
    await page.getByRole("region", { name: "Notifications" }).getByText(`${chat} notified Ada`).waitFor();
    await strip(page).getByText("Notification").waitFor();
    await expect
      .poll(() => strip(page).getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(new RegExp(`Received\\s+from ${chat}`)),
        expect.stringMatching(/Answered\s+in \d+ ms/),
        expect.stringMatching(/Submitted\s+95 credits/),
        expect.stringMatching(/Polled\s+(once|\d+ times)/),
        expect.stringMatching(/Edited\s+(once|\d+ times)/),
        expect.stringMatching(/Final word\s+video ready, after \d+\.\d s/),
        expect.stringMatching(/Notification\s+after \d+\.\d s/),
      ]);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test.for(chats)("on %s has its prompt for a caption and a name, in the card and as a file", async (chat) => {
    const { page } = await visit();
    const card = await makeVideo(page, chat, "/video a <b>kite</b> in the wind");
    const film = card.locator("video").first();
    await film.waitFor();
    expect(await film.getAttribute("aria-label")).toBe("Video of: a <b>kite</b> in the wind");
    expect(await card.locator("figcaption").last().innerText()).toContain("a <b>kite</b> in the wind");
    if (chat === "Discord") return;
    await half(page, "Slack")
      .getByRole("button", { name: /2 replies/ })
      .click();
    const file = half(page, "Slack").getByRole("region", { name: "Thread" }).getByRole("article").last();
    await file.locator("figcaption").getByText("a <b>kite</b> in the wind").waitFor();
  });
});
