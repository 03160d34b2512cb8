import assert from "node:assert/strict";
import fc from "fast-check";
import type { Outcome } from "../../src/core/job/job.ts";
import { judgeAddress } from "../../src/images/guarded-fetch.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { linkNews } from "../../src/messages/card/card-answers.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import { en } from "../../src/messages/words/en.ts";
import { readStart, readTask, readVideoUrl } from "../../src/video-api/wire.ts";
import { aClosed, aClosedJob, aJob, anUnknown, aRunning, aSucceeded, TEST_START } from "../fakes/jobs.ts";
import { hostile, hostileUrl } from "./hostile.ts";
import type { Kind } from "./kinds.ts";
import { sound } from "./text-kinds.ts";

const noOrigins: ReadonlySet<string> = new Set();
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  hostile,
  fc.double(),
  fc.constantFrom(Number.POSITIVE_INFINITY, -0, 2 ** 53),
);

const data = fc.record(
  {
    success: fc.oneof(fc.boolean(), odd),
    taskId: fc.oneof(hostile, odd),
    id: fc.oneof(fc.constant("task-1"), odd),
    creditsUsed: odd,
    status: fc.oneof(fc.constantFrom("running", "succeeded", "failed"), hostile, odd),
    progress: odd,
    videoUrl: fc.oneof(hostileUrl, odd),
    message: hostile,
  },
  { requiredKeys: [] },
);
/** JSON that is almost correct: the interface's field names with arbitrary values. */
export const answer = fc.oneof(
  fc.record({ code: fc.oneof(fc.constant(0), odd), data: fc.oneof(data, odd), msg: hostile }, { requiredKeys: [] }),
  odd,
);
/** `answer` as JSON text. One in five texts is truncated. */
export const envelope = fc
  .tuple(answer, fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }))
  .map(([value, cut]) => (JSON.stringify(value) ?? "").slice(0, cut === 0 ? undefined : -cut));

/** Checks the messages about a task's outcome. */
function shown(outcome: Outcome): void {
  const job = aClosedJob({ state: aClosed(outcome) });
  sound(cardOf(job, TEST_START));
  sound(notificationOf(job, TEST_START));
}

function judgeAnswer(text: string, taskId: string): void {
  const reading = readTask(text, taskId, { httpOrigins: noOrigins, key: null });
  if (reading.kind === "unclear") {
    assert.match(reading.why, /^[a-z0-9 -]{1,60}$/);
    return;
  }
  const { task } = reading;
  if (task.status === "running") {
    sound(cardOf(aJob({ state: aRunning({ percent: task.percent }) }), TEST_START + 60_000));
  }
  const ended = { taskId, credits: 95, creditsAreExact: true };
  if (task.status === "succeeded") shown(aSucceeded({ ...ended, videoUrl: task.videoUrl }));
}

const envelopes = fc.property(fc.tuple(envelope, fc.boolean()), ([text, isCut]) => {
  judgeAnswer(text, "task-1");
  const reading = readStart(text, isCut);
  if (reading.kind !== "started") return;
  const { taskId, credits } = reading.started;
  shown(anUnknown({ taskId, atMost: credits ?? 95 }));
  shown(aSucceeded({ taskId, videoUrl: null, expiresAt: null, credits: credits ?? 95 }));
});

const statuses = fc.property(fc.oneof(hostile, odd), (status) =>
  judgeAnswer(JSON.stringify({ code: 0, data: { id: "task-1", status, progress: 7 } }), "task-1"),
);

const progress = fc.property(fc.oneof(odd, fc.integer(), fc.double()), (given) =>
  judgeAnswer(JSON.stringify({ code: 0, data: { status: "running", progress: given } }), "task-1"),
);

const judge = judgeAddress(noOrigins);
/** Private, loopback and link-local hosts as a parsed URL shows them. */
const PRIVATE =
  /^(?:[^.[]+\.?|.*\.(?:localhost|local|internal)\.?|(?:127|10|0)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.16(?:\.\d+){2}|169\.254(?:\.\d+){2}|100\.64(?:\.\d+){2}|\[(?:::.*|fe80:.*|fd00:.*|64:ff9b:.*))$/;

const urls = fc.property(hostileUrl, (given) => {
  if (judge(given) === null) {
    const { href, hostname, username } = new URL(given);
    assert.ok(href.startsWith("https://") && username === "", "no plain https address");
    assert.doesNotMatch(hostname, PRIVATE);
  }
  const url = readVideoUrl(given, noOrigins);
  if (url === null) return;
  const ended = { taskId: "task-1", credits: 95, creditsAreExact: true };
  shown(aSucceeded({ ...ended, videoUrl: url, expiresAt: null }));
  sound(
    linkNews(
      { kind: "new", videoUrl: url, isShown: false },
      { now: TEST_START, isTeams: false, canContinue: true },
      en,
    ),
  );
});

export const serviceKinds: readonly Kind[] = [
  { name: "service responses", property: envelopes },
  { name: "task statuses", property: statuses },
  { name: "progress values", property: progress },
  { name: "URLs", property: urls },
];
