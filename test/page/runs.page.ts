import { describe, expect, test } from "vitest";
import { plays } from "./browser/in-page.ts";
import { chats, half, makeVideo, strip } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("a video", () => {
  test.for(chats)(
    "on %s begins with what is typed, which is its caption, and ends with a film that plays",
    async (chat) => {
      const { page, sandbox } = await visit();
      const prompt = "a <b>kite</b> in the wind";
      const card = await makeVideo(page, chat, `/video ${prompt}`);
      const film = card.locator("video").first();
      await expect.poll(() => plays(film), { timeout: 15_000 }).toBe(true);
      expect(await film.getAttribute("aria-label")).toBe(`Video of: ${prompt}`);
      expect(await card.locator("figcaption").last().innerText()).toContain(prompt);
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
      if (chat === "Discord") return;
      await half(page, "Slack")
        .getByRole("button", { name: /2 replies/ })
        .click();
      const file = half(page, "Slack").getByRole("region", { name: "Thread" }).getByRole("article").last();
      await file.locator("figcaption").getByText(prompt).waitFor();
    },
  );
});
