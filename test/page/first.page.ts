import { describe, expect, test } from "vitest";
import { playing } from "./browser/in-page.ts";
import { chats, half, messages, show, strip } from "./browser/people.ts";
import { phone, visit } from "./browser/visit.ts";

describe("a person who opens the page for the first time", () => {
  test("sees a finished video that plays without a sound, reads what to try next, and no message that they did not ask for", async () => {
    const { page, sandbox } = await visit({ firstVideo: true, motion: "no-preference" });
    await messages(page, "Discord", "95 credits used").waitFor();
    const film = half(page, "Discord").locator("video").last();
    await expect.poll(() => playing(film)).toEqual({ plays: true, isMuted: true });
    await page.getByText(/^Try next: type \/video/).waitFor();
    await messages(page, "Slack", "95 credits used").waitFor();
    expect(await page.getByText("key is saved").count()).toBe(0);
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });

  test.for([{ size: undefined }, { size: phone }])(
    "sees each finished card from its beginning, in %o",
    async ({ size }) => {
      const { page } = await visit({ firstVideo: true, ...(size && { size }) });
      for (const chat of chats) {
        if (size) await show(page, chat);
        await messages(page, chat, "95 credits used").locator("video").waitFor();
        const card = messages(page, chat, "95 credits used");
        const timeline = page.getByRole("region", { name: `Messages on ${chat}` });
        const tops = async () => [(await card.boundingBox())?.y ?? 0, (await timeline.boundingBox())?.y ?? 0] as const;
        await expect.poll(async () => (([at, from]) => at - from)(await tops())).toBeGreaterThanOrEqual(-1);
      }
    },
  );

  test("sees it stand still where motion is unwelcome", async () => {
    const { page } = await visit({ firstVideo: true });
    const film = half(page, "Discord").locator("video").last();
    await film.waitFor();
    await strip(page).getByText("Notification").waitFor();
    expect(await playing(film)).toMatchObject({ plays: false });
  });
});
