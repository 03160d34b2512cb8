import { describe, expect, it, test } from "vitest";
import { fetchWhole as fetchWholeOf } from "../../../../src/app/fetch-whole.ts";
import { answerInTime } from "../../../../src/commands/answer.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { Answer, Command } from "../../../../src/core/command.ts";
import type { FetchWhole } from "../../../../src/core/http-client.ts";
import { inviteHints, oncePerEvent } from "../../../../src/frontends/slack/in/slack-commands.ts";
import { atOnce } from "../../../fakes/alone.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { aSlackOwner, aSlackReply } from "../../../fakes/jobs.ts";
import { knownEvents } from "../../../fakes/known-events.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { keyForm } from "../../forms.ts";
import { ada, answered, aSlackFor, cardFor, openForm, plain, saying, seen, wordsIn } from "../slack-world.ts";

const ownFetch = fetchWholeOf(machineClock);

describe("a Slack command", () => {
  it("gets a private answer in the HTTP response", async () => {
    const message = plain("Too many at once");
    const { slack, journal, answeredIn } = await aSlackFor(() => ({ kind: "private", message }));
    await slack.command("ada", "/video a cat");
    const { payload } = await journal.find(answered);
    expect(JSON.stringify(payload)).toContain("Too many at once");
    expect(slack.messages("ada").at(-1)).toMatchObject({ ephemeralFor: ada });
    expect(answeredIn).toHaveLength(1);
  });

  it("gets a card that names the requester without a mention", async () => {
    const { slack, service } = await aSlackFor((command) =>
      cardFor(command, plain("Starting", { facts: [["Requested by ", { kind: "person", userId: ada }]] })),
    );
    await slack.command("ada", "/video a cat");
    const fate = await service.fate();
    const card = slack.messages("ben").at(-1);
    expect(fate).toMatchObject({
      kind: "given",
      reply: { ts: card?.ts, cardChannelId: slack.channelId, isUneditable: false },
    });
    expect(card?.mentions).toEqual([]);
    expect(wordsIn(card?.blocks)).toContain("Requested by @ada");
  });

  it("is acknowledged before the card is posted", async () => {
    const [others, isWaiting] = [deferred(), deferred()];
    const quiet = () => {
      isWaiting.resolve();
      return others.promise;
    };
    const { slack, journal, service } = await aSlackFor(cardFor, { quiet });
    const before = slack.messages("ben").length;
    await slack.command("ada", "/video a cat");
    await Promise.all([journal.find(answered), isWaiting.promise]);
    expect(slack.messages("ben")).toHaveLength(before);
    others.resolve();
    await service.fate();
    expect(slack.messages("ben")).toHaveLength(before + 1);
  });

  it("ends with the result “postponed” and a delay of 2 s if Slack rate-limits the card", async () => {
    const { slack, service } = await aSlackFor(cardFor);
    slack.setCondition("rate_limited");
    await slack.command("ada", "/video a cat");
    expect(await service.fate()).toEqual({ kind: "postponed", waitMs: 2_000 });
  });

  it("gets the card and an explanation in a direct message if no other route works", async () => {
    const { slack, service } = await aSlackFor((command) =>
      cardFor({ ...command, reply: { ...command.reply, responseUrl: null } as Command["reply"] }),
    );
    await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
    expect(await service.fate()).toMatchObject({
      kind: "given",
      reply: { cardChannelId: slack.dmChannelId("ada") },
    });
    const direct = slack.messages("ada", slack.dmChannelId("ada")).at(-1);
    expect(wordsIn(direct?.blocks)).toContain("cannot write in the channel");
  });

  it("gets an error message that says nothing about charges if processing the command fails", async () => {
    const finish = () => Promise.reject(new Error("a bug"));
    const { slack, journal } = await aSlackFor(() => ({
      kind: "working",
      message: plain("Checking your key…"),
      finish,
    }));
    await slack.command("ada", "/video-key status");
    await journal.find(saying("Check what happened before you try again"));
    const words = slack.messages("ada").map(({ blocks }) => wordsIn(blocks));
    expect(words.join()).not.toContain("charged");
  });
});

const command = (over: Partial<Command> = {}): Command => ({
  eventId: "slack:1",
  owner: aSlackOwner("U1", "T1"),
  workspace: "T1",
  roles: [],
  reply: aSlackReply(),
  receivedAt: 0,
  ageRestriction: "none",
  act: { kind: "help" },
  ...over,
});

test.for([
  [2_000, 0],
  [1_600, 600],
])(
  "a Slack command times out %i ms after the lookup of the person's language if the lookup took %i ms",
  async ([leftMs = 0, waitedMs = 0]) => {
    const clock = manualClock();
    const log = recordingLog();
    const never = { answer: () => new Promise<Answer>(() => {}), answered: async () => {} };
    const service = answerInTime({ ...never, ...atOnce, clock, log });
    const asker = oncePerEvent({ service, clock, log, events: knownEvents() });
    const receivedAt = clock.now();
    await clock.advance(waitedMs);
    let answerKind = "nothing";
    void asker(command({ receivedAt })).then((answer) => {
      answerKind = answer?.kind ?? "again";
    });
    await clock.advance(leftMs - 1);
    expect(answerKind).toBe("nothing");
    await clock.advance(1);
    expect(answerKind).toBe("private");
  },
);

