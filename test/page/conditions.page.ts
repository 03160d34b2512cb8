import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Chat, chats, messages, scene, serviceRegion, strip, type } from "./browser/people.ts";
import { type Visit, visit } from "./browser/visit.ts";

const enter = ({ page }: Visit, name: string): Promise<unknown> => scene(page).selectOption(name);

/** A video that is seen to be on its way, and does not end by itself. */
async function running({ page, sandbox }: Visit, chat: Chat, words: string): Promise<Locator> {
  sandbox.video.nextFate("stuck");
  await type(page, chat, `/video ${words}`);
  const card = messages(page, chat, words).first();
  await card.getByText(/\d% done/).waitFor();
  return card;
}

const finish = ({ page }: Visit): Promise<void> =>
  serviceRegion(page)
    .getByRole("button", { name: /^Finish/ })
    .click();

describe.for(chats)("on %s", (chat) => {
  test("a video comes home when the platform is up again", async () => {
    const there = await visit();
    const card = await running(there, chat, "a paper boat in the rain");
    await enter(there, `${chat.toLowerCase()}-down`);
    await finish(there);
    await strip(there.page)
      .getByText(new RegExp(`by ${chat}`))
      .waitFor();
    expect(await card.getByText("The video is ready").count()).toBe(0);
    await enter(there, "finishes");
    await card.getByText("The video is ready").waitFor();
    await there.page.getByText(`${chat} notified Ada`).waitFor();
    expect(there.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });
});
