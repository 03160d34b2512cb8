import type { RequestProblem } from "../../src/core/request/video-request.ts";
import { pictureProblems } from "./every-job.ts";

/** Whatever can be wrong with a request. */
export const requestProblems: readonly RequestProblem[] = [
  ...pictureProblems,
  { kind: "no_prompt" },
  { kind: "prompt_too_long", length: 3_412 },
  { kind: "bad_ratio", given: "4:3" },
  { kind: "bad_duration", given: "20" },
  { kind: "bad_resolution", given: "8k" },
  { kind: "bad_pay", given: "you" },
  { kind: "two_pictures" },
  { kind: "unknown_flag", flag: "--style" },
  { kind: "flag_without_value", flag: "--ratio" },
  { kind: "denied", by: { kind: "rule", name: "N".repeat(60) } },
  { kind: "denied", by: { kind: "team_words" } },
  { kind: "denied", by: { kind: "other_style", name: "x".repeat(32) } },
  ...(["blocked", "paused", "not_age_restricted", "age_unknown"] as const).map(
    (kind) => ({ kind: "denied", by: { kind } }) as const,
  ),
  { kind: "unknown_style", given: "ink", known: [] },
  {
    kind: "unknown_style",
    given: "x".repeat(99),
    known: Array.from({ length: 25 }, (_, nth) => `${nth}`.padEnd(32, "x")),
  },
  { kind: "other_style", always: "film" },
  { kind: "denied", by: { kind: "service", reason: null } },
  { kind: "denied", by: { kind: "service", reason: "R".repeat(200) } },
  { kind: "denied", by: { kind: "unanswered" } },
];
