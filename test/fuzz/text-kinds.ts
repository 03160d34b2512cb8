import assert from "node:assert/strict";
import { Writable } from "node:stream";
import fc from "fast-check";
import pretty from "pino-pretty";
import { planBatch } from "../../src/core/batch/plan-batch.ts";
import type { ChatMessage } from "../../src/core/chat.ts";
import { planVideo } from "../../src/core/request/plan-video.ts";
import { changeSettings, noSettings, settingsDraft } from "../../src/core/request/settings.ts";
import type { VideoDraft, VideoRequest } from "../../src/core/request/video-request.ts";
import { judgeAddress } from "../../src/images/guarded-fetch.ts";
import { batchProblemOf, draftProblemOf } from "../../src/messages/ask/draft-problems.ts";
import { confirmBatch, confirmPrice } from "../../src/messages/ask/price-questions.ts";
import { cardOf, partMessage } from "../../src/messages/card/card.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import { jobList } from "../../src/messages/pages/job-list.ts";
import { badSetting } from "../../src/messages/pages/settings-page.ts";
import { approvalQuestion } from "../../src/messages/team/approval-messages.ts";
import { en } from "../../src/messages/words/en.ts";
import { openLog } from "../../src/ops/log.ts";
import { batchOf } from "../fakes/batch/batches.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aClosedJob, aJob, aRunning, TEST_START } from "../fakes/jobs.ts";
import { leftInMonth } from "../fakes/teams.ts";
import { hostile } from "./hostile.ts";
import type { Kind } from "./kinds.ts";
import { showsWhatIsSent } from "./shown.ts";
import { soundOnDiscord } from "./sound-discord.ts";
import { soundOnSlack } from "./sound-slack.ts";

export function sound(message: ChatMessage): void {
  soundOnDiscord(message);
  soundOnSlack(message);
}

/** Throws if the message could do harm or does not show the prompts as they are sent. */
function honest(message: ChatMessage, each: readonly VideoRequest[]): void {
  sound(message);
  showsWhatIsSent(message, each);
}

const judge = { judgeAddress: judgeAddress(new Set()), canFit: false };
/** Texts up to the maximum length of a prompt and slightly longer. */
const long = fc.array(hostile, { minLength: 1, maxLength: 9 }).chain((parts) => {
  const most = fc.integer({ min: 2_000, max: 3_010 });
  const text = parts.join("") || "a";
  return most.map((length) =>
    [...text.repeat(Math.ceil(length / text.length)).slice(0, 2 * length)].slice(0, length).join(""),
  );
});
const prompt = fc.oneof({ weight: 4, arbitrary: hostile }, { weight: 1, arbitrary: long });
const nothing = aDraft();
const spent = { charged: 0, refunded: 0, unknown: 0 };

/** Requests several videos with the text, and checks the error message, or the confirmation and the later messages. */
const scenes = fc.property(fc.tuple(prompt, prompt, fc.nat(3)), ([one, other, which]) => {
  const areVersions = which === 0;
  const prompt = areVersions ? one : `${one}\n${other}`;
  const planned = planBatch({ draft: { ...nothing, prompt }, make: areVersions ? "3" : "scenes" }, noSettings, judge);
  if (!planned.ok) return sound(batchProblemOf(planned.refusal, prompt, en).message);
  const { each, suspected, flagsAsText } = planned.value;
  const [batch, ...parts] = batchOf(aJob(), each);
  const whole = { ...batch, videos: parts };
  if (which < 2)
    return honest(
      confirmBatch(batch.id, { each, suspected, flagsAsText, pay: "mine", placesLeft: { now: 6, inAll: 6 } }, en),
      each,
    );
  if (which === 2) return honest(approvalQuestion(whole, leftInMonth(null, null), en), each);
  sound(cardOf(batch, TEST_START, parts));
  sound(partMessage(parts[0] ?? batch, TEST_START));
  sound(jobList({ page: 0, jobs: [whole], spent: { thisMonth: spent, lastMonth: spent } }, en));
});

/** Shows the prompt in one of the messages that quote it. */
const prompts = fc.property(fc.tuple(prompt, fc.nat(4)), ([typed, which]) => {
  const planned = planVideo({ ...nothing, prompt: typed }, noSettings, judge);
  if (!planned.ok) return sound(draftProblemOf(planned.refusal, en).message);
  const { request, suspected } = planned.value;
  if (suspected.length > 0 || which === 4)
    honest(
      confirmPrice({ jobId: aJob().id, request, pay: "team" }, { ...planned.value, above: null, trouble: null }, en),
      [request],
    );
  const job = aJob({ request });
  const closed = aClosedJob({ request });
  if (which === 0) return honest(cardOf({ ...job, state: aRunning({ percent: 42 }) }, TEST_START + 60_000), [request]);
  if (which === 1) return honest(cardOf(closed, TEST_START), [request]);
  if (which === 2) return sound(notificationOf(closed, TEST_START));
  const list = { page: 0, jobs: [closed, job] };
  sound(jobList({ ...list, spent: { thisMonth: spent, lastMonth: spent } }, en));
});

const field = fc.constantFrom("ratio", "duration", "resolution", "imageUrl", "pay", "flag", "setting", "confirm_above");

/** The error message about an invalid option may repeat its text. */
const options = fc.property(fc.tuple(field, hostile), ([name, text]) => {
  if (name === "setting" || name === "confirm_above") {
    const draft = { ...settingsDraft(() => null), [name === "setting" ? "ping" : name]: text };
    const changed = changeSettings(noSettings, draft);
    if (!changed.ok) sound(badSetting(changed.refusal, en).message);
    return;
  }
  const flag: Partial<VideoDraft> = { prompt: `a boat --ratio ${text}` };
  const planned = planVideo({ ...nothing, ...(name === "flag" ? flag : { [name]: text }) }, noSettings, judge);
  if (!planned.ok) sound(draftProblemOf(planned.refusal, en).message);
});

const CANARY = "vk-canary-4f9a8b7c6d5e4f3a";

/** A log entry must be one line in both formats and must not contain the key. */
const logLines = fc.property(fc.tuple(hostile, fc.boolean()), ([text, isPretty]) => {
  const parts: string[] = [];
  const destination = new Writable({
    write(part, _encoding, done) {
      parts.push(String(part));
      done();
    },
  });
  openLog({ level: "info", pretty: isPretty ? pretty : null, destination }).error("failed", {
    error: `${text} ${CANARY}`,
    detail: text,
  });
  const line = parts.join("");
  assert.equal(line.indexOf("\n"), line.length - 1, "not one line");
  assert.doesNotMatch(line.slice(0, -1), /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
  assert.ok(!line.includes(CANARY), "the key is in the line");
});

export const textKinds: readonly Kind[] = [
  { name: "prompts", property: prompts },
  { name: "scenes of a batch", property: scenes },
  { name: "command options", property: options },
  { name: "log lines", property: logLines },
];
