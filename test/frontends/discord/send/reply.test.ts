import { describe, expect, it } from "vitest";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { textOf } from "../text-of.ts";
import { message } from "../typed.ts";
import { ada, aWorldFor, ben, cardOf, jobId } from "../world.ts";

const nonce = "4f0c5a1be2d97c63";
const blind = { ok: true, value: "blind" };
const ready = message({ tone: "good", title: "Your video is ready" });

/** A world with one card in it. */
async function withCard(how: { channel?: "foreign" | "dm" | "group"; isPrivate?: boolean } = {}) {
  const world = await aWorldFor((command) => ({
    kind: "card",
    card: cardOf(command, { isPrivate: how.isPrivate ?? false }),
  }));
  const { discord, fate } = world;
  const { foreignChannelId: foreign, groupId: group } = discord;
  const channelId = how.channel ? { foreign, group, dm: discord.dmChannelId("ada") }[how.channel] : discord.channelId;
  await discord.command("ada", "video", { prompt: "a paper boat" }, { channelId });
  const told = await fate();
  if (told.kind !== "given" || told.reply.platform !== "discord") throw new Error("no card");
  const reply: DiscordReply = told.reply;
  return {
    ...world,
    chat: world.frontEnd.chat,
    reply,
    here: () => discord.messages("ada", channelId),
    direct: () => discord.messages("ada", discord.dmChannelId("ada")),
  };
}

it("is counted by the way that each message and edit took, refused ways and removals left out", async () => {
  const { chat, discord, reply, arrivals } = await withCard();
  await chat.show(reply, ready, "in_place");
  await chat.whisper(reply, ready);
  await chat.notify(reply, ready, { people: [ada], nonce, triedAt: null });
  discord.killTokens();
  await chat.show(reply, ready, "in_place");
  await chat.whisper(reply, ready);
  await chat.remove(reply);
  expect(await chat.show(reply, ready, "in_place")).toMatchObject({ ok: false });
  expect(arrivals).toEqual(["token_edit", "follow_up", "channel_message", "bot_edit", "direct_message"]);
});

describe("a card whose place was lost", () => {
  const lost = { job: jobId, triedAt: 0 };
  const named = message({
    title: "Making 3 videos…",
    job: jobId,
    buttons: [{ label: "Stop", id: `withdraw:${jobId}`, style: "secondary" }],
  });

  it("is found by its job among the newest messages of its channel", async () => {
    const { chat, reply } = await withCard();
    const shown = await chat.show(reply, named, "in_place");
    expect(shown.ok).toBe(true);
    expect(await chat.find({ ...reply, messageId: null }, lost)).toEqual({ ok: true, value: reply });
  });

  it("cannot be found where only its person sees it, nor where the bot may not look", async () => {
    for (const how of [{ isPrivate: true }, { channel: "foreign" }] as const) {
      const { chat, reply } = await withCard(how);
      await chat.show(reply, named, "in_place");
      expect(await chat.find({ ...reply, messageId: null }, lost)).toEqual(blind);
    }
  });
});

describe("a card whose token is dead", () => {
  it("is edited by the bot itself, the same message", async () => {
    const { discord, chat, reply, here } = await withCard();
    discord.killTokens();
    expect(await chat.show(reply, ready, "in_place")).toEqual({ ok: true, value: { reply, isNew: false } });
    expect(here()).toHaveLength(1);
    expect(here().map(textOf).join()).toContain("Your video is ready");
  });

  it("is gone for an edit where the bot has no access, and its end comes by direct message", async () => {
    const { discord, chat, reply, here, direct } = await withCard({ channel: "foreign" });
    discord.killTokens();
    expect(await chat.show(reply, ready, "in_place")).toEqual({ ok: false, refusal: { kind: "card_gone" } });
    const moved = await chat.show(reply, ready, "anywhere");
    const [told] = direct();
    expect(moved).toEqual({
      ok: true,
      value: { isNew: true, reply: { ...reply, movedTo: { channelId: told?.channelId, messageId: told?.id } } },
    });
    expect(told?.mentions).toEqual([ada]);
    expect(here()).toHaveLength(1);
  });

  it("is out of reach where it is ephemeral, and its end comes by direct message", async () => {
    const { discord, chat, reply, here, direct, journal } = await withCard({ isPrivate: true });
    discord.killTokens();
    expect(await chat.show(reply, ready, "anywhere")).toMatchObject({ ok: true, value: { isNew: true } });
    // The bot's own hand knows no ephemeral message, and ten thousand such tries get an address banned.
    expect(journal.since(0).filter(({ kind }) => kind === "refused")).toHaveLength(1);
    expect(here()).toHaveLength(1);
    expect(direct()).toHaveLength(1);
  });

  it("is taken away by the bot itself", async () => {
    const { discord, chat, reply, here } = await withCard();
    discord.killTokens();
    expect(await chat.remove(reply)).toEqual({ ok: true, value: null });
    expect(here()).toEqual([]);
  });

  it("cannot be taken away where the bot has no access", async () => {
    const { discord, chat, reply } = await withCard({ channel: "foreign" });
    discord.killTokens();
    expect(await chat.remove(reply)).toMatchObject({ ok: false, refusal: { kind: "unreachable" } });
  });

  it("has its whispers go by direct message", async () => {
    const { discord, chat, reply, direct } = await withCard();
    discord.killTokens();
    expect(await chat.whisper(reply, ready)).toEqual({ ok: true, value: null });
    expect(direct()).toHaveLength(1);
  });
});

