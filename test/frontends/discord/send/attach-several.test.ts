import { expect, test } from "vitest";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { message } from "../typed.ts";
import { aCard } from "../video-card.ts";

const url = "https://videos.example/1.mp4";
const films = message({
  tone: "good",
  title: "Your 3 videos are ready",
  videos: [1, 2, 3].map((nth) => ({ nth, description: `scene ${nth} in the rain` })),
});

/** A batch's card on Discord's emulator. */
async function aBatchCard() {
  const world = await aCard();
  const put = async (to: DiscordReply, nth: number) => {
    const { attach } = world.frontEnd.chat;
    const result = await attach?.(to, films, { url, nth, triedAt: null, signal: world.aborter.signal });
    if (!result?.ok || result.value.reply.platform !== "discord") throw new Error(JSON.stringify(result));
    return result.value.reply;
  };
  const names = () => world.card()?.attachments.map(({ filename }) => filename);
  return { ...world, put, names };
}

test("each film of a batch joins those that are there, under a name of its own, in their order", async () => {
  const { reply, put, names, card, refusals } = await aBatchCard();
  const second = await put(reply, 2);
  const both = await put(second, 1);
  expect(both.files).toMatchObject([{ nth: 2 }, { nth: 1 }]);
  const all = await put(both, 3);
  expect(names()?.toSorted()).toEqual([
    "1-scene-1-in-the-rain.mp4",
    "2-scene-2-in-the-rain.mp4",
    "3-scene-3-in-the-rain.mp4",
  ]);
  const shown = JSON.stringify(card()?.components);
  expect(shown.match(/scene \d in the rain/g)).toEqual([
    "scene 1 in the rain",
    "scene 2 in the rain",
    "scene 3 in the rain",
  ]);
  expect(all.files).toHaveLength(3);
  expect(refusals()).toBe(0);
});

test("a film that is put there once more takes the place of itself alone", async () => {
  const { reply, put, names } = await aBatchCard();
  const both = await put(await put(reply, 1), 2);
  const again = await put(both, 1);
  expect(names()).toHaveLength(2);
  expect(again.files?.map(({ nth }) => nth)).toEqual([2, 1]);
  // As if the answer to the second had been lost.
  await put(await put(reply, 1), 2);
  expect(names()).toHaveLength(2);
});

test("every edit keeps them all, and one that names a film which is gone leaves the words", async () => {
  const { reply, put, names, show } = await aBatchCard();
  const both = await put(await put(reply, 1), 2);
  expect(await show(both, { ...films, title: "With a new link" }, "in_place")).toMatchObject({ ok: true });
  expect(names()).toHaveLength(2);
  const gone = { ...both, files: [{ id: "999", name: "1-scene-1-in-the-rain.mp4", nth: 1 }] };
  expect(await show(gone, { ...films, title: "Words alone" }, "in_place")).toMatchObject({
    ok: true,
    value: { reply: { messageId: both.messageId } },
  });
});
