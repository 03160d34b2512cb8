import { describe, expect, test } from "vitest";
import { checkBlocks } from "../../../sandbox/src/slack/check-blocks.ts";
import { readButtonId } from "../../../src/core/button.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import { frameOf, PROMPT_MAX } from "../../../src/core/request/video-request.ts";
import { newMessage } from "../../../src/frontends/slack/out/slack-ways.ts";
import { mentioned } from "../../../src/frontends/slack/out/write-slack-text.ts";
import {
  alreadyDecided,
  approvalEnded,
  approvalQuestion,
  approvalsList,
  overTeamCap,
} from "../../../src/messages/team/approval-messages.ts";
import { en } from "../../../src/messages/words/en.ts";
import { batchOf } from "../../fakes/batch/batches.ts";
import { aDiscordReply, aJob, aJobId, anOwner, aRequest, TEST_START } from "../../fakes/jobs.ts";
import { soundOnDiscord } from "../../fuzz/sound-discord.ts";
import { aDecidedJob, anAskedJob, aWaiting } from "../every-approval.ts";
import { wordsOf } from "../words-of.ts";

const NO_CAPS = { team: null, person: null };
const DAY = `time:${new Date(TEST_START + 86_400_000).toISOString()}`;
const DECIDED = `time:${new Date(TEST_START).toISOString()}`;

describe("the question to a team's managers", () => {
  const question = approvalQuestion(anAskedJob(), { team: 5_000, person: 105 }, en);

  test("says who asks for what, why, what is left of both caps, and until when", () => {
    expect(question).toMatchObject({ tone: "waiting", quote: aRequest().prompt });
    expect(wordsOf(question)).toContain("@200000000000000002 asks for a video that costs 205 credits.");
    expect(wordsOf(question)).toContain("Because of its price, it needs approval.");
    expect(wordsOf(question)).toContain("Left for this person this month: 105 credits.");
    expect(wordsOf(question)).toContain("Left for the team this month: 5,000 credits.");
    expect(wordsOf(question)).toContain(`The request expires ${DAY}.`);
    expect(wordsOf(question)).toContain("16:9 · 10 seconds · 720p");
    expect(wordsOf(question)).not.toMatch(/picture/i);
  });

  test("has a button with the price, and one to decline", () => {
    expect(question.buttons).toEqual([
      { label: "Approve 205 credits", id: `approve:${aJobId()}`, style: "primary" },
      { label: "Decline", id: `ask_decline:${aJobId()}`, style: "secondary" },
    ]);
  });

  test("says nothing of caps that there are not", () => {
    expect(wordsOf(approvalQuestion(anAskedJob(), NO_CAPS, en))).not.toContain("Left for");
  });

  test("says that the person's cap would be exceeded, and that they may approve it themselves", () => {
    const approval = { because: "person_month", askedAt: TEST_START, mayBeOwn: true, decision: null } as const;
    const words = wordsOf(approvalQuestion(anAskedJob({ approval }), NO_CAPS, en));
    expect(words).toContain("It would exceed this person's monthly cap, so it needs approval.");
    expect(words).toContain("This person is a manager and may approve it themselves.");
  });

  test("links a public picture, and never the address at which a private one is served", () => {
    const url = "https://example.com/secret.png";
    const shown = { source: "attachment", url, isChecked: true, decidesRatio: true } as const;
    const file = { platform: "slack", teamId: "T1", id: "F1" } as const;
    const asked = (picture: typeof shown & { readonly file?: typeof file }) =>
      wordsOf(approvalQuestion(anAskedJob({ request: aRequest({ picture }) }), NO_CAPS, en));
    expect(asked(shown)).toContain(`[Open the picture](${url})`);
    expect(asked({ ...shown, file })).toContain("A private picture comes with it.");
    expect(asked({ ...shown, file })).not.toContain(url);
  });

  test("names the video that it goes on from, and links no frame: that is not taken yet", () => {
    const picture = frameOf({ job: aJobId(3), nth: 2 });
    const job = anAskedJob({ request: aRequest({ picture }) });
    const before = aJob({ id: aJobId(3), reply: aDiscordReply({ messageId: "7" }) });
    const words = wordsOf(approvalQuestion({ ...job, before }, NO_CAPS, en));
    expect(words).toMatch(/Part 2 · \[goes on from this card\]\(https:\/\/discord\.com\/channels\/\d+\/\d+\/7\)/);
    expect(words).not.toContain("Open the picture");
    expect(wordsOf(approvalQuestion(job, NO_CAPS, en))).toContain("Part 2 · goes on from an earlier video");
  });

  test("of a chain says that each goes on from the last, and stays so once it is decided", () => {
    const videos = batchOf(anAskedJob(), chained(aJobId(), [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })]));
    const whole = { ...anAskedJob(), videos: videos.slice(1) };
    for (const said of [approvalQuestion(whole, NO_CAPS, en), approvalEnded(whole, en)])
      expect(wordsOf(said)).toContain("Each continues the one before");
    const scenes = { ...whole, videos: whole.videos.map((one) => ({ ...one, request: aRequest() })) };
    expect(wordsOf(approvalQuestion(scenes, NO_CAPS, en))).not.toContain("Each goes on");
  });

  test("fits both platforms with the longest prompt and address, whatever is in them", () => {
    const url = `https://example.com/${"a".repeat(2_000)}`;
    const picture = { source: "address", url, isChecked: false, decidesRatio: false } as const;
    const job = anAskedJob({ request: aRequest({ prompt: "<@1> **x** ".repeat(400).slice(0, PROMPT_MAX), picture }) });
    const long = approvalQuestion(job, { team: 1, person: 1 }, en);
    soundOnDiscord(long);
    expect(checkBlocks(newMessage(long, { naming: mentioned }).blocks, "message")).toMatchObject({ ok: true });
  });
});

