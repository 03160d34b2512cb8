import { webApi } from "@slack/bolt";
import { describe, expect, it, test } from "vitest";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { callRefusalOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { chatContract } from "../../../contracts/front-end.ts";
import { cardFor, inSlack, plain, type SlackWorld, wordsIn } from "../slack-world.ts";

const ada = "U00000ADA1";
const ben = "U00000BEN2";

chatContract("Slack", async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  let lived: Promise<void> = Promise.resolve();
  const world = await new Promise<SlackWorld>((resolve, reject) => {
    lived = inSlack(cardFor, async (opened) => {
      resolve(opened);
      await closed;
    }).catch(reject);
  });
  const { slack, front, journal } = world;
  // Where it could look, it would send again what is not there.
  slack.grants.history = false;
  return {
    chat: front.chat,
    ownerId: ada,
    freshCard: () => givenCard(world),
    seen: () =>
      slack.messages("ada").map((message) => ({
        text: wordsIn(message.blocks),
        isPrivate: message.ephemeralFor !== null,
        mentions: message.mentions,
        edits: journal.since(0).filter(({ kind, messageId }) => kind === "edited" && messageId === message.ts).length,
      })),
    async close() {
      close();
      await lived;
    },
  };
});

/** A card that Ada got for a command. */
async function givenCard({ slack, desk }: SlackWorld, channelId = slack.channelId): Promise<SlackReply> {
  await slack.command("ada", "/video a cat", { channelId });
  const fate = await desk.fate();
  if (fate.kind !== "given" || fate.reply.platform !== "slack") throw new Error(`the card was ${fate.kind}`);
  return fate.reply;
}

test("each message and edit of a job is counted by the way that it took, refused ways left out", () =>
  inSlack(cardFor, async (world) => {
    const { front, slack, arrivals } = world;
    const card = await givenCard(world);
    await front.chat.show(card, plain("Rendering"), "in_place");
    await front.chat.whisper(card, plain("Not that picture"));
    await front.chat.notify(card, plain("Ready"), { people: [ada], nonce: "n", triedAt: null });
    const elsewhere = { ...card, channelId: slack.foreignChannelId, ts: null, isUneditable: true };
    await front.chat.show(elsewhere, plain("Ready"), "anywhere");
    await front.chat.show({ ...elsewhere, responseUrl: null }, plain("Ready"), "anywhere");
    expect(arrivals).toEqual(["bot_edit", "ephemeral", "channel_message", "response_url", "direct_message"]);
  }));

describe("a card in a channel that the bot is not in", () => {
  it("is posted through the response_url, stays as it is, and its final word is one new message that calls the owner", () =>
    inSlack(cardFor, async (world) => {
      const { front, slack } = world;
      const card = await givenCard(world, slack.foreignChannelId);
      expect(card).toMatchObject({ ts: null, isUneditable: true, responseUrlUses: 1 });
      expect(await front.chat.show(card, plain("Rendering"), "in_place")).toEqual({
        ok: false,
        refusal: { kind: "card_gone" },
      });
      expect(slack.messages("ada", slack.foreignChannelId)).toHaveLength(1);

      const shown = await front.chat.show(card, plain("Ready"), "anywhere");
      expect(shown).toMatchObject({ ok: true, value: { isNew: true, reply: { responseUrlUses: 2 } } });
      expect(slack.messages("ben", slack.foreignChannelId).at(-1)).toMatchObject({
        viaResponseUrl: true,
        mentions: [ada],
      });
    }));

  it.each<[string, (card: SlackReply) => Partial<SlackReply>]>([
    ["is too old", () => ({ responseUrlUntil: 0 })],
    ["is used up", () => ({ responseUrlUses: 5 })],
    ["is absent", () => ({ responseUrl: null })],
    ["is refused", ({ responseUrl }) => ({ responseUrl: `${responseUrl}x` })],
    ["is no address", () => ({ responseUrl: "ftp://a.example" })],
  ])("brings its final word as a direct message where the response_url %s", (_why, spoil) =>
    inSlack(cardFor, async (world) => {
      const { front, slack } = world;
      const card = await givenCard(world, slack.foreignChannelId);
      const shown = await front.chat.show({ ...card, ...spoil(card) }, plain("Ready"), "anywhere");
      const dm = slack.dmChannelId("ada");
      expect(shown).toMatchObject({ ok: true, value: { isNew: true, reply: { cardChannelId: dm } } });
      expect(wordsIn(slack.messages("ada", dm).at(-1)?.blocks)).toContain("Ready");
    }),
  );

  it("calls all who are to be told in the new message, and each by direct message where no other way is left", () =>
    inSlack(cardFor, async (world) => {
      const { front, slack } = world;
      const card = await givenCard(world, slack.foreignChannelId);
      await front.chat.show(card, plain("Ready"), "anywhere", [ada, ben]);
      expect(slack.messages("ben", slack.foreignChannelId).at(-1)?.mentions).toEqual([ada, ben]);

      const button = { label: "Again", id: "again:1", style: "secondary" } as const;
      const shut = { ...card, responseUrl: null };
      await front.chat.show(shut, { ...plain("Done"), buttons: [button] }, "anywhere", [ada, ben]);
      const last = (["ada", "ben"] as const).map((who) => slack.messages(who, slack.dmChannelId(who)).at(-1));
      expect(last.map((seen) => wordsIn(seen?.blocks).includes("Done"))).toEqual([true, true]);
      expect(last.map((seen) => JSON.stringify(seen?.blocks).includes("again:1"))).toEqual([true, false]);

      await front.chat.notify(shut, plain("For Ben"), { people: [ben], nonce: "n", triedAt: null });
      const told = (["ada", "ben"] as const).map((who) => slack.messages(who, slack.dmChannelId(who)).at(-1));
      expect(told.map((seen) => wordsIn(seen?.blocks).includes("For Ben"))).toEqual([false, true]);
    }));

  it("whispers through the response_url", () =>
    inSlack(cardFor, async (world) => {
      const { front, slack } = world;
      const card = await givenCard(world, slack.foreignChannelId);
      await front.chat.whisper(card, plain("Not that picture"));
      expect(slack.messages("ada", slack.foreignChannelId).at(-1)).toMatchObject({ ephemeralFor: ada });
    }));
});

