import { describe, expect, it, test } from "vitest";
import type { DiscordEmulator } from "../../../../sandbox/src/discord/discord-emulator.ts";
import type { Posted } from "../../../../src/core/chat.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { ApiNo } from "../../../../src/frontends/discord/out/discord-api.ts";
import { discordChat } from "../../../../src/frontends/discord/out/discord-chat.ts";
import { isTokenOld } from "../../../../src/frontends/discord/out/discord-ways.ts";
import { aDuplicateProcess } from "../../../fakes/duplicate-process.ts";
import { A_MARK, aDiscordReply } from "../../../fakes/jobs.ts";
import { anApi } from "../fake-rest.ts";
import { textOf } from "../text-of.ts";
import {
  aCard,
  ada,
  attached,
  aWorldFor,
  ben,
  cardOf,
  givenCard,
  jobId,
  message,
  ready,
  type Where,
} from "../world.ts";

const nonce = "4f0c5a1be2d97c63";
const unreadable = { ok: true, value: "unreadable" };
const done = message({ tone: "good", title: "Your video is ready" });

const withCard = (how?: Parameters<typeof aCard>[1]) => aCard(undefined, how);

/** A Discord that refuses everything, so that every way is tried. */
function refusing() {
  const { api, asked } = anApi(() => refuse({ kind: "refused", status: 404, code: 10008 }));
  return { asked, chat: discordChat({ api, clock: machineClock, duplicate: aDuplicateProcess() }) };
}