describe("the same message once nobody can decide", () => {
  test.for([
    ["approved", "Approved", `Approved by @200000000000000002 (${DECIDED}).`],
    ["declined", "Declined", `Declined by @200000000000000002 (${DECIDED}).`],
    ["expired", "Expired", `Expired after 24 hours without an answer (${DECIDED}).`],
    ["withdrawn", "Withdrawn", `Withdrawn by @200000000000000002 (${DECIDED}).`],
  ] as const)("was %s: says so, and for what, without buttons", ([word, title, sentence]) => {
    const ended = approvalEnded(aDecidedJob(word), en);
    expect(ended).toMatchObject({ title, quote: aRequest().prompt, buttons: [] });
    expect(wordsOf(ended)).toContain(sentence);
    expect(wordsOf(ended)).toContain("Price: 205 credits");
    expect(wordsOf(ended)).toContain("Requested by @200000000000000002");
    expect(wordsOf(ended)).not.toMatch(/start|began|begun/i);
    expect(wordsOf(alreadyDecided(aDecidedJob(word), en))).toContain(sentence);
  });

  test("has the words that were sent with the decision, which are never live", () => {
    const ended = approvalEnded(aDecidedJob("declined", { note: "<@&1> @everyone **no** [x](https://a.b)" }), en);
    expect(ended.body[1]).toEqual(["Reason: “<@&1> @everyone **no** [x](https://a.b)”"]);
    soundOnDiscord(ended);
  });

  test("of a video that ended in another way says only that it is over", () => {
    const job = anAskedJob();
    expect(wordsOf(approvalEnded(job, en))).toContain("This video is no longer waiting for approval.");
    expect(wordsOf(alreadyDecided(job, en))).toContain("This video is no longer waiting for approval.");
  });
});

describe("what waits for an approval", () => {
  test("is listed with who asks, the price and until when, and chosen to be shown", () => {
    const jobs = [
      anAskedJob({ id: aJobId(1) }),
      anAskedJob({ id: aJobId(2), owner: anOwner("2"), state: aWaiting("approval", { until: TEST_START }) }),
    ];
    const list = approvalsList(jobs, en);
    expect(wordsOf(list).split("\n").slice(2)).toEqual([
      `@200000000000000002 · “a paper boat in the rain” · 205 credits · expires ${DAY}`,
      `@2 · “a paper boat in the rain” · 205 credits · expires ${DECIDED}`,
    ]);
    expect(list.select?.options.map(({ value }) => readButtonId(value))).toEqual(
      jobs.map(({ id: jobId }) => ({ kind: "show_approval", jobId })),
    );
  });

  test("is nothing, and that is said", () => {
    const list = approvalsList([], en);
    expect(wordsOf(list)).toContain("No video is waiting for approval.");
    expect(list.select).toBeUndefined();
  });

  test("is cut to as many as a menu takes, and the rest is counted", () => {
    const jobs = Array.from({ length: 27 }, (_, nth) => anAskedJob({ id: aJobId(nth) }));
    const list = approvalsList(jobs, en);
    expect(list.select?.options).toHaveLength(25);
    expect(list.body).toHaveLength(26);
    expect(wordsOf(list)).toContain("… and 2 more");
  });
});

test("over the team's cap nothing is decided, and the approver reads why", () => {
  const words = wordsOf(overTeamCap({ price: 205, left: 105, anewAt: TEST_START }, en));
  expect(words).toMatch(/This video costs 205 credits, and the team has 105 credits left this month\./);
  expect(words).toContain(DECIDED);
  expect(words).toContain("The request is still open, and nothing was charged.");
});
