import { expect, test } from "vitest";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { inPlaceOf } from "../../../../src/core/film/card-films.ts";
import type { FilmPlace } from "../../../../src/core/film/film.ts";
import { message } from "../typed.ts";
import { aCard, attached, prompt } from "../video-card.ts";

const starting = message({ tone: "waiting", title: "Starting…", frames: [{ description: prompt }] });
const frame = { bytes: Buffer.from("89504e470d0a1a0a", "hex") };

type World = Awaited<ReturnType<typeof aCard>>;

/** The handle of a card that shows a frame, and the frame's address. */
async function framed(world: World, to = world.reply, over: Partial<typeof frame> = {}) {
  const { signal } = world.aborter;
  const shown = await world.frontEnd.chat.showFrame?.(to, starting, { ...frame, ...over, signal });
  if (!shown?.ok || shown.value.reply.platform !== "discord") throw new Error(JSON.stringify(shown));
  return { reply: shown.value.reply, url: shown.value.url };
}

function opened(place: FilmPlace | null, signal = new AbortController().signal) {
  if (place?.kind !== "platform") throw new Error("no place");
  return place.open(signal);
}

const stale = (reply: DiscordReply): DiscordReply => ({ ...reply, files: [{ id: "1", name: "gone.mp4" }] });

test("a frame stands in the card, and its address is that of the picture", async () => {
  const world = await aCard();
  const { reply, url } = await framed(world);
  const [file] = world.card()?.attachments ?? [];
  expect(reply.files).toEqual([{ id: file?.id, name: "frame.png", isFrame: true }]);
  expect(file).toMatchObject({ filename: "frame.png", description: prompt, url });
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(frame.bytes);
});

test("later edits keep the frame as long as there is a place for it, and it goes with the outcome", async () => {
  const world = await aCard();
  const { reply, url } = await framed(world);
  await world.show(reply, { ...starting, title: "Making your video" }, "in_place");
  expect(world.card()?.attachments).toMatchObject([{ url }]);
  await world.show(reply, message({ tone: "bad", title: "It failed" }), "in_place");
  expect(world.card()?.attachments).toEqual([]);
});

test("a frame that is shown once more takes the place of the first", async () => {
  const world = await aCard();
  await framed(world);
  // As if the answer to the first had been lost.
  const second = await framed(world);
  expect(world.card()?.attachments).toMatchObject([{ id: second.reply.files?.[0]?.id }]);
  const third = await framed(world, second.reply);
  expect(world.card()?.attachments).toMatchObject([{ id: third.reply.files?.[0]?.id }]);
});

test("the video's own file takes the place of its frame", async () => {
  const world = await aCard();
  const { reply } = await framed(world);
  const whole = await attached(world, reply);
  expect(whole.files).toEqual([{ id: world.card()?.attachments[0]?.id, name: "a-paper-boat-in-the-rain.mp4" }]);
  expect(world.card()?.attachments).toHaveLength(1);
});

test("by the bot's own hand, where the token is dead", async () => {
  const world = await aCard();
  world.discord.killTokens();
  expect((await framed(world)).reply.files).toHaveLength(1);
});

test("a card that is gone takes no frame", async () => {
  const world = await aCard();
  await world.frontEnd.chat.remove(world.reply);
  const { signal } = world.aborter;
  const shown = await world.frontEnd.chat.showFrame?.(world.reply, starting, { ...frame, signal });
  expect(shown).toEqual({ ok: false, refusal: { kind: "card_gone" } });
});

test("the film in a card is opened at the address that it has now", async () => {
  const world = await aCard();
  const reply = await attached(world);
  const { filmIn } = world.frontEnd.chat;
  expect(await opened(filmIn(reply, undefined))).toMatchObject({ ok: true });
  expect(filmIn(reply, 2)).toBeNull();
  expect(filmIn(world.reply, undefined)).toBeNull();
  expect(await opened(filmIn(stale(reply), undefined))).toEqual({ ok: false, refusal: { kind: "gone" } });
  await world.frontEnd.chat.remove(reply);
  expect(await opened(filmIn(reply, undefined))).toEqual({ ok: false, refusal: { kind: "gone" } });
});

test("the film in an earlier card is opened there, and goes with the later one", async () => {
  const world = await aCard();
  const earlier = await attached(world);
  const { filmIn, post, takeDown } = world.frontEnd.chat;
  const posted = await post(earlier, starting, { to: "channel", nonce: "4f0c5a1be2d97c63" });
  if (!posted.ok) throw new Error("no card");
  const reply = inPlaceOf(earlier, posted.value);
  expect(await opened(filmIn(reply, undefined))).toMatchObject({ ok: true });
  expect(world.discord.messages("ada")).toHaveLength(2);
  expect(await takeDown(reply, [])).toEqual({ ok: true, value: [] });
  expect(world.discord.messages("ada")).toEqual([]);
});

test("a frame is no film", async () => {
  const world = await aCard();
  const { reply } = await framed(world);
  expect(world.frontEnd.chat.filmIn(reply, undefined)).toBeNull();
});