test.for([160002, 160009, 160010])(
  "a Discord notification is sent as a plain message if Discord refuses a reply with the error code %i",
  async (code) => {
    const { api, asked } = anApi(({ body }) =>
      Object(body).message_reference
        ? refuse({ kind: "refused", status: 400, code })
        : ok({ id: "9", channel_id: "4" }),
    );
    const chat = discordChat({ api, clock: machineClock, duplicate: aDuplicateProcess() });
    const sent = await chat.notify(aDiscordReply(), done, { people: [ada], nonce, triedAt: null });
    expect(sent).toMatchObject({ ok: true, value: { kind: "sent", at: [{ messageId: "9", isByToken: false }] } });
    expect(asked.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(new Set(asked.map(({ body }) => Object(body).nonce)).size).toBe(1);
  },
);

test.for([
  ["an interaction follow-up", "HTTP 400", 400, 987654, "follow_up"],
  ["an interaction follow-up", "HTTP 403", 403, 987654, "follow_up"],
  ["a direct message", "the error “invalid webhook token”", 401, 50027, "direct_message"],
  ["a direct message", "the error “unknown webhook”", 404, 10015, "direct_message"],
] as const)(
  "a final message on Discord is delivered by %s if edits and channel messages are refused with %s",
  async (row) => {
    const [, , status, code, way] = row;
    const isClosed = ({ method, route }: { method: string; route: string }, by: "bot" | "token") =>
      method === "PATCH" || (by === "bot" && route.startsWith("/channels/4/"));
    const { api } = anApi((request, by) =>
      isClosed(request, by) ? refuse({ kind: "refused", status, code }) : ok({ id: "9", channel_id: "5" }),
    );
    const arrivals: string[] = [];
    const chat = discordChat({
      api,
      clock: machineClock,
      duplicate: aDuplicateProcess(),
      arrived: (by) => arrivals.push(by),
    });
    const card = aDiscordReply({ channelId: "4", tokenUntil: Number.POSITIVE_INFINITY });
    expect(await chat.show(card, done, "anywhere")).toMatchObject({ ok: true, value: { isNew: true } });
    expect(arrivals).toEqual([way]);
  },
);

it("each successful message or edit on Discord is counted under the route that was used", async () => {
  const { chat, discord, reply, arrivals } = await withCard();
  await chat.show(reply, done, "in_place");
  await chat.sendPrivately(reply, done);
  await chat.notify(reply, done, { people: [ada], nonce, triedAt: null });
  discord.killTokens();
  await chat.show(reply, done, "in_place");
  await chat.sendPrivately(reply, done);
  await chat.remove(reply);
  expect(await chat.show(reply, done, "in_place")).toMatchObject({ ok: false });
  expect(arrivals).toEqual(["token_edit", "follow_up", "channel_message", "bot_edit", "direct_message"]);
});

describe("the search for a Discord card", () => {
  const lost = { job: jobId, mark: A_MARK, triedAt: 0 };
  const named = message({
    title: "Making 3 videos…",
    job: jobId,
    buttons: [{ label: "Stop", id: `withdraw:${jobId}`, style: "secondary" }],
  });

  it("finds the card by the job id among the newest messages of the channel", async () => {
    const { chat, reply } = await withCard();
    const shown = await chat.show(reply, named, "in_place");
    expect(shown.ok).toBe(true);
    expect(await chat.find({ ...reply, messageId: null }, lost)).toEqual({ ok: true, value: reply });
  });

  test.for<readonly [string, { readonly isPrivate?: boolean }]>([
    ["public", {}],
    ["private", { isPrivate: true }],
  ])("distinguishes this process's card from another process's card if both cards are %s", async ([, how]) => {
    const { chat, reply, frontEnd } = await withCard(how);
    const unplaced = { ...reply, messageId: null };
    await chat.show(reply, { ...named, mark: A_MARK }, "in_place");
    expect(await chat.find(unplaced, lost)).toEqual({ ok: true, value: reply });
    expect(frontEnd.duplicate.line()).toBeNull();
    await chat.show(reply, { ...named, mark: A_MARK + 1 }, "in_place");
    expect(await chat.find(unplaced, lost)).toEqual({ ok: true, value: "elsewhere" });
    expect(frontEnd.duplicate.line()).toContain("another process uses the same Discord token");
  });

  it("recognizes another process's card even after the interaction token has expired", async () => {
    const { chat, reply, discord } = await withCard();
    await chat.show(reply, { ...named, mark: A_MARK + 1 }, "in_place");
    discord.killTokens();
    expect(await chat.find({ ...reply, messageId: null }, lost)).toEqual({ ok: true, value: "elsewhere" });
  });

  it("finds the original card even if a new card has already replaced the original card", async () => {
    const { chat, reply, discord } = await withCard();
    const unplaced = { ...reply, messageId: null };
    await chat.show(reply, { ...named, mark: A_MARK }, "in_place");
    discord.killTokens();
    const moved = await chat.show(unplaced, { ...named, mark: A_MARK }, "new");
    if (!moved.ok) throw new Error(moved.refusal.kind);
    const except = { ...lost, except: moved.value.reply };
    const found = await chat.find(moved.value.reply, except);
    expect(found).toEqual({ ok: true, value: reply });
    expect(await chat.remove(reply)).toEqual({ ok: true, value: null });
    expect(await chat.show(moved.value.reply, done, "in_place")).toMatchObject({ ok: true });
  });

  it("makes no request if the message id is known or the interaction token is missing", async () => {
    const { asked, chat } = refusing();
    const there = aDiscordReply({ messageId: null });
    for (const reply of [
      { ...there, messageId: "1" },
      { ...there, token: "" },
    ])
      expect(await chat.find(reply, lost)).toEqual(unreadable);
    expect(asked).toEqual([]);
  });

  const alive = aDiscordReply({ messageId: null, tokenUntil: machineClock.now() + 600_000 });
  it.for([
    ["the interaction token and the channel's messages", "a public card", alive, ["token", "channel"]],
    ["only the interaction token", "a private card", { ...alive, isPrivate: true }, ["token"]],
    ["only the channel's messages", "a public card with an expired token", { ...alive, tokenUntil: 0 }, ["channel"]],
  ] as const)("uses %s for %s", async ([, , reply, searched]) => {
    const ways: string[] = [];
    const api = anApi(({ route }) => {
      ways.push(route.includes("/webhooks/") ? "token" : "channel");
      return refuse({ kind: "refused", status: 404, code: 10008 });
    }).api;
    const chat = discordChat({ api, clock: machineClock, duplicate: aDuplicateProcess() });
    expect(await chat.find(reply, lost)).toEqual(unreadable);
    expect(ways).toEqual(searched);
  });
});

describe("a Discord card whose interaction token has expired", () => {
  it("is followed by a direct message with the final text if the card is ephemeral", async () => {
    const { discord, chat, reply, here, direct, refusals } = await withCard({ isPrivate: true });
    discord.killTokens();
    expect(await chat.show(reply, done, "anywhere")).toMatchObject({ ok: true, value: { isNew: true } });
    // The bot's token cannot reach an ephemeral message, and 10,000 invalid requests get an IP address banned.
    expect([refusals(), here().length, direct().length]).toEqual([1, 1, 1]);
  });

  it("cannot be deleted if the bot has no access to the channel", async () => {
    const { discord, chat, reply } = await withCard({ where: "foreignChannelId" });
    discord.killTokens();
    expect(await chat.remove(reply)).toMatchObject({ ok: false, refusal: { kind: "unreachable" } });
  });
});

describe("a deleted Discord card", () => {
  test.for([
    ["the owner", undefined, [ada]],
    ["all recipients", [ada, ben], [ada, ben]],
  ] as const)(
    "is replaced by only one message, which mentions %s, even after a retry",
    async ([, people, mentions]) => {
      const { chat, reply, here } = await withCard();
      await chat.remove(reply);
      const first = await chat.show(reply, done, "anywhere", people);
      // As if the response to the first call had been lost.
      expect(await chat.show(reply, done, "anywhere", people)).toEqual(first);
      expect(here()).toMatchObject([{ mentions }]);
    },
  );

  it("is replaced by direct messages to all recipients if no other route works, with buttons only for the owner", async () => {
    const { discord, chat, reply, direct } = await withCard({ where: "foreignChannelId" });
    discord.killTokens();
    const button = { label: "Again", id: "again:1", style: "secondary" } as const;
    const card = { ...done, buttons: [button] };
    expect(await chat.show(reply, card, "anywhere", [ada, ben])).toMatchObject({ ok: true, value: { isNew: true } });
    const ready = expect.stringContaining("Your video is ready");
    expect([direct(), direct("ben")].map((seen) => seen.map(textOf).join())).toEqual([ready, ready]);
    expect([direct(), direct("ben")].map((seen) => JSON.stringify(seen).includes("again:1"))).toEqual([true, false]);
  });

  it("is replaced by a message sent with the interaction token if the bot has no access to the channel", async () => {
    const { chat, reply, here } = await withCard({ where: "foreignChannelId" });
    await chat.remove(reply);
    const moved = await chat.show(reply, done, "anywhere");
    expect(moved).toEqual({ ok: true, value: { isNew: true, reply: { ...reply, messageId: here()[0]?.id } } });
    expect(here()).toHaveLength(1);
  });

  it("is replaced by a private message if the card was private", async () => {
    const { discord, chat, reply, here } = await withCard({ isPrivate: true });
    await chat.remove(reply);
    await chat.show(reply, done, "anywhere");
    expect(here()[0]?.ephemeralFor).toBe(ada);
    expect(discord.messages("ben")).toEqual([]);
  });
});

const sent = { ok: true, value: { kind: "sent" } };
const skipped = { ok: true, value: { kind: "skipped" } };

describe("a Discord notification", () => {
  it("replies to the card only once, even if the notification is retried within two minutes", async () => {
    const { chat, clock, reply, here } = await withCard();
    const people = [ada, ben];
    expect(await chat.notify(reply, done, { people, nonce, triedAt: null })).toMatchObject(sent);
    const triedAt = clock.now();
    await clock.advance(119_000);
    expect(await chat.notify(reply, done, { people, nonce, triedAt })).toMatchObject(sent);
    expect(here()).toHaveLength(2);
    expect(here()[1]).toMatchObject({ mentions: [ada, ben], reference: reply.messageId });
    await clock.advance(1_000);
    expect(await chat.notify(reply, done, { people, nonce, triedAt })).toEqual(skipped);
  });

  it("is not retried if the clock was set back after the first try", async () => {
    const { chat, clock, reply, here } = await withCard();
    const how = { people: [ada], nonce };
    expect(await chat.notify(reply, done, { ...how, triedAt: null })).toMatchObject(sent);
    expect(await chat.notify(reply, done, { ...how, triedAt: clock.now() + 3_600_000 })).toEqual(skipped);
    expect(here()).toHaveLength(2);
  });

  it("is sent only once, with the interaction token, if the bot may not write in the channel", async () => {
    const { chat, clock, reply, here } = await withCard({ where: "foreignChannelId" });
    const how = { people: [ada, ben], nonce, triedAt: null };
    expect(await chat.notify(reply, done, how)).toMatchObject(sent);
    expect(here()[1]?.mentions).toEqual([ada, ben]);
    expect(await chat.notify(reply, done, { ...how, triedAt: clock.now() })).toEqual(skipped);
    expect(here()).toHaveLength(2);
  });

  it("is sent to each recipient by direct message if no other route works", async () => {
    const { discord, chat, reply, direct } = await withCard({ where: "foreignChannelId" });
    discord.killTokens();
    const how = { nonce, triedAt: null };
    expect(await chat.notify(reply, done, { people: [ada, ben], ...how })).toMatchObject(sent);
    expect([direct().length, direct("ben").length]).toEqual([1, 1]);
    expect(await chat.notify(reply, done, { people: [ben], ...how, nonce: "another" })).toMatchObject({ ok: true });
    expect([direct().length, direct("ben").length]).toEqual([1, 2]);
  });

  it("about a private card is visible only to the owner", async () => {
    const { discord, chat, reply, here } = await withCard({ isPrivate: true });
    await chat.notify(reply, done, { people: [ada], nonce, triedAt: null });
    expect(here()[1]).toMatchObject({ ephemeralFor: ada });
    expect(discord.messages("ben")).toEqual([]);
  });

  it("replies to a card in direct messages only once, even if the notification is retried within two minutes", async () => {
    const { chat, clock, reply, direct, arrivals, refusals } = await withCard({ where: "dm" });
    const triedAt = clock.now();
    const how = { people: [ada], nonce };
    expect(await chat.notify(reply, done, { ...how, triedAt: null })).toMatchObject(sent);
    expect(await chat.notify(reply, done, { ...how, triedAt })).toMatchObject(sent);
    expect(direct()).toHaveLength(2);
    expect(direct()[1]).toMatchObject({ reference: reply.messageId });
    expect(arrivals).toEqual(["channel_message", "channel_message"]);
    expect(refusals()).toBe(0);
  });
});

it("if the message id of a Discord card was lost, an edit of the card returns the id", async () => {
  const { chat, reply, here } = await withCard();
  const shown = await chat.show({ ...reply, messageId: null }, done, "in_place");
  expect(shown).toEqual({ ok: true, value: { reply: { ...reply, messageId: here()[0]?.id }, isNew: false } });
});

describe("a Discord message that is not a response to a command", () => {
  const asking = message({
    title: "Approve this video?",
    body: [[{ kind: "person", userId: ben }, " asks for it."]],
    job: jobId,
    buttons: [{ label: "Approve 205 credits", id: `approve:${jobId}`, style: "primary" }],
  });
  const chosen = (channelId: string) =>
    aDiscordReply({ guildId: "300000000000000001", channelId, userId: ada, token: "", messageId: null });

  test("is posted only once for each nonce", async () => {
    const { frontEnd, discord } = await aWorldFor();
    const place = chosen(discord.channelId);
    const post = (title: string, nonce: string) =>
      frontEnd.chat.post(place, { ...asking, title }, { to: "channel", nonce });
    expect(await post("Later", nonce)).toEqual(await post("At first", nonce));
    expect(discord.messages("ben")).toHaveLength(1);
    await post("At first", "another");
    expect(discord.messages("ben")).toHaveLength(2);
  });

  test("is sent as a direct message only on request, even if the channel is inaccessible", async () => {
    const { frontEnd, discord } = await aWorldFor();
    const place = chosen(discord.foreignChannelId);
    const direct = discord.dmChannelId("ada");
    expect(await frontEnd.chat.post(place, asking, { to: "channel", nonce })).toEqual({
      ok: false,
      refusal: { kind: "unreachable", detail: "channel_message 403/50001", channel: "no_access" },
    });
    expect(discord.messages("ada", direct)).toEqual([]);
    const posted = await frontEnd.chat.post(place, asking, { to: "direct", nonce });
    expect(posted).toMatchObject({ ok: true, value: { movedTo: { channelId: direct } } });
    expect(discord.messages("ada", direct)).toHaveLength(1);
  });

  test("is never sent, edited or deleted with an interaction token", async () => {
    const { asked, chat } = refusing();
    const place = chosen("2");
    const own = { ...place, isPrivate: true };
    for (const reply of [place, own, { ...place, messageId: "1" }, { ...own, messageId: "1" }]) {
      await chat.show(reply, asking, "in_place");
      await chat.show(reply, asking, "anywhere", []);
      await chat.sendPrivately(reply, asking);
      await chat.notify(reply, asking, { people: [ada], nonce, triedAt: null });
      await chat.takeDown(reply, [{ platform: "discord", channelId: "2", messageId: "1", isByToken: true }]);
      await chat.remove(reply);
    }
    expect(asked.filter(({ by }) => by === "bot").length).toBeGreaterThan(10);
    expect(asked.filter(({ by, route }) => by === "token" || route.includes("webhooks"))).toEqual([]);
  });
});

test.for([
  ["public", "receives the running job's updates", { isLive: true, isPrivate: false }],
  ["private", "receives the running job's updates", { isLive: true, isPrivate: true }],
  ["public", "receives no updates of the ended job", { isLive: false, isPrivate: false }],
] as const)(
  "a %s Discord card that is shown again is posted as a new message, which %s",
  async ([, , { isLive, isPrivate }]) => {
    const { discord, fates, commands, seen, frontEnd } = await aWorldFor((command) => {
      return { kind: "card_again", card: cardOf(command, { isPrivate }), isLive };
    });
    await seen("message", await discord.command("ada", "video-jobs", { show: "0123ab" }));
    // Running work is finished.
    await frontEnd.stop();
    const [shown] = discord.messages("ada");
    expect(textOf(shown ?? { content: "", components: [] })).toContain("Accepted");
    expect(discord.messages("ben")).toHaveLength(isPrivate ? 0 : 1);
    const { token } = Object(commands[0]?.reply);
    const moved = { kind: "moved", reply: { token, messageId: shown?.id, isPrivate } };
    expect(fates).toMatchObject(isLive ? [moved] : []);
  },
);

describe("deleting a finished video's messages on Discord", () => {
  /** Messages that only a person can delete. */
  const left = { ok: true, value: ["notification", "card"] };

  async function notified(how: Parameters<typeof withCard>[0] = {}) {
    const world = await withCard(how);
    const sent = await world.chat.notify(world.reply, done, { people: [ada], nonce, triedAt: null });
    const at: readonly Posted[] =
      sent.ok && sent.value.kind === "sent" && sent.value.at !== "lost" ? sent.value.at : [];
    return { ...world, at };
  }

  it("deletes the notification first and then the card", async () => {
    const { chat, reply, at, here, journal } = await notified();
    expect(at).toEqual([
      { platform: "discord", channelId: reply.channelId, messageId: here()[1]?.id, isByToken: false },
    ]);
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(here()).toEqual([]);
    const gone = journal.since(0).filter(({ kind }) => kind === "deleted");
    expect(gone.map(({ messageId }) => messageId)).toEqual([
      at[0]?.platform === "discord" && at[0].messageId,
      reply.messageId,
    ]);
  });

  it("uses the interaction token if the bot is not in the server", async () => {
    const { chat, reply, at, here } = await notified({ where: "foreignChannelId" });
    expect(at).toMatchObject([{ isByToken: true }]);
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(here()).toEqual([]);
  });

  it("reports which messages remain if the bot is not in the server and the interaction token has expired", async () => {
    const { chat, reply, at, here, discord } = await notified({ where: "foreignChannelId" });
    discord.killTokens();
    expect(await chat.takeDown(reply, at)).toEqual(left);
    expect(here()).toHaveLength(2);
  });

  it("reports that private messages remain if the interaction token has expired", async () => {
    const { chat, reply, at, here, discord } = await notified({ isPrivate: true });
    expect(here()).toHaveLength(2);
    discord.killTokens();
    expect(await chat.takeDown(reply, at)).toEqual(left);
  });

  it("keeps the card if the notification cannot be deleted because Discord is unavailable", async () => {
    const { chat, reply, at, here, discord } = await notified();
    await discord.stop();
    expect(await chat.takeDown(reply, at)).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
    expect(here()).toHaveLength(2);
  });
});

const MINUTE = 60_000;
const how = { people: [ada], nonce, triedAt: null };
type Card = Awaited<ReturnType<typeof aCard>>;

type Act = readonly [string, (card: Card) => Promise<unknown>];
const messages: readonly Act[] = [
  ["a notification", ({ chat, reply }) => chat.notify(reply, ready, how)],
  ["a private message", ({ chat, reply }) => chat.sendPrivately(reply, ready)],
];
const acts: readonly Act[] = [
  ["an edit", ({ show, reply }) => show(reply, ready, "in_place")],
  ["an upload", ({ attach }) => attach()],
  ["a deletion", ({ chat, reply }) => chat.remove(reply)],
  ...messages,
];

describe("15 minutes after a Discord command,", () => {
  test.for(acts)("%s does not use the expired interaction token", async ([, act]) => {
    const card = await withCard({ minute: 15 });
    expect(await act(card)).toMatchObject({ ok: true });
    expect(card.refusals()).toBe(0);
  });

  test.for(messages)("%s about a private card is sent as a direct message", async ([, act]) => {
    const card = await withCard({ minute: 15, isPrivate: true });
    expect(await act(card)).toMatchObject({ ok: true });
    expect([card.refusals(), card.direct().length]).toEqual([0, 1]);
  });
});

test.for(acts)("on Discord, %s uses another route if the interaction token expires early", async ([, act]) => {
  const card = await withCard();
  card.discord.killTokens();
  expect(await act(card)).toMatchObject({ ok: true });
});

it("an interaction token that has expired according to the bot's clock is still used if no other route works", async () => {
  const card = await withCard();
  card.discord.deny({ what: "missing_access", channelId: card.reply.channelId, by: "bot" });
  const reply = { ...card.reply, tokenUntil: card.clock.now() - MINUTE };
  expect(await card.show(reply, message({ title: "Making the video" }), "in_place")).toMatchObject({ ok: true });
  expect((await attached(card, reply)).files).toHaveLength(1);
});

test.for([
  ["valid", "14 minutes", 14 * MINUTE],
  // A request takes some time.
  ["expired", "14.5 minutes", 14.5 * MINUTE],
  ["expired", "15 minutes", 15 * MINUTE],
] as const)("an interaction token is treated as %s %s after the interaction", ([state, , ageMs]) => {
  const at = Date.UTC(2026, 10, 21);
  expect(isTokenOld(aDiscordReply({ tokenUntil: at + 15 * MINUTE }), at + ageMs)).toBe(state === "expired");
});

/** Shows the final message on a card like the outbox. A new message needs no separate notification. */
async function delivered({ chat, reply }: Awaited<ReturnType<typeof withCard>>) {
  const shown = await chat.show(reply, done, "anywhere");
  if (shown.ok && !shown.value.isNew)
    await chat.notify(shown.value.reply, done, { people: [ada], nonce, triedAt: null });
  return shown;
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

test.for<readonly [string, Where, number, Ruin, readonly unknown[], readonly unknown[]]>([
  ["the interaction token is valid", "channelId", 0, () => {}, [word, word], []],
  ["the interaction token gets HTTP 401", "channelId", 0, dead401, [word, word], []],
  ["the interaction token gets HTTP 404", "channelId", 0, dead404, [word, word], []],
  ["the interaction token has expired", "channelId", 16, () => {}, [word, word], []],
  ["the channel was deleted", "channelId", 0, denied("unknown_channel"), [old], [word]],
  ["the server has removed the bot", "channelId", 0, both(dead404, denied("missing_access")), [old], [word]],
  ["the bot may no longer see the channel", "channelId", 16, denied("missing_access", byBot), [old], [word]],
  [
    "the bot may not write in the channel",
    "channelId",
    16,
    denied("missing_permissions", { ...byBot, ...post }),
    [word],
    [word],
  ],
  ["the bot has no permissions in the channel", "channelId", 16, denied("missing_permissions", byBot), [old], [word]],
  ["the thread is archived", "threadId", 0, denied("archived_thread", { methods: ["PATCH"] }), [old, word], []],
  [
    "the thread is archived and the interaction token has expired",
    "threadId",
    16,
    denied("archived_thread"),
    [old],
    [word],
  ],
  ["AutoMod blocks the message", "channelId", 0, denied("blocked_message"), [old], [word]],
  ["AutoMod blocks the forum post's title", "postId", 16, denied("blocked_title", byBot), [old], [word]],
  ["the interaction token has expired in a group message", "groupId", 16, () => {}, [old], [word]],
  ["the interaction token has expired in a server without the bot", "visitedChannelId", 16, () => {}, [old], [word]],
])("a final message on Discord alerts the owner exactly once if %s", async ([, where, minute, ruin, here, direct]) => {
  const card = await withCard({ where, minute });
  ruin(card.discord, card.channelId);
  expect(await delivered(card)).toMatchObject({ ok: true });
  expect([card.here().map(textOf), card.direct().map(textOf), card.rung()]).toEqual([here, direct, 1]);
});

it("an undelivered final message on Discord is delivered by the next attempt if the owner allows direct messages again", async () => {
  const card = await withCard({ where: "groupId", minute: 16 });
  const open = card.discord.deny({ what: "cannot_message_person", channelId: card.discord.dmChannelId("ada") });
  const detail = "channel_message 403/50001, direct_message 403/50007";
  expect(await delivered(card)).toMatchObject({ ok: false, refusal: { kind: "unreachable", detail } });
  open();
  expect(await delivered(card)).toMatchObject({ ok: true, value: { isNew: true } });
  expect(card.direct().map(textOf)).toEqual([word]);
});

describe("for a person who installed the Discord app only for themselves,", () => {
  it("the sixth follow-up to one interaction is sent by another route", async () => {
    const card = await withCard({ where: "visitedChannelId" });
    const { discord, clock, reply } = card;
    const address = `${discord.apiUrl}/v10/webhooks/${discord.applicationId}/${reply.token}`;
    const headers = { "content-type": "application/json" };
    for (const content of ["1", "2", "3", "4", "5"]) {
      const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
      expect((await fetch(address, { method: "POST", headers, body })).status).toBe(200);
    }
    await clock.advance(2_000);
    expect(await card.chat.sendPrivately(reply, message({ title: "The sixth" }))).toEqual({ ok: true, value: null });
    expect(card.here()).toHaveLength(6);
    expect(card.direct().map(textOf)).toEqual([expect.stringContaining("The sixth")]);
    expect(card.journal.since(0).findLast(({ kind }) => kind === "refused")?.payload).toMatchObject({ code: 40094 });
  });

  it("a card is recorded as private if Discord makes the card ephemeral", async () => {
    const world = await aWorldFor((command) => ({ kind: "card", card: cardOf(command) }));
    const { discord, clock } = world;
    discord.hideVisitors();
    const reply = await givenCard(world, discord.visitedChannelId);
    expect(reply).toMatchObject({ isPrivate: true, editableUntil: clock.now() + 900_000 });
    expect(discord.messages("ben", discord.visitedChannelId)).toEqual([]);
  });
});

describe("the buttons that a Discord card shows", () => {
  const again = { label: "Again", id: `again:${jobId}`, style: "secondary" } as const;
  const shown = { ...message({ tone: "good", title: "Your video is ready" }), buttons: [again] };

  test.for<[string, Parameters<typeof aCard>[1], number]>([
    ["from a public card", {}, 0],
    ["from a public card after the interaction token has expired", {}, 20],
    ["from a private card", { isPrivate: true }, 0],
  ])("can be read %s", async ([, how, minutes]) => {
    const { chat, reply, clock } = await withCard(how);
    const edited = await chat.show(reply, shown, "in_place");
    const card = edited.ok ? edited.value.reply : reply;
    await clock.advance(minutes * 60_000);
    expect(await chat.readButtons(card)).toEqual({ ok: true, value: [again.id] });
  });

  test("are read from the message that replaced the card", async () => {
    const { chat, reply } = await withCard();
    const moved = await chat.show(reply, shown, "new");
    if (!moved.ok) throw new Error(moved.refusal.kind);
    expect(moved.value.isNew).toBe(true);
    expect(await chat.readButtons(moved.value.reply)).toEqual({ ok: true, value: [again.id] });
    expect(await chat.readButtons(reply)).toMatchObject({ ok: true, value: [] });
  });

  test("are reported as gone if the card was deleted", async () => {
    const { chat, reply } = await withCard();
    await chat.remove(reply);
    expect(await chat.readButtons(reply)).toEqual({ ok: true, value: "gone" });
  });

  test("cannot be read if the card is private and the interaction token has expired", async () => {
    const { chat, reply, clock } = await withCard({ isPrivate: true });
    await clock.advance(20 * 60_000);
    expect(await chat.readButtons(reply)).toEqual(unreadable);
  });

  test.for<readonly [string, ApiNo, object]>([
    ["denies access", { kind: "refused", status: 403, code: 50001 }, unreadable],
    [
      "does not respond",
      { kind: "unavailable", unclear: true, detail: "timed out" },
      { refusal: { kind: "unavailable" } },
    ],
    [
      "rate-limits the request",
      { kind: "rate_limited", retryAfterMs: 7 },
      { refusal: { kind: "rate_limited", retryAfterMs: 7 } },
    ],
  ])("cannot be read if Discord %s", async ([, refusal, answer]) => {
    const { api } = anApi(() => refuse(refusal));
    const chat = discordChat({ api, clock: machineClock, duplicate: aDuplicateProcess() });
    expect(await chat.readButtons(aDiscordReply())).toMatchObject(answer);
  });
});
