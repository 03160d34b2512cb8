import { describe, expect, it, test } from "vitest";
import type { ChatRefusal, Posted, SlackReply } from "../../../../src/core/chat.ts";
import type { Answer, Command } from "../../../../src/core/command.ts";
import type { OpenVideo } from "../../../../src/core/film/film.ts";
import type { Chat } from "../../../../src/core/front-end.ts";
import type { FetchWhole } from "../../../../src/core/http-client.ts";
import { ok, type Result, refuse } from "../../../../src/core/result.ts";
import { replyPrivately } from "../../../../src/frontends/slack/in/slack-answers.ts";
import { chatContract } from "../../../contracts/front-end.ts";
import { aJobId, aSlackReply } from "../../../fakes/jobs.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { aVideoFile } from "../../../fakes/video-file.ts";
import {
  ada,
  aSlack,
  aSlackFor,
  cardFor,
  frontAt,
  givenCard,
  plain,
  saying,
  someTools,
  wordsIn,
} from "../slack-world.ts";

const ben = "U00000BEN2";
const ready = plain("Your video is ready.");
const gone = { ok: false, refusal: { kind: "card_gone" } };

/** Ada's card in that channel of the emulated Slack. */
async function withCard(where: "channelId" | "foreignChannelId" = "channelId", openVideo?: OpenVideo) {
  const world = await aSlackFor(cardFor, openVideo ? { openVideo } : {});
  const { slack, journal, front } = world;
  return {
    ...world,
    chat: front.chat,
    card: await givenCard(world, slack[where]),
    /** The newest message that the person sees in that channel. */
    last: (who: "ada" | "ben", channelId = slack[where]) => slack.messages(who, channelId).at(-1),
    direct: (who: "ada" | "ben") => slack.messages(who, slack.dmChannelId(who)).at(-1),
    calls: () => journal.since(0).filter(({ kind }) => kind === "pinged").length,
  };
}

chatContract("the Slack chat client", async () => {
  const world = await aSlack(cardFor);
  const { slack, front, journal, close } = world;
  // If the bot could search the channel, it would send missing messages again.
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
    close,
  };
});

test("each successful message or edit on Slack is counted under the route that was used", async () => {
  const { chat, card, slack, arrivals } = await withCard();
  await chat.show(card, plain("Rendering"), "in_place");
  await chat.sendPrivately(card, plain("Not that picture"));
  await chat.notify(card, plain("Ready"), { people: [ada], nonce: "n", triedAt: null });
  const elsewhere = { ...card, channelId: slack.foreignChannelId, ts: null, isUneditable: true };
  await chat.show(elsewhere, plain("Ready"), "anywhere");
  await chat.show({ ...elsewhere, responseUrl: null }, plain("Ready"), "anywhere");
  expect(arrivals).toEqual(["bot_edit", "ephemeral", "channel_message", "response_url", "direct_message"]);
});

