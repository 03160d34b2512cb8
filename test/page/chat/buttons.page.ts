import { describe, expect, test } from "vitest";
import { be, chats, isPrivate, makeVideo, messages, press } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

describe.for(chats)("on %s", (chat) => {
  test("each button of a finished card does what it says, for its person alone", async () => {
    const { page, sandbox } = await visit();
    const card = await makeVideo(page, chat);

    await press(page, chat, "In 720p");
    await isPrivate(messages(page, chat, "It costs 205 credits"));
    await press(page, chat, "Cancel");
    await messages(page, chat, "Nothing was started").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(1);

    await be(page, "Ben");
    await messages(page, chat, "Nothing was started").waitFor({ state: "detached" });
    await press(page, chat, "Delete");
    await isPrivate(messages(page, chat, "Only the person who asked"));
    await be(page, "Ada");
    await messages(page, chat, "Only the person who asked").waitFor({ state: "detached" });
    await press(page, chat, "Delete");
    await isPrivate(messages(page, chat, "Delete this card?"));
    await messages(page, chat, "Delete this card?").getByRole("button", { name: "Delete" }).click();
    await messages(page, chat, "The card is deleted").waitFor();
    await card.waitFor({ state: "detached" });
    await messages(page, chat, "Delete this card?").waitFor({ state: "detached" });
    await messages(page, chat, "Your video is ready").waitFor({ state: "detached" });
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });
});