describe("a card that was never answered", () => {
  it("is gone, because Discord does not know its interaction", async () => {
    const { chat, reply } = await withCard();
    const never = { ...reply, token: "never-answered", messageId: null };
    expect(await chat.show(never, ready, "in_place")).toEqual({ ok: false, refusal: { kind: "card_gone" } });
  });
});

describe("a deleted card", () => {
  it("comes back as one message that names its owner, however often it is tried", async () => {
    const { chat, reply, here } = await withCard();
    await chat.remove(reply);
    const first = await chat.show(reply, ready, "anywhere");
    // As if the answer to the first had been lost.
    expect(await chat.show(reply, ready, "anywhere")).toEqual(first);
    expect(here()).toHaveLength(1);
    expect(here()[0]?.mentions).toEqual([ada]);
  });

  it("comes back naming all who are to be told, and without them where nobody is named", async () => {
    const { chat, reply, here } = await withCard();
    await chat.remove(reply);
    await chat.show(reply, ready, "anywhere", [ada, ben]);
    expect(here()[0]?.mentions).toEqual([ada, ben]);
  });

  it("comes as a direct message to each of them where no other way is left, the buttons to its owner alone", async () => {
    const { discord, chat, reply, direct } = await withCard({ channel: "foreign" });
    discord.killTokens();
    const button = { label: "Again", id: "again:1", style: "secondary" } as const;
    const card = { ...ready, buttons: [button] };
    expect(await chat.show(reply, card, "anywhere", [ada, ben])).toMatchObject({ ok: true, value: { isNew: true } });
    const toBen = discord.messages("ben", discord.dmChannelId("ben"));
    expect([direct(), toBen].map((seen) => seen.map(textOf).join())).toEqual([
      expect.stringContaining("Your video is ready"),
      expect.stringContaining("Your video is ready"),
    ]);
    expect([direct(), toBen].map((seen) => JSON.stringify(seen).includes("again:1"))).toEqual([true, false]);
  });

  it("comes back by its token where the bot has no access", async () => {
    const { chat, reply, here } = await withCard({ channel: "foreign" });
    await chat.remove(reply);
    const moved = await chat.show(reply, ready, "anywhere");
    expect(moved).toEqual({ ok: true, value: { isNew: true, reply: { ...reply, messageId: here()[0]?.id } } });
    expect(here()).toHaveLength(1);
  });

  it("stays private where it was", async () => {
    const { discord, chat, reply, here } = await withCard({ isPrivate: true });
    await chat.remove(reply);
    await chat.show(reply, ready, "anywhere");
    expect(here()[0]?.ephemeralFor).toBe(ada);
    expect(discord.messages("ben")).toEqual([]);
  });
});

