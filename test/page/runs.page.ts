import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { plays } from "./in-page.ts";
import { chats, half, strip, type } from "./people.ts";
import { aBrowser } from "./visit.ts";

describe.runIf(hasChromium)("a video", () => {
  const visit = aBrowser();

  test.for(chats)("on %s begins with what is typed and ends with a film that plays", async (chat) => {
    const { page, sandbox } = await visit();
    await type(page, chat, "/video a paper boat in the rain");
    const card = half(page, chat).getByRole("article").filter({ hasText: "a paper boat in the rain" });
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
});