it("every submission of a Slack form is handled only once, even if Slack delivers the submission twice", async () => {
  let tries = 0;
  const message = plain("Saved");
  const decide = ({ act }: Command): Answer => {
    if (act.kind !== "give_key") return { kind: "form", form: keyForm };
    tries += 1;
    return tries === 1 ? { kind: "form_error", field: "key", text: "No", message } : { kind: "private", message };
  };
  const world = await aSlackFor(decide, { transport: "http" });
  const { slack, journal } = world;
  await slack.command("ada", "/video-key set");
  const form = await openForm(world);
  await slack.submitForm("ada", form, { key: "wrong-key" });
  await journal.find(({ kind }) => kind === "form_updated");
  await slack.submitForm("ada", form, { key: "good-key" });
  await seen(world, "Saved");
  slack.redeliver();
  // The form, the error, the answer, and the second delivery.
  await journal.find(() => journal.since(0).filter(answered).length >= 4);
  expect(tries).toBe(2);
  expect(slack.openForms("ada")).toEqual([]);
});

it("a person gets private advice to invite the bot after using a command in a Slack channel that the bot has not joined", async () => {
  const { slack, journal } = await aSlackFor(cardFor);
  const channelId = slack.foreignChannelId;
  await slack.command("ada", "/video a cat", { channelId });
  await journal.find(saying("/invite @Reelay"));
  expect(slack.messages("ada", channelId).at(-1)).toMatchObject({ ephemeralFor: ada });
  expect(slack.messages("ben", channelId)).toHaveLength(1);
});

/** Refuses the bot's new messages with this code in the channels that match `where`. */
const refusingPosts =
  (code: string, where: RegExp): FetchWhole =>
  async (address, init, ...more) => {
    const channel = new URLSearchParams(String(init.body)).get("channel") ?? "";
    const isRefused = String(address).endsWith("chat.postMessage") && where.test(channel);
    return isRefused ? Response.json({ ok: false, error: code }) : ownFetch(address, init, ...more);
  };

test.for([
  ["restricted_action", /let only some people and apps post here/],
  ["restricted_action_read_only_channel", /let only some people and apps post here/],
  ["ekm_access_denied", /^Slack refused the card in this channel/],
] as const)(
  "if Slack refuses the card with the error %s, the sender of the command sees the reason and no advice to invite the bot",
  async ([code, why]) => {
    const { slack, journal, service, log } = await aSlackFor(cardFor, { fetchWhole: refusingPosts(code, /^C/) });
    await slack.command("ada", "/video a cat");
    expect(await service.fate()).toMatchObject({ kind: "given", reply: { isUneditable: true } });
    await journal.find(saying("cannot update here"));
    const hint = wordsIn(slack.messages("ada").at(-1)?.blocks);
    expect(hint).toMatch(why);
    expect(hint).not.toContain("/invite");
    const fields = expect.objectContaining({ code });
    expect(log.lines).toContainEqual({ level: "info", event: "slack card not in its channel", fields });
  },
);

test.for<readonly [string, RegExp]>([
  ["not_in_channel", /Invite Reelay to this channel/],
  ["restricted_action", /let only some people and apps post here/],
  ["access_denied", /Slack refused it/],
])(
  "the sender of a Slack command sees an explanation if every route for the card fails with the error %s",
  async ([code, why]) => {
    // Without a response_url the card cannot be posted. The person is answered through the command's response_url.
    const { slack, journal, service } = await aSlackFor(
      (command) => cardFor({ ...command, reply: { ...command.reply, responseUrl: null } as Command["reply"] }),
      { fetchWhole: refusingPosts(code, /^/) },
    );
    await slack.command("ada", "/video a cat");
    expect(await service.fate()).toEqual({ kind: "refused" });
    await journal.find(saying("could not post your video's card"));
    expect(wordsIn(slack.messages("ada").at(-1)?.blocks)).toMatch(why);
  },
);

it("the advice to invite the bot to a Slack channel is shown to each person only once", () => {
  const isDue = inviteHints();
  const reply = aSlackReply();
  expect(isDue(reply, reply)).toBe(false);
  const direct = { ...reply, channelId: reply.userId };
  expect(isDue(direct, { ...direct, cardChannelId: "D0000000001" })).toBe(false);
  expect(isDue(reply, { ...reply, cardChannelId: "D0000000001" })).toBe(true);
  expect(isDue(reply, { ...reply, cardChannelId: "D0000000001" })).toBe(false);
  expect(isDue({ ...reply, userId: "U2" }, { ...reply, isUneditable: true })).toBe(true);
});