describe("a card whose answer was lost", () => {
  it("is shown by the edit that asks for it, and only once while its post is under way", () =>
    inSlack(
      () => ({ kind: "nothing" }),
      async ({ front, slack, desk, journal }) => {
        await slack.command("ada", "/video a cat");
        await journal.find(({ kind }) => kind === "answered");
        const reply = desk.commands[0]?.reply;
        if (!reply) throw new Error("no command came");
        const before = slack.messages("ben").length;
        const shown = await Promise.all([1, 2].map(() => front.chat.show(reply, plain("Starting"), "first")));
        expect(slack.messages("ben")).toHaveLength(before + 1);
        const { ts } = slack.messages("ben").at(-1) ?? {};
        expect(shown).toMatchObject([1, 2].map(() => ({ ok: true, value: { isNew: false, reply: { ts } } })));
      },
    ));

  it("counts as gone where no way takes it", () =>
    inSlack(
      () => ({ kind: "nothing" }),
      async ({ front, slack }) => {
        const reply: SlackReply = {
          platform: "slack",
          teamId: slack.teamId,
          channelId: slack.foreignChannelId,
          userId: "U0NOBODY",
          ts: null,
          cardChannelId: null,
          responseUrl: null,
          responseUrlUntil: 0,
          responseUrlUses: 0,
          isUneditable: false,
        };
        expect(await front.chat.show(reply, plain("x"), "in_place")).toEqual({
          ok: false,
          refusal: { kind: "card_gone" },
        });
        expect(await front.chat.show(reply, plain("x"), "anywhere")).toMatchObject({
          ok: false,
          refusal: { kind: "unreachable" },
        });
      },
    ));
});

describe("a notification", () => {
  it("stands in the card's thread and mentions each person once, also one whom the message names", () =>
    inSlack(cardFor, async (world) => {
      const { front, slack } = world;
      const card = await givenCard(world);
      const message = plain("Your video is ready", { facts: [["Requested by ", { kind: "person", userId: ada }]] });
      await front.chat.notify(card, message, { people: [ada, "U00000BEN2"], nonce: "1", triedAt: null });
      const last = slack.messages("ada").at(-1);
      expect(last).toMatchObject({ threadTs: card.ts, mentions: [ada, "U00000BEN2"] });
      expect(JSON.stringify(last?.blocks).split(ada)).toHaveLength(2);
    }));

  it("calls nobody whom the message names and the job does not", () =>
    inSlack(cardFor, async (world) => {
      const { front, slack } = world;
      const card = await givenCard(world);
      const message = plain("Ready", { facts: [["Requested by ", { kind: "person", userId: ada }]] });
      await front.chat.notify(card, message, { people: ["U00000BEN2"], nonce: "1", triedAt: null });
      expect(slack.messages("ada").at(-1)?.mentions).toEqual(["U00000BEN2"]);
    }));
});

describe("what Slack refuses", () => {
  const platform = (error: string) => new webApi.WebAPIPlatformError({ ok: false, error });
  const failed = (code: string) => new webApi.WebAPIRequestError(new TypeError("fetch failed", { cause: { code } }));

  test.for([
    [new webApi.WebAPIRateLimitedError(7), { kind: "rate_limited", retryAfterMs: 7_000 }],
    [platform("ratelimited"), { kind: "rate_limited" }],
    [platform("not_in_channel"), { kind: "not_here", code: "not_in_channel" }],
    [platform("internal_error"), { kind: "unavailable", unclear: true }],
    [platform("<html>busy</html>"), { kind: "unavailable", unclear: true }],
    [platform("token_revoked"), { kind: "unavailable", unclear: false }],
    [new webApi.WebAPIHTTPError(503, "", {}), { kind: "unavailable", unclear: true }],
    [failed("ECONNREFUSED"), { kind: "unavailable", unclear: false }],
    [failed("ECONNRESET"), { kind: "unavailable", unclear: true }],
    [new Error("anything"), { kind: "unavailable", unclear: true }],
  ] as const)("is a value that says whether it may have been done: %s", ([error, refusal]) => {
    expect(callRefusalOf(error)).toMatchObject(refusal);
  });
});
