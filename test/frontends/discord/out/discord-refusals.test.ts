import { describe, expect, it, test } from "vitest";
import type { DiscordEmulator } from "../../../../sandbox/src/discord/discord-emulator.ts";
import { textOf } from "../text-of.ts";
import { ada, aWorldFor, cardOf, givenCard, message } from "../world.ts";

const nonce = "4f0c5a1be2d97c63";
const ready = message({ tone: "good", title: "Your video is ready" });
type Where = "channelId" | "threadId" | "postId" | "visitedChannelId" | "groupId";

/** A world with one card in it, and what it becomes after the final word and its notification. */
async function aCard(where: Where, how: { readonly minute?: number } = {}) {
  const world = await aWorldFor((command) => ({ kind: "card", card: cardOf(command) }));
  const { discord, clock, frontEnd, journal } = world;
  const channelId = discord[where];
  const reply = await givenCard(world, channelId);
  await clock.advance((how.minute ?? 0) * 60_000);
  const { chat } = frontEnd;
  return {
    ...world,
    chat,
    reply,
    /** As the outbox does it: the card first; what went as a new message rings by itself. */
    async deliver() {
      const shown = await chat.show(reply, ready, "anywhere");
      if (!shown.ok) return { isTold: false, detail: shown.refusal };
      if (!shown.value.isNew) await chat.notify(shown.value.reply, ready, { people: [ada], nonce, triedAt: null });
      return { isTold: true, isNew: shown.value.isNew };
    },
    here: () => discord.messages("ada", channelId).map(textOf),
    direct: () => discord.messages("ada", discord.dmChannelId("ada")).map(textOf),
    rung: () => journal.since(0).filter(({ kind }) => kind === "pinged").length,
  };
}

const word = expect.stringContaining("Your video is ready");
const old = expect.stringContaining("Accepted");
type Ruin = (discord: DiscordEmulator, at: string) => void;
const both =
  (...ruins: readonly Ruin[]): Ruin =>
  (discord, at) => {
    for (const ruin of ruins) ruin(discord, at);
  };
const dead401: Ruin = (discord) => discord.killTokens();
const dead404: Ruin = (discord) => discord.killTokens("unknown_webhook");
const denied =
  (what: Parameters<DiscordEmulator["deny"]>[0]["what"], over: object = {}): Ruin =>
  (discord, channelId) =>
    void discord.deny({ what, channelId, ...over });

const byBot = { by: "bot" } as const;
const post = { methods: ["POST"] } as const;

describe("the final word reaches its person, and rings once", () => {
  test.for<readonly [string, Where, number, Ruin, readonly unknown[], readonly unknown[]]>([
    ["with a token that lives", "channelId", 0, () => {}, [word, word], []],
    ["with a token dead by 401 at minute 0", "channelId", 0, dead401, [word, word], []],
    ["with a token dead by 404 at minute 0", "channelId", 0, dead404, [word, word], []],
    ["with a token dead of age at minute 16", "channelId", 16, () => {}, [word, word], []],
    ["in a deleted channel", "channelId", 0, denied("unknown_channel"), [old], [word]],
    ["in a server that has removed the bot", "channelId", 0, both(dead404, denied("missing_access")), [old], [word]],
    ["in a channel it may no longer see", "channelId", 16, denied("missing_access", byBot), [old], [word]],
    ["where it may not write", "channelId", 16, denied("missing_permissions", { ...byBot, ...post }), [word], [word]],
    ["where it may do nothing", "channelId", 16, denied("missing_permissions", byBot), [old], [word]],
    ["in an archived thread", "threadId", 0, denied("archived_thread", { methods: ["PATCH"] }), [old, word], []],
    ["in an archived thread, the token dead", "threadId", 16, denied("archived_thread"), [old], [word]],
    ["where AutoMod blocks it", "channelId", 0, denied("blocked_message"), [old], [word]],
    ["where AutoMod blocks a title", "postId", 16, denied("blocked_title", byBot), [old], [word]],
    ["in a group message, too late", "groupId", 16, () => {}, [old], [word]],
    ["in a server without the bot, too late", "visitedChannelId", 16, () => {}, [old], [word]],
  ])("%s", async ([, where, minute, ruin, here, direct]) => {
    const card = await aCard(where, { minute });
    ruin(card.discord, card.discord[where]);
    expect(await card.deliver()).toMatchObject({ isTold: true });
    expect(card.here()).toEqual(here);
    expect(card.direct()).toEqual(direct);
    expect(card.rung()).toBe(1);
  });

  test("on a card that was deleted, the token alive or dead", async () => {
    for (const minute of [0, 16]) {
      const card = await aCard("channelId", { minute });
      await card.chat.remove(card.reply);
      expect(await card.deliver()).toEqual({ isTold: true, isNew: true });
      expect(card.here()).toEqual([word]);
      expect(card.rung()).toBe(1);
    }
  });
});

describe("where every way is closed", () => {
  it("the final word waits: closed direct messages are out of reach, not a fault", async () => {
    const card = await aCard("groupId", { minute: 16 });
    const open = card.discord.deny({ what: "cannot_message_person", channelId: card.discord.dmChannelId("ada") });
    expect(await card.deliver()).toEqual({
      isTold: false,
      detail: {
        kind: "unreachable",
        detail: "channel 403/50001, direct message 403/50007",
      },
    });
    open();
    expect(await card.deliver()).toEqual({ isTold: true, isNew: true });
    expect(card.direct()).toEqual([word]);
  });
});

describe("by a person's own installation", () => {
  it("the sixth new message of one interaction goes another way", async () => {
    const card = await aCard("visitedChannelId");
    const { discord, clock, reply } = card;
    const address = `${discord.apiUrl}/v10/webhooks/${discord.applicationId}/${reply.token}`;
    const headers = { "content-type": "application/json" };
    for (const content of ["1", "2", "3", "4", "5"]) {
      const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
      expect((await fetch(address, { method: "POST", headers, body })).status).toBe(200);
    }
    await clock.advance(2_000);
    expect(await card.chat.whisper(reply, message({ title: "The sixth" }))).toEqual({ ok: true, value: null });
    expect(card.here()).toHaveLength(6);
    expect(card.direct()).toEqual([expect.stringContaining("The sixth")]);
    expect(card.journal.since(0).findLast(({ kind }) => kind === "refused")?.payload).toMatchObject({ code: 40094 });
  });

  it("a card that the server hides is known to be private, and its end comes by direct message", async () => {
    const world = await aWorldFor((command) => ({ kind: "card", card: cardOf(command) }));
    const { discord, clock, frontEnd, journal } = world;
    discord.hideVisitors();
    const until = clock.now() + 900_000;
    const reply = await givenCard(world, discord.visitedChannelId);
    expect(reply).toMatchObject({ isPrivate: true, editableUntil: until });
    expect(discord.messages("ben", discord.visitedChannelId)).toEqual([]);
    await clock.advance(960_000);
    expect(await frontEnd.chat.show(reply, ready, "in_place")).toMatchObject({
      refusal: { kind: "card_gone" },
    });
    expect(await frontEnd.chat.show(reply, ready, "anywhere")).toMatchObject({
      ok: true,
      value: { isNew: true },
    });
    // The one try in place, by the token: the bot's own hand knows no such card.
    expect(journal.since(0).filter(({ kind }) => kind === "refused")).toHaveLength(1);
  });
});
