import { type Job, type JobRefusal, type JobState, type Outcome, TAKEN_OFF } from "../../src/core/job/job.ts";
import type { PictureProblem, RequestProblem } from "../../src/core/request/video-request.ts";
import {
  aClosed,
  aFailed,
  aJob,
  aNotStarted,
  anAccepted,
  anAnnouncing,
  anIdempotency,
  anUnknown,
  aRefused,
  aRunning,
  aSubmitting,
  aSucceeded,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";

export const pictureProblems: readonly PictureProblem[] = [
  { kind: "bad_address", why: "not_a_url" },
  { kind: "bad_address", why: "not_https" },
  { kind: "bad_address", why: "too_long" },
  { kind: "bad_address", why: "has_login" },
  { kind: "bad_address", why: "not_public" },
  { kind: "picture_too_large", sizeBytes: 6_240_000 },
  { kind: "picture_too_large", sizeBytes: null },
  { kind: "picture_too_many_pixels", width: 20_000, height: 10_000 },
  { kind: "picture_not_fitted" },
  { kind: "picture_of_other_kind" },
  { kind: "not_a_picture" },
  { kind: "not_a_picture", canFit: true },
  { kind: "picture_empty" },
  { kind: "picture_unreadable" },
  { kind: "picture_unreachable" },
  { kind: "picture_away" },
  { kind: "picture_gone" },
  { kind: "picture_private" },
];

/** Every refusal that certainly cost nothing. */
export const freeRefusals: readonly JobRefusal[] = [
  { kind: "no_key" },
  { kind: "bad_key" },
  { kind: "no_credits" },
  { kind: "bad_request", detail: "HTTP 400 aspectRatio" },
  { kind: "bad_request", detail: "HTTP 400 aspectRatio", serviceWords: "The prompt is too long" },
  { kind: "busy", detail: "HTTP 400 overloaded_error" },
  { kind: "wrong_address", detail: "HTTP 404 VIDEO_API_URL" },
  { kind: "rate_limited", retryAfterMs: 5_000 },
  { kind: "rate_limited", retryAfterMs: null },
  { kind: "unavailable", sent: false, detail: "ECONNREFUSED 503" },
  ...pictureProblems.map((problem) => ({ kind: "picture", problem }) as const),
];

export const succeeded = aSucceeded({ taskId: "task-7", videoUrl: "https://cdn.example.com/v.mp4" });

export const failedWhy = aFailed({ taskId: "task-7", reason: "The prompt violates the content policy" });

/** Every outcome that certainly cost nothing. */
export const freeOutcomes: readonly Outcome[] = [
  ...freeRefusals.map((refusal) => aRefused(refusal)),
  aNotStarted("too_old"),
  aNotStarted("answer_lost"),
  aNotStarted("answer_refused"),
  aNotStarted("store"),
  ...(["declined", "expired", "withdrawn", "no_turn"] as const).map((why) => aNotStarted(why)),
  ...TAKEN_OFF.map((why) => aNotStarted(why)),
];

/** Every outcome whose cost is not known. */
export const unclearOutcomes: readonly Outcome[] = [
  anUnknown(),
  anUnknown({ taskId: "task-7" }),
  aRefused({ kind: "unavailable", sent: true, detail: "HTTP 502" }),
  aNotStarted("restored"),
  aNotStarted("answered_elsewhere"),
];

export const everyOutcome: readonly Outcome[] = [
  ...freeOutcomes,
  ...unclearOutcomes,
  succeeded,
  { ...succeeded, creditsAreExact: false },
  { ...succeeded, videoUrl: null },
  aFailed({ taskId: "task-7" }),
  aFailed({ taskId: "task-7", creditsAreExact: false }),
  failedWhy,
];

const everyState: readonly JobState[] = [
  ...(["approval", "turn"] as const).map((cause) => aWaiting({ for: cause })),
  ...([null, "rate_limit", "service"] as const).map((waitingFor) => anAccepted({ attempts: 1, waitingFor })),
  aSubmitting(),
  aSubmitting({ idempotency: anIdempotency({ lost: 2, againAt: TEST_START + 4_000 }) }),
  aRunning(),
  aRunning({ percent: 40 }),
  aRunning({ percent: 40, waitingFor: "key" }),
  aRunning({ percent: 40, waitingFor: "credits" }),
  ...(["no_answer", "no_link"] as const).map((missing) => aRunning({ missing, lastRunningAt: TEST_START - 60_000 })),
];

const everyVideo = ["due", "here", "copy", "too_large", "not_taken", "skipped"] as const;

export function settled(outcome: Outcome): Job {
  return aJob({ state: aClosed(outcome) });
}

/** One job for every state and every outcome. */
export const everyJob: readonly Job[] = [
  ...everyState.map((state) => aJob({ state })),
  ...everyOutcome.map(settled),
  ...everyOutcome.map((outcome) => aJob({ state: anAnnouncing(outcome) })),
  ...everyVideo.map((video) => aJob({ state: anAnnouncing(succeeded), video })),
];

export const requestProblems: readonly RequestProblem[] = [
  ...pictureProblems,
  { kind: "no_prompt" },
  { kind: "prompt_too_long", length: 3_412 },
  { kind: "bad_option", option: "ratio", given: "4:3" },
  { kind: "bad_option", option: "duration", given: "20" },
  { kind: "bad_option", option: "resolution", given: "8k" },
  { kind: "bad_option", option: "pay", given: "you" },
  { kind: "two_pictures" },
  { kind: "unknown_flag", flag: "--style" },
  { kind: "bad_flag", flag: "--ratio", given: null, takes: ["16:9", "9:16"] },
  { kind: "bad_flag", flag: "--ratio", given: "4:3", takes: ["16:9", "9:16"] },
  { kind: "denied", by: { kind: "rule", name: "N".repeat(60) } },
  { kind: "denied", by: { kind: "team_words", word: null } },
  { kind: "denied", by: { kind: "team_words", word: "gun" } },
  { kind: "denied", by: { kind: "other_style", name: "x".repeat(32) } },
  ...(["blocked", "paused", "not_age_restricted", "age_unknown"] as const).map(
    (kind) => ({ kind: "denied", by: { kind } }) as const,
  ),
  { kind: "unknown_style", given: "ink", names: [] },
  {
    kind: "unknown_style",
    given: "x".repeat(99),
    names: Array.from({ length: 25 }, (_, nth) => `${nth}`.padEnd(32, "x")),
  },
  { kind: "other_style", always: "film" },
  { kind: "denied", by: { kind: "service", reason: null } },
  { kind: "denied", by: { kind: "service", reason: "R".repeat(200) } },
  { kind: "denied", by: { kind: "unanswered" } },
];