describe("a card in a Slack channel without the bot", () => {
  it("is posted through the response_url and cannot be edited", async () => {
    const { chat, card, slack } = await withCard("foreignChannelId");
    expect(card).toMatchObject({ ts: null, isUneditable: true, responseUrlUses: 1 });
    expect(await chat.show(card, plain("Rendering"), "in_place")).toEqual(gone);
    expect(slack.messages("ada", slack.foreignChannelId)).toHaveLength(1);
  });

  it("is followed by a final message that mentions the given recipients, or the owner if no recipients are given", async () => {
    const { chat, card, last } = await withCard("foreignChannelId");
    const shown = await chat.show(card, plain("Ready"), "anywhere");
    expect(shown).toMatchObject({ ok: true, value: { isNew: true, reply: { responseUrlUses: 2 } } });
    expect(last("ben")).toMatchObject({ viaResponseUrl: true, mentions: [ada] });
    await chat.show(card, plain("Ready"), "anywhere", [ada, ben]);
    expect(last("ben")?.mentions).toEqual([ada, ben]);
  });

  it.each<[string, (card: SlackReply) => Partial<SlackReply>]>([
    ["is too old", () => ({ responseUrlUntil: 0 })],
    ["was already used five times", () => ({ responseUrlUses: 5 })],
    ["is missing", () => ({ responseUrl: null })],
    ["is refused", ({ responseUrl }) => ({ responseUrl: `${responseUrl}x` })],
    ["is not a valid URL", () => ({ responseUrl: "ftp://a.example" })],
  ])("is followed by a final message in the owner's direct messages if the response_url %s", async (_why, spoil) => {
    const { chat, card, slack, direct } = await withCard("foreignChannelId");
    const shown = await chat.show({ ...card, ...spoil(card) }, plain("Ready"), "anywhere");
    const reply = { cardChannelId: slack.dmChannelId("ada") };
    expect(shown).toMatchObject({ ok: true, value: { isNew: true, reply } });
    expect(wordsIn(direct("ada")?.blocks)).toContain("Ready");
  });

  it("is followed by direct messages to all recipients, with buttons only for the owner, if no other route works", async () => {
    const { chat, card, direct } = await withCard("foreignChannelId");
    const button = { label: "Again", id: "again:1", style: "secondary" } as const;
    const shut = { ...card, responseUrl: null };
    const have = (text: string) =>
      (["ada", "ben"] as const).map((who) => JSON.stringify(direct(who)?.blocks ?? "").includes(text));
    await chat.show(shut, { ...plain("Done"), buttons: [button] }, "anywhere", [ada, ben]);
    expect([have("Done"), have("again:1")]).toEqual([
      [true, true],
      [true, false],
    ]);
    await chat.notify(shut, plain("For Ben"), { people: [ben], nonce: "n", triedAt: null });
    expect(have("For Ben")).toEqual([false, true]);
    await chat.notify(shut, plain("For both"), { people: [ada, ben], nonce: "m", triedAt: null });
    expect(have("For both")).toEqual([true, true]);
  });

  it("can be followed by a private message through the response_url", async () => {
    const { chat, card, last } = await withCard("foreignChannelId");
    await chat.sendPrivately(card, plain("Not that picture"));
    expect(last("ada")).toMatchObject({ ephemeralFor: ada });
  });
});

describe("a Slack card that was not posted yet", () => {
  it("is posted only once by two simultaneous attempts", async () => {
    const { front, slack, service, journal } = await aSlackFor(() => ({ kind: "nothing" }));
    await slack.command("ada", "/video a cat");
    await journal.find(({ kind }) => kind === "answered");
    const reply = service.commands[0]?.reply;
    if (!reply) throw new Error("no command came");
    const before = slack.messages("ben").length;
    const shown = await Promise.all([1, 2].map(() => front.chat.show(reply, plain("Starting"), "first")));
    expect(slack.messages("ben")).toHaveLength(before + 1);
    const { ts } = slack.messages("ben").at(-1) ?? {};
    expect(shown).toMatchObject([1, 2].map(() => ({ ok: true, value: { isNew: false, reply: { ts } } })));
  });

  const nowhere = async () => {
    const { front, slack } = await aSlackFor(() => ({ kind: "nothing" }));
    return { chat: front.chat, reply: chosen(slack.foreignChannelId, "U0NOBODY") };
  };

  it("is not posted by an edit", async () => {
    const { chat, reply } = await nowhere();
    expect(await chat.show(reply, plain("x"), "in_place")).toEqual(gone);
  });

  it("is reported as unreachable if neither the channel nor a direct message can be used", async () => {
    const { chat, reply } = await nowhere();
    expect(await chat.show(reply, plain("x"), "anywhere")).toMatchObject({ refusal: { kind: "unreachable" } });
  });
});