describe("a notification", () => {
  it("answers the card and calls everyone named, once, however often it is tried within two minutes", async () => {
    const { chat, clock, reply, here } = await withCard();
    const people = [ada, ben];
    expect(await chat.notify(reply, ready, { people, nonce, triedAt: null })).toMatchObject({
      ok: true,
      value: { kind: "sent" },
    });
    const triedAt = clock.now();
    await clock.advance(119_000);
    expect(await chat.notify(reply, ready, { people, nonce, triedAt })).toMatchObject({
      ok: true,
      value: { kind: "sent" },
    });
    expect(here()).toHaveLength(2);
    expect(here()[1]).toMatchObject({ mentions: [ada, ben], reference: reply.messageId });
    await clock.advance(1_000);
    expect(await chat.notify(reply, ready, { people, nonce, triedAt })).toEqual({
      ok: true,
      value: { kind: "skipped" },
    });
  });

  it("goes by the token where the bot may not write, and never a second time", async () => {
    const { chat, clock, reply, here } = await withCard({ channel: "foreign" });
    const how = { people: [ada, ben], nonce, triedAt: null };
    expect(await chat.notify(reply, ready, how)).toMatchObject({ ok: true, value: { kind: "sent" } });
    expect(here()[1]?.mentions).toEqual([ada, ben]);
    expect(await chat.notify(reply, ready, { ...how, triedAt: clock.now() })).toEqual({
      ok: true,
      value: { kind: "skipped" },
    });
    expect(here()).toHaveLength(2);
  });

  it("goes by direct message where neither is left", async () => {
    const { discord, chat, reply, direct } = await withCard({ channel: "foreign" });
    discord.killTokens();
    expect(await chat.notify(reply, ready, { people: [ada], nonce, triedAt: null })).toMatchObject({
      ok: true,
      value: { kind: "sent" },
    });
    expect(direct()).toHaveLength(1);
  });

  it("goes to each of several people by direct message, and to nobody who is not named", async () => {
    const { discord, chat, reply, direct } = await withCard({ channel: "foreign" });
    discord.killTokens();
    const toBen = () => discord.messages("ben", discord.dmChannelId("ben"));
    const how = { nonce, triedAt: null };
    const sent = await chat.notify(reply, ready, { people: [ada, ben], ...how });
    expect(sent).toMatchObject({ ok: true, value: { kind: "sent" } });
    expect([direct().length, toBen().length]).toEqual([1, 1]);
    expect(await chat.notify(reply, ready, { people: [ben], ...how, nonce: "another" })).toMatchObject({ ok: true });
    expect([direct().length, toBen().length]).toEqual([1, 2]);
  });

  it("of a private card is seen by its owner alone", async () => {
    const { discord, chat, reply, here } = await withCard({ isPrivate: true });
    await chat.notify(reply, ready, { people: [ada], nonce, triedAt: null });
    expect(here()[1]).toMatchObject({ ephemeralFor: ada });
    expect(discord.messages("ben")).toEqual([]);
  });

  it("in the bot's own direct messages answers the card, once, however often it is tried within two minutes", async () => {
    const { chat, clock, reply, direct, arrivals, journal } = await withCard({ channel: "dm" });
    const triedAt = clock.now();
    const how = { people: [ada], nonce };
    const sent = { ok: true, value: { kind: "sent" } };
    expect(await chat.notify(reply, ready, { ...how, triedAt: null })).toMatchObject(sent);
    expect(await chat.notify(reply, ready, { ...how, triedAt })).toMatchObject(sent);
    expect(direct()).toHaveLength(2);
    expect(direct()[1]).toMatchObject({ reference: reply.messageId });
    expect(arrivals).toEqual(["channel_message", "channel_message"]);
    expect(journal.since(0).filter(({ kind }) => kind === "refused")).toEqual([]);
  });

  it("in a direct message of people's, where the bot is not, is a follow-up, and skipped on a second try", async () => {
    const { chat, clock, reply, here, journal } = await withCard({ channel: "group" });
    const how = { people: [ada], nonce };
    expect(await chat.notify(reply, ready, { ...how, triedAt: null })).toMatchObject({ value: { kind: "sent" } });
    expect(await chat.notify(reply, ready, { ...how, triedAt: clock.now() })).toEqual({
      ok: true,
      value: { kind: "skipped" },
    });
    expect(here()).toHaveLength(2);
    expect(journal.since(0).filter(({ kind }) => kind === "refused")).toEqual([]);
  });
});

it("tells the id of a card whose id was lost with its answer, so that a notification can name it", async () => {
  const { chat, reply, here } = await withCard();
  const shown = await chat.show({ ...reply, messageId: null }, ready, "in_place");
  expect(shown).toEqual({ ok: true, value: { reply: { ...reply, messageId: here()[0]?.id }, isNew: false } });
});
