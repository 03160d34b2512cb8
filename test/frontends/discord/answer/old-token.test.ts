import { describe, expect, it, test } from "vitest";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { isTokenOld } from "../../../../src/frontends/discord/out/discord-ways.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { message } from "../typed.ts";
import { aCard, attached, ready } from "../video-card.ts";
import { ada } from "../world.ts";

const MINUTE = 60_000;
const how = { people: [ada], nonce: "4f0c5a1be2d97c63", triedAt: null };
type Card = Awaited<ReturnType<typeof aCard>>;

/** A card of that age, and what Discord refused since. */
async function agedCard(ageMs: number, over: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(undefined, over);
  await card.clock.advance(ageMs);
  return card;
}

const acts: readonly (readonly [string, (card: Card, reply: DiscordReply) => Promise<unknown>])[] = [
  ["an edit", ({ show }, reply) => show(reply, ready, "in_place")],
  ["an upload", ({ attach }, reply) => attach(reply)],
  ["a notification", ({ frontEnd }, reply) => frontEnd.chat.notify(reply, ready, how)],
  ["a whisper", ({ frontEnd }, reply) => frontEnd.chat.whisper(reply, ready)],
  ["a removal", ({ frontEnd }, reply) => frontEnd.chat.remove(reply)],
];

describe("after 15 minutes", () => {
  test.for(acts)("%s goes its way without a try of the dead token", async ([, act]) => {
    const card = await agedCard(15 * MINUTE);
    expect(await act(card, card.reply)).toMatchObject({ ok: true });
    expect(card.refusals()).toBe(0);
  });

  test.for([
    [
      "a private card's notification",
      ({ frontEnd }: Card, reply: DiscordReply) => frontEnd.chat.notify(reply, ready, how),
    ],
    ["a private card's whisper", ({ frontEnd }: Card, reply: DiscordReply) => frontEnd.chat.whisper(reply, ready)],
  ] as const)("%s is a direct message at once", async ([, act]) => {
    const card = await agedCard(15 * MINUTE, { isPrivate: true });
    expect(await act(card, card.reply)).toMatchObject({ ok: true });
    expect(card.refusals()).toBe(0);
    expect(card.discord.messages("ada", card.discord.dmChannelId("ada"))).toHaveLength(1);
  });
});

describe("no clock is trusted alone:", () => {
  test.for(acts)("%s moves on from a token that is dead before its time", async ([, act]) => {
    const card = await agedCard(0);
    card.discord.killTokens();
    expect(await act(card, card.reply)).toMatchObject({ ok: true });
  });

  it("a token that only our clock takes for dead is still the last way to edit a card, and to play a video in it", async () => {
    const card = await agedCard(0);
    card.discord.deny({ what: "missing_access", channelId: card.reply.channelId, by: "bot" });
    const reply = { ...card.reply, tokenUntil: card.clock.now() - MINUTE };
    expect(await card.show(reply, message({ title: "Making the video" }), "in_place")).toMatchObject({ ok: true });
    expect((await attached(card, reply)).files).toHaveLength(1);
  });
});

test.for([
  ["14 minutes", 14 * MINUTE, false],
  ["14 minutes and a half, for a request needs its time", 14.5 * MINUTE, true],
  ["15 minutes", 15 * MINUTE, true],
] as const)("of an age of %s it is %s", ([, ageMs, isOld]) => {
  const at = Date.UTC(2026, 10, 21);
  expect(isTokenOld(aDiscordReply({ tokenUntil: at + 15 * MINUTE }), at + ageMs)).toBe(isOld);
});
