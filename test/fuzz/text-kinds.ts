import assert from "node:assert/strict";
import { Writable } from "node:stream";
import fc from "fast-check";
import { planBatch } from "../../src/core/batch/plan-batch.ts";
import type { ChatMessage } from "../../src/core/chat.ts";
import { partIdFrom } from "../../src/core/job/ids.ts";
import { planVideo } from "../../src/core/request/plan-video.ts";
import { changeSettings, noSettings, settingsDraft } from "../../src/core/request/settings.ts";
import type { VideoDraft } from "../../src/core/request/video-request.ts";
import { judgeAddress } from "../../src/images/address.ts";
import { batchProblemOf } from "../../src/messages/ask/batch-problem.ts";
import { confirmBatch } from "../../src/messages/ask/confirm-batch.ts";
import { confirmPrice } from "../../src/messages/ask/confirm-price.ts";
import { draftProblemOf } from "../../src/messages/ask/draft-problem.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import { partWords } from "../../src/messages/card/part.ts";
import { jobList } from "../../src/messages/pages/job-list.ts";
import { badSetting } from "../../src/messages/pages/settings.ts";
import { approvalQuestion } from "../../src/messages/team/approvals.ts";
import { en } from "../../src/messages/words/en.ts";
import { openLog } from "../../src/ops/log.ts";
import { batchOf } from "../fakes/batch/batches.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aClosedJob, aJob, aRunning, TEST_START } from "../fakes/jobs.ts";
import { hostile } from "./hostile.ts";
import type { Kind } from "./kinds.ts";
import { soundOnDiscord } from "./sound-discord.ts";
import { soundOnSlack } from "./sound-slack.ts";

export function sound(message: ChatMessage): void {
  soundOnDiscord(message);
  soundOnSlack(message);
}

const judge = judgeAddress(new Set());
const nothing = aDraft();
const spent = { charged: 0, refunded: 0, unknown: 0 };

/** The lines of a form for several videos: the reason why there is none, or the question about them and what comes of it. */
const scenes = fc.property(fc.tuple(hostile, hostile, fc.nat(3)), ([one, other, which]) => {
  const areVersions = which === 0;
  const prompt = areVersions ? one : `${one}\n${other}`;
  const planned = planBatch({ draft: { ...nothing, prompt }, make: areVersions ? "3" : "scenes" }, noSettings, judge);
  if (!planned.ok) return sound(batchProblemOf(planned.refusal, prompt, en).message);
  const { each, noticed, asTyped } = planned.value;
  const [batch, ...parts] = batchOf(aJob(), each);
  const whole = { ...batch, videos: parts };
  if (which < 2) return sound(confirmBatch(batch.id, { each, noticed, asTyped, pay: "mine", room: null }, en));
  if (which === 2) return sound(approvalQuestion(whole, { team: null, person: null }, en));
  sound(cardOf({ ...batch, picked: partIdFrom(batch.id, 1) }, TEST_START, parts));
  sound(partWords(parts[0] ?? batch, TEST_START));
  sound(jobList({ page: 0, jobs: [whole], spent: { thisMonth: spent, lastMonth: spent } }, en));
});

/** The prompt in one of the messages that quote it. */
const prompts = fc.property(fc.tuple(hostile, fc.nat(3)), ([prompt, which]) => {
  const planned = planVideo({ ...nothing, prompt }, noSettings, judge);
  if (!planned.ok) return sound(draftProblemOf(planned.refusal, en).message);
  if (planned.value.noticed.length > 0)
    sound(confirmPrice(aJob().id, { ...planned.value, pay: "team", above: null, trouble: null }, en));
  const job = aJob({ request: planned.value.request });
  const closed = aClosedJob({ request: planned.value.request });
  if (which === 0) return sound(cardOf({ ...job, state: aRunning({ percent: 42 }) }, TEST_START + 60_000));
  if (which === 1) return sound(cardOf(closed, TEST_START));
  if (which === 2) return sound(notificationOf(closed, TEST_START));
  const list = { page: 0, jobs: [closed, job] };
  sound(jobList({ ...list, spent: { thisMonth: spent, lastMonth: spent } }, en));
});

const field = fc.constantFrom("ratio", "duration", "resolution", "imageUrl", "pay", "flag", "setting", "confirm_above");

/** What is typed into an option is refused in words that may repeat it. */
const options = fc.property(fc.tuple(field, hostile), ([name, text]) => {
  if (name === "setting" || name === "confirm_above") {
    const draft = { ...settingsDraft(() => null), [name === "setting" ? "ping" : name]: text };
    const changed = changeSettings(noSettings, draft);
    if (!changed.ok) sound(badSetting(changed.refusal, en).message);
    return;
  }
  const flags: Partial<VideoDraft> = { flagProblems: [{ kind: "unknown_flag", flag: text }] };
  const planned = planVideo({ ...nothing, ...(name === "flag" ? flags : { [name]: text }) }, noSettings, judge);
  if (!planned.ok) sound(draftProblemOf(planned.refusal, en).message);
});

const CANARY = "vk-canary-4f9a8b7c6d5e4f3a";

/** One line each in both formats, in which no key is left. */
const logLines = fc.property(fc.tuple(hostile, fc.boolean()), ([text, isPretty]) => {
  const parts: string[] = [];
  const destination = new Writable({
    write(part, _encoding, done) {
      parts.push(String(part));
      done();
    },
  });
  const format = isPretty ? "pretty" : "json";
  openLog({ level: "info", format, destination }).error("failed", { error: `${text} ${CANARY}`, detail: text });
  const line = parts.join("");
  assert.equal(line.indexOf("\n"), line.length - 1, "not one line");
  assert.doesNotMatch(line.slice(0, -1), /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
  assert.ok(!line.includes(CANARY), "the key is in the line");
});

export const textKinds: readonly Kind[] = [
  { name: "prompts", property: prompts },
  { name: "scenes", property: scenes },
  { name: "options", property: options },
  { name: "log lines", property: logLines },
];