test("a Slack notification is posted in the card's thread and mentions each person only once", async () => {
  const { chat, card, last } = await withCard();
  const message = plain("Your video is ready", { facts: [["Requested by ", { kind: "person", userId: ada }]] });
  await chat.notify(card, message, { people: [ada, ben], nonce: "1", triedAt: null });
  expect(last("ada")).toMatchObject({ threadTs: card.ts, mentions: [ada, ben] });
  expect(JSON.stringify(last("ada")?.blocks).split(ada)).toHaveLength(2);
});

const clock = manualClock();
const card = aSlackReply({
  channelId: "C1",
  cardChannelId: "C1",
  ts: "1795219200.000100",
  userId: "U1",
  responseUrl: "https://hooks.slack.com/commands/1",
  responseUrlUntil: clock.now() + 60_000,
  responseUrlUses: 0,
});

/** A channel that a person chose, without a request in it. */
function chosen(channelId: string, userId = ada): SlackReply {
  const unasked = { ts: null, cardChannelId: null, responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
  return aSlackReply({ teamId: "T0SANDBOX01", channelId, userId, isUneditable: false, ...unasked });
}

/** A Slack with these responses by method and channel. Returns the calls. */
function slackWith(answer: (method: string, channel: string, nth: number) => Response) {
  const calls: string[] = [];
  const fetchWhole: FetchWhole = async (address, init) => {
    const name = new URL(address).pathname.split("/").slice(2).join("/");
    return answer(name, new URLSearchParams(String(init.body)).get("channel") ?? "", calls.push(name));
  };
  const slack = { botToken: "xoxb-1", apiUrl: "https://slack.com/api" };
  const { chat } = frontAt(slack, { kind: "http", signingSecret: "s" }, { clock, fetchWhole });
  return { chat, calls };
}

/** A Slack that rate limits these methods or channels for 7 s, and refuses posts in `closed` channels. */
function chatBefore(slack: { readonly limits: readonly string[]; readonly closed?: readonly string[] }) {
  return slackWith((name, channel) => {
    const asked = [name, `${name} ${channel}`];
    if (asked.some((one) => slack.limits.includes(one)))
      return new Response(null, { status: 429, headers: { "retry-after": "7" } });
    if (asked.some((one) => slack.closed?.includes(one))) return Response.json({ ok: false, error: "not_in_channel" });
    return Response.json({ ok: true, channel: channel || "C1", ts: "1795219201.000100", messages: [] });
  }).chat;
}

const unposted = { ...card, ts: null, cardChannelId: null };
const [update, post, url] = ["chat.update", "chat.postMessage", "1"];
const no = (error: string) => Response.json({ ok: false, error });

const people = ["U1"];
const fresh = { people, nonce: "n1", triedAt: null };
const here = { kind: "rate_limited", retryAfterMs: 7_000 } as const satisfies ChatRefusal;
const elsewhere: ChatRefusal = { ...here, isElsewhere: true };

function refusalOf(result: Result<unknown, unknown>): unknown {
  return result.ok ? null : result.refusal;
}

test("a Slack rate limit for new messages in a channel delays the channel's other new messages", async () => {
  const chat = chatBefore({ limits: ["chat.postMessage C1"] });
  expect(refusalOf(await chat.notify(card, ready, fresh))).toEqual(here);
});

test("a Slack rate limit for edits delays other edits", async () => {
  const edits = chatBefore({ limits: ["chat.update"] });
  expect(refusalOf(await edits.show(card, ready, "in_place"))).toEqual(here);
});

test.for([
  ["a response_url", { limits: ["1"], closed: ["chat.postMessage C1"] }],
  ["a direct message", { limits: ["chat.postMessage U1"], closed: ["chat.postMessage C1", "1"] }],
] as const)("a Slack rate limit for %s does not delay other messages", async ([, slack]) => {
  const withUrl = slack.limits[0] === "1" ? card : { ...card, responseUrl: null };
  expect(refusalOf(await chatBefore(slack).notify(withUrl, ready, fresh))).toEqual(elsewhere);
});

test("a Slack rate limit for edits does not delay new messages", async () => {
  const chat = chatBefore({ limits: ["chat.update"] });
  expect(refusalOf(await chat.show(card, ready, "anywhere"))).toEqual(elsewhere);
});

const lost = { ...fresh, triedAt: clock.now() };

test("a Slack notification that may already have been sent is delayed by 30 s, and other notifications are not delayed", async () => {
  const waiting = { kind: "rate_limited", retryAfterMs: 30_000, isElsewhere: true };
  expect(refusalOf(await chatBefore({ limits: [] }).notify(card, ready, lost))).toEqual(waiting);
});

test("a rate-limited search for a Slack notification does not delay other notifications", async () => {
  const delayed = chatBefore({ limits: ["conversations.replies"] });
  expect(refusalOf(await delayed.notify(card, ready, lost))).toEqual(elsewhere);
});

test("edits and new messages on Slack have separate rate limits", () => {
  const chat = chatBefore({ limits: [] });
  expect(chat.bucketOf(card, "edit")).toMatchObject({ isOfEditsAlone: true });
  expect(chat.bucketOf(card, "new_message").isOfEditsAlone).toBeUndefined();
});

test("the rate limit for new messages applies to the message that replaces an uneditable Slack card", () => {
  const chat = chatBefore({ limits: [] });
  const uneditable = { ...card, ts: null, isUneditable: true };
  expect(chat.bucketOf(uneditable, "edit")).toEqual(chat.bucketOf(card, "new_message"));
});

const job = aJobId();

describe("a Slack message that is not a response to a command", () => {
  const asking = plain("Approve this video?", {
    body: [[{ kind: "person", userId: ben }, " asks for it."]],
    job,
    buttons: [{ label: "Approve 205 credits", id: `approve:${job}`, style: "primary" }],
  });
  const inChannel = { to: "channel", nonce: "n" } as const;

  test("shows the requester's name as plain text when posted and as a mention after an edit", async () => {
    const { front, slack } = await aSlackFor(cardFor);
    const posted = await front.chat.post(chosen(slack.channelId), asking, inChannel);
    const notice = slack.messages("ben").at(-1);
    expect(posted).toMatchObject({ ok: true, value: { ts: notice?.ts } });
    expect(notice).toMatchObject({ ephemeralFor: null, mentions: [] });
    expect(wordsIn(notice?.blocks)).toContain("@Ben");
    if (!posted.ok) throw new Error("not posted");
    await front.chat.show(posted.value, { ...asking, title: "Approved" }, "in_place");
    expect(JSON.stringify(slack.messages("ben").at(-1)?.blocks)).toContain(ben);
  });

  test("is sent as a direct message only on request, never as a fallback for an inaccessible channel", async () => {
    const { front, slack } = await aSlackFor(cardFor);
    const unjoined = await front.chat.post(chosen(slack.unjoinedChannelId), asking, inChannel);
    expect(unjoined).toMatchObject({ refusal: { kind: "unreachable", detail: "not_in_channel" } });
    const place = chosen(slack.foreignChannelId);
    const direct = slack.dmChannelId("ada");
    const before = slack.messages("ada", direct).length;
    const closed = await front.chat.post(place, asking, inChannel);
    expect(closed).toMatchObject({ refusal: { kind: "unreachable", detail: "channel_not_found" } });
    expect(slack.messages("ada", direct)).toHaveLength(before);
    const posted = await front.chat.post(place, asking, { to: "direct", nonce: "n" });
    expect(posted).toMatchObject({ ok: true, value: { cardChannelId: direct } });
    expect(slack.messages("ada", direct)).toHaveLength(before + 1);
    expect(slack.messages("ben", slack.foreignChannelId)).toEqual([]);
    expect(await front.chat.find(place, { job, triedAt: Date.now() })).toEqual(posted);
  });
});

test("a rate-limited private message on Slack is retried through the response_url", async () => {
  const clock = manualClock();
  const startedAt = clock.now();
  const triedAt: number[] = [];
  const reply = aSlackReply();
  const privatelyThroughUrl = async () =>
    triedAt.push(clock.now() - startedAt) === 1 ? refuse({ ...here, retryAfterMs: 2_000 }) : ok(reply);
  const tools = someTools({ clock });
  const ways = { ...tools.ways, privatelyThroughUrl };
  const telling = replyPrivately({ ...tools, ways }, reply, plain("only for you"));
  await clock.advance(60_000);
  await telling;
  expect(triedAt).toEqual([0, 2_000]);
});

/** A private card. Slack accepts the person's id as the channel of their direct messages. */
const inPrivate = (command: Command): Answer => {
  const reply = { ...command.reply, channelId: ada, responseUrl: null } as Command["reply"];
  return cardFor({ ...command, reply }, plain("Your card"));
};

test.for([
  ["a running", "becomes the job's card"],
  ["an ended", "does not become the job's card"],
] as const)("if the Slack card of %s job is shown again, the new message %s", async ([, verb]) => {
  const isLive = verb === "becomes the job's card";
  const { slack, service, journal, front } = await aSlackFor(({ reply }) => {
    return { kind: "card_again", card: { jobId: job, reply, message: plain("Your card") }, isLive };
  });
  await slack.command("ada", "/video-jobs show 0123ab");
  await journal.find(saying("Your card"));
  // Running work is finished.
  await front.stop();
  const card = slack.messages("ben").at(-1);
  const moved = { kind: "moved", reply: { ts: card?.ts, cardChannelId: slack.channelId } };
  expect(service.fates).toMatchObject(isLive ? [moved] : []);
  expect(card?.mentions).toEqual([]);
});

describe("a private card on Slack", () => {
  it("is sent as a direct message, and a private message in the channel says so", async () => {
    const { slack, service } = await aSlackFor(inPrivate);
    await slack.command("ada", "/video a cat");
    const dm = slack.dmChannelId("ada");
    expect(await service.fate()).toMatchObject({ kind: "given", reply: { cardChannelId: dm } });
    expect(wordsIn(slack.messages("ada", dm).at(-1)?.blocks)).toContain("Your card");
    const word = slack.messages("ada").at(-1);
    expect(word?.ephemeralFor).toBe(ada);
    expect(wordsIn(word?.blocks)).toContain("card is in your direct messages");
    expect(slack.messages("ben").filter(({ userId }) => userId === slack.botUserId)).toEqual([]);
  });

  it("is sent without the hint “card is in your direct messages” if the command came from the direct messages", async () => {
    const { slack, service } = await aSlackFor(inPrivate);
    const dm = slack.dmChannelId("ada");
    await slack.command("ada", "/video a cat", { channelId: dm });
    await service.fate();
    const words = slack.messages("ada", dm).map(({ blocks }) => wordsIn(blocks));
    expect(words.join()).not.toContain("direct messages");
  });
});

const LONG_AGO = 1;

describe("a Slack notification that may already have been sent", () => {
  it.each([
    ["is found in the card's thread and not sent again", "n1", 1],
    ["is sent again if the thread has only another notification", "another", 2],
  ])("%s", async (_, nonceThere, times) => {
    const { chat, card, calls } = await withCard();
    await chat.notify(card, ready, { people: [ada], nonce: nonceThere, triedAt: null });
    const again = await chat.notify(card, ready, { people: [ada], nonce: "n1", triedAt: LONG_AGO });
    expect(again).toMatchObject({ ok: true, value: { kind: "sent" } });
    expect(calls()).toBe(times);
  });

  it("is never sent again if the card has no thread", async () => {
    const { chat, calls } = slackWith(() => no("unexpected"));
    const again = await chat.notify(unposted, ready, { ...fresh, triedAt: LONG_AGO });
    expect([again, calls]).toEqual([{ ok: true, value: { kind: "skipped" } }, []]);
  });
});

const unclear = { kind: "unavailable", unclear: true };

describe("a Slack post whose result is unknown", () => {
  test.for([
    ["a lost response", () => Promise.reject(new TypeError("fetch failed"))],
    ["HTTP 500", () => new Response("oops", { status: 500 })],
  ] as const)("is neither repeated nor sent by another route after %s", async ([, answer]) => {
    const { chat, calls } = slackWith(answer as () => Response);
    expect(refusalOf(await chat.show(unposted, plain("Starting"), "first"))).toMatchObject(unclear);
    expect(refusalOf(await chat.notify(unposted, ready, fresh))).toMatchObject(unclear);
    expect(refusalOf(await chat.sendPrivately(unposted, plain("No")))).toMatchObject(unclear);
    expect(calls).toEqual([post, post, "chat.postEphemeral"]);
  });

  test("is not repeated if the request to the response_url fails without a response", async () => {
    const { chat, calls } = slackWith((name) => (name === url ? Response.error() : no("not_in_channel")));
    expect(refusalOf(await chat.show(unposted, plain("Starting"), "first"))).toMatchObject(unclear);
    expect(calls).toEqual([post, url]);
  });
});

describe("if Slack refuses the bot's messages", () => {
  /** Refuses everything with that code except a response_url or, if that is dead, a direct message. */
  const closed = (code: string, isUrlDead = false) =>
    slackWith((name, channel) => {
      if (name === url && !isUrlDead) return new Response("ok");
      if (name === post && channel === "U1" && isUrlDead)
        return Response.json({ ok: true, channel: "D1", ts: "1766300009.000100" });
      return name === url ? new Response("", { status: 404 }) : no(code);
    });
  const codes = [
    "ekm_access_denied",
    "access_denied",
    "team_access_not_granted",
    "restricted_action",
    "an_unknown_code",
  ];
  const tokens = ["token_revoked", "invalid_auth", "team_added_to_org"];

  test.for([...codes, ...tokens])(
    "with the error code %s, the card and the notification are sent through the response_url",
    async (code) => {
      const { chat, calls } = closed(code);
      expect(await chat.show(unposted, plain("Starting"), "first")).toMatchObject({
        ok: true,
        value: { reply: { isUneditable: true, responseUrlUses: 1 } },
      });
      expect(await chat.notify(unposted, ready, fresh)).toMatchObject({ ok: true, value: { kind: "sent" } });
      expect(calls).toEqual([post, url, post, url]);
    },
  );

  test.for(codes)(
    "with the error code %s and the response_url has expired, the card is sent as a direct message",
    async (code) => {
      const { chat, calls } = closed(code, true);
      const shown = await chat.show(unposted, plain("Starting"), "first");
      expect(shown).toMatchObject({ ok: true, value: { reply: { cardChannelId: "D1" } } });
      expect(calls).toEqual([post, url, post]);
    },
  );

  test.for([...codes, ...tokens])(
    "with the error code %s, a private message is sent through the response_url",
    async (code) => {
      const { chat, calls } = closed(code);
      expect(await chat.sendPrivately(unposted, plain("Not that picture"))).toEqual(ok(null));
      expect(calls).toEqual(["chat.postEphemeral", url]);
    },
  );

  test.for(tokens)(
    "with the error code %s and the response_url has expired, the card and the notification fail with a temporary error",
    async (code) => {
      const { chat } = slackWith((name) => (name === url ? new Response("", { status: 404 }) : no(code)));
      const kept = { kind: "unavailable", unclear: false, isElsewhere: true, detail: code };
      expect(refusalOf(await chat.show(unposted, plain("Starting"), "first"))).toEqual(kept);
      expect(refusalOf(await chat.notify(unposted, ready, fresh))).toEqual(kept);
    },
  );

  test("without an error code, the card is sent through the response_url", async () => {
    const { chat, calls } = slackWith((name) => (name === url ? new Response("ok") : Response.json({ ok: false })));
    expect(await chat.show(unposted, plain("Starting"), "first")).toMatchObject({ ok: true });
    expect(calls).toEqual([post, url]);
  });

  test.for([
    ["missing access", "not_in_channel", "no_access"],
    ["missing access", "channel_not_found", "no_access"],
    ["posting restriction", "restricted_action", "restricted"],
    ["posting restriction", "restricted_action_read_only_channel", "restricted"],
    ["unspecified", "is_archived", "other"],
    ["unspecified", "ekm_access_denied", "other"],
  ] as const)(
    "a message that does not respond to a command fails with the reason “%s” (error code %s)",
    async ([, code, why]) => {
      const { chat } = slackWith(() => no(code));
      const refused = await chat.post(unposted, ready, { to: "channel", nonce: "n" });
      expect(refusalOf(refused)).toEqual({ kind: "unreachable", detail: code, channel: why });
    },
  );
});

test("a Slack rate limit without a retry-after header causes a delay of 5 s", async () => {
  const { chat, calls } = slackWith(() => new Response(null, { status: 429 }));
  const paused = { kind: "rate_limited", retryAfterMs: 5_000 };
  expect(refusalOf(await chat.show(unposted, plain("Starting"), "first"))).toEqual(paused);
  expect(refusalOf(await chat.show(card, ready, "anywhere"))).toMatchObject(paused);
  expect(calls).toEqual([post, update]);
});

describe("a Slack card that can no longer be edited", () => {
  /** Refuses every edit and, if the channel is closed, every post except the direct message. */
  const refusing = (code: string, isClosed: boolean) =>
    slackWith((name, channel) => {
      const isTaken = name === post && (!isClosed || channel === "U1");
      const posted = { ok: true, channel: isClosed ? "D1" : "C1", ts: "1766300009.000100" };
      return isTaken ? Response.json(posted) : name === url ? new Response("", { status: 404 }) : no(code);
    });

  test.for([
    ["the channel", "message_not_found", [update, post]],
    ["the channel", "cant_update_message", [update, post]],
    ["the channel", "edit_window_closed", [update, post]],
    ["the owner's direct messages", "is_archived", [update, post, url, post]],
    ["the owner's direct messages", "channel_not_found", [update, post, url, post]],
  ] as const)(
    "is followed by a final message in %s if the edit fails with the error “%s”",
    async ([place, code, ways]) => {
      const closed = place !== "the channel";
      const { chat, calls } = refusing(code, closed);
      expect(refusalOf(await chat.show(card, plain("Rendering"), "in_place"))).toEqual({ kind: "card_gone" });
      const shown = await chat.show(card, ready, "anywhere");
      const reply = { cardChannelId: closed ? "D1" : "C1", ts: "1766300009.000100" };
      expect(shown).toMatchObject({ ok: true, value: { isNew: true, reply } });
      expect(calls).toEqual([update, ...ways]);
    },
  );

  test.for([
    "ekm_access_denied",
    "access_denied",
    "team_access_not_granted",
    "restricted_action_thread_only_channel",
    "an_unknown_code",
  ])("is followed by a final direct message if Slack refuses all other calls with the error “%s”", async (code) => {
    const { chat, calls } = refusing(code, true);
    expect(refusalOf(await chat.show(card, plain("Rendering"), "in_place"))).toEqual({ kind: "card_gone" });
    expect(await chat.show(card, ready, "anywhere")).toMatchObject({ ok: true, value: { isNew: true } });
    expect(calls).toEqual([update, update, post, url, post]);
  });

  test("is neither replaced nor deleted while the bot's token is revoked", async () => {
    const { chat, calls } = refusing("token_revoked", true);
    const refused = { kind: "unavailable", unclear: false, isElsewhere: true, detail: "token_revoked" };
    expect(refusalOf(await chat.show(card, ready, "anywhere"))).toEqual(refused);
    expect(refusalOf(await chat.remove(card))).toEqual(refused);
    expect(calls).toEqual([update, "chat.delete"]);
  });
});

describe("sending a Slack message", () => {
  const long = clock.now() - 60_000;
  const stalled = { kind: "unavailable", unclear: false, detail: "stalled" };
  const asking = plain("Approve?", { body: [[{ kind: "person", userId: "U2" }]] });
  test.for<readonly [string, string, (chat: Chat) => Promise<Result<unknown, unknown>>, readonly string[]]>([
    ["during an edit of the card", update, (chat) => chat.show(card, ready, "anywhere"), [update]],
    ["during a post to the channel", post, (chat) => chat.show(unposted, ready, "anywhere"), [post]],
    ["during a post of the first card", post, (chat) => chat.show(unposted, ready, "first"), [post]],
    ["during a post to the thread", post, (chat) => chat.notify(card, ready, fresh), [post]],
    [
      "during a search for the message",
      "conversations.replies",
      (chat) => chat.notify(card, ready, { ...fresh, triedAt: long }),
      ["conversations.replies"],
    ],
    [
      "during a request for a person's name",
      "users.info",
      (chat) => chat.post(card, asking, { to: "channel", nonce: "n" }),
      ["users.info"],
    ],
  ])("ends without another Slack call if the process stalled %s", async ([, stalledAt, send, calls]) => {
    const slack = slackWith((name) => {
      if (name === stalledAt) clock.set(6_000);
      return name === "conversations.replies" ? Response.json({ ok: true, messages: [] }) : no("not_in_channel");
    });
    expect(refusalOf(await send(slack.chat))).toEqual(stalled);
    expect(slack.calls).toEqual(calls);
  });
});

/** Ada's card with its notification, and its film in the thread. */
async function finished() {
  const world = await withCard("channelId", aVideoFile({ sizeBytes: 4 }).openVideo);
  const { slack, chat, card } = world;
  const sent = await chat.notify(card, ready, { ...fresh, people: [ada] });
  const at = sent.ok && sent.value.kind === "sent" && sent.value.at !== "lost" ? sent.value.at : [];
  const { signal } = new AbortController();
  const shared = await chat.attach?.(card, ready, { url: "https://a.example/v.mp4", triedAt: null, signal });
  if (!shared?.ok || shared.value.reply.platform !== "slack") throw new Error("not shared");
  return { ...world, reply: shared.value.reply, at, seen: () => slack.messages("ben") };
}

test("a Slack notification that was sent through a response_url has no known message id", async () => {
  const { chat, card } = await withCard("foreignChannelId");
  expect(await chat.notify(card, ready, fresh)).toEqual({ ok: true, value: { kind: "sent", at: "lost" } });
});

const elsewherePosted = { platform: "slack", channelId: "C0GONE", ts: "1795219200.000100" } as const;

describe("deleting a finished video's messages on Slack", () => {
  it("deletes the notification and the file first and the card last", async () => {
    const { reply, at, chat, seen, slack, journal } = await finished();
    expect(seen()).toHaveLength(3);
    expect(at).toEqual([{ platform: "slack", channelId: reply.channelId, ts: seen()[1]?.ts }]);
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(seen()).toEqual([]);
    expect(slack.file(reply.files?.[0]?.id ?? "")).toBeUndefined();
    const gone = journal.since(0).filter(({ kind }) => kind === "deleted");
    expect(gone.at(-1)?.messageId).toBe(reply.ts);
  });

  test.for<[string, Partial<SlackReply>, readonly Posted[], string[]]>([
    ["a remaining card if the card was posted through a response_url", { ts: null, isUneditable: true }, [], ["card"]],
    [
      "a remaining notification if the bot is not in the notification's channel",
      {},
      [elsewherePosted],
      ["notification"],
    ],
    ["no remaining message if the card is already deleted", { ts: "1795219200.000100" }, [], []],
  ])("reports %s", async ([, over, more, left]) => {
    const { reply, at, chat } = await finished();
    expect(await chat.takeDown({ ...reply, ...over }, [...at, ...more])).toEqual({ ok: true, value: left });
  });

  it("fails without deleting any message if Slack is down", async () => {
    const { reply, at, chat, seen, slack } = await finished();
    await slack.stop();
    expect(await chat.takeDown(reply, at)).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
    expect(seen()).toHaveLength(3);
  });
});
