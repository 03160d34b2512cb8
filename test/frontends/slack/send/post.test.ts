import { expect, test } from "vitest";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { aJobId } from "../../../fakes/jobs.ts";
import { cardFor, inSlack, plain, type SlackWorld, wordsIn } from "../slack-world.ts";

const ada = "U00000ADA1";
const ben = "U00000BEN2";
const job = aJobId();

/** A question to managers, about a video of Ben's. */
const asking = plain("Approve this video?", {
  body: [[{ kind: "person", userId: ben }, " asks for it."]],
  job,
  buttons: [{ label: "Approve 205 credits", id: `approve:${job}`, style: "primary" }],
});
const inChannel = { to: "channel", nonce: "n" } as const;

/** Ada chose that channel for approvals. */
const chosen = (channelId: string): SlackReply => ({
  platform: "slack",
  teamId: "T0SANDBOX01",
  enterpriseId: null,
  channelId,
  userId: ada,
  ts: null,
  cardChannelId: null,
  responseUrl: null,
  responseUrlUntil: 0,
  responseUrlUses: 0,
  isUneditable: false,
});

const inWorld = (live: (world: SlackWorld) => Promise<void>) => inSlack(cardFor, live);

test("a message in a channel says who asks and notifies nobody; an edit mentions them", () =>
  inWorld(async ({ front, slack }) => {
    const posted = await front.chat.post(chosen(slack.channelId), asking, inChannel);
    const notice = slack.messages("ben").at(-1);
    expect(posted).toMatchObject({ ok: true, value: { ts: notice?.ts } });
    expect(notice).toMatchObject({ ephemeralFor: null, mentions: [] });
    expect(wordsIn(notice?.blocks)).toContain("@Ben");
    if (!posted.ok) throw new Error("not posted");
    const edited = await front.chat.show(posted.value, { ...asking, title: "Approved" }, "in_place");
    expect(edited).toMatchObject({ ok: true, value: { isNew: false } });
    expect(slack.messages("ben").at(-1)?.ts).toBe(notice?.ts);
    expect(JSON.stringify(slack.messages("ben").at(-1)?.blocks)).toContain(ben);
  }));

test("it is found by its job where its answer was lost", () =>
  inWorld(async ({ front, slack }) => {
    const place = chosen(slack.channelId);
    const posted = await front.chat.post(place, asking, inChannel);
    expect(await front.chat.find(place, { job, triedAt: Date.now() })).toEqual(posted);
    const other = await front.chat.find(place, { job: aJobId(2), triedAt: Date.now() - 60_000 });
    expect(other).toEqual({ ok: true, value: "not_there" });
  }));

test("where the channel is closed to the bot nobody is written to, until that is asked for", () =>
  inWorld(async ({ front, slack }) => {
    const place = chosen(slack.foreignChannelId);
    const direct = slack.dmChannelId("ada");
    const before = slack.messages("ada", direct).length;
    expect(await front.chat.post(place, asking, inChannel)).toEqual({
      ok: false,
      refusal: { kind: "unreachable", detail: "channel_not_found" },
    });
    expect(slack.messages("ada", direct)).toHaveLength(before);
    const posted = await front.chat.post(place, asking, { to: "direct", nonce: "n" });
    expect(posted).toMatchObject({ ok: true, value: { cardChannelId: direct } });
    expect(slack.messages("ada", direct)).toHaveLength(before + 1);
    expect(slack.messages("ben", slack.foreignChannelId)).toEqual([]);
    expect(await front.chat.find(place, { job, triedAt: Date.now() })).toEqual(posted);
  }));

test("a public channel that the bot has not joined takes nothing", () =>
  inWorld(async ({ front, slack }) => {
    expect(await front.chat.post(chosen(slack.unjoinedChannelId), asking, inChannel)).toEqual({
      ok: false,
      refusal: { kind: "unreachable", detail: "not_in_channel" },
    });
  }));
