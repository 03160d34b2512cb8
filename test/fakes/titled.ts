import type { Job, JobRefusal, JobState, NotStarted, Outcome } from "../../src/core/job/job.ts";
import type { PictureProblem } from "../../src/core/request/video-request.ts";

const BAD_ADDRESSES = {
  not_a_url: "picture address is not a URL",
  not_https: "picture address is not https",
  too_long: "picture address is too long",
  has_login: "picture address contains a password",
  not_public: "picture address is not public",
} as const;

const PICTURE_PROBLEMS: Readonly<Record<Exclude<PictureProblem["kind"], "bad_address">, string>> = {
  picture_too_large: "picture is too large",
  picture_too_many_pixels: "picture has too many pixels",
  picture_not_fitted: "picture could not be converted",
  picture_of_other_kind: "picture has an unknown type",
  not_a_picture: "file is not a picture",
  picture_empty: "picture is empty",
  picture_unreadable: "picture is damaged",
  picture_unreachable: "picture cannot be fetched",
  picture_away: "picture's server does not answer",
  picture_gone: "picture was deleted",
  picture_private: "picture is private",
};

const REFUSALS: Readonly<Record<Exclude<JobRefusal["kind"], "picture">, string>> = {
  no_key: "no key is saved",
  bad_key: "key is not accepted",
  no_credits: "too few credits",
  bad_request: "request is rejected",
  busy: "service is busy",
  wrong_address: "service's address is wrong",
  rate_limited: "service reports a rate limit",
  unavailable: "service gives no clear answer",
};

const NOT_STARTED: Readonly<Record<NotStarted, string>> = {
  too_old: "time limit for the start passed",
  restored: "restored from a backup",
  answer_lost: "card may be lost",
  answer_refused: "platform refused the card",
  answered_elsewhere: "another bot with the same token answered the command",
  store: "job could not be saved",
  film_gone: "earlier video is gone",
  no_frame: "last frame is missing",
  declined: "a manager declined",
  expired: "not approved in time",
  withdrawn: "withdrawn",
  no_turn: "waited too long in the queue",
  stopped: "another video of the batch was refused",
  broken: "earlier video failed",
  barred: "person may not use the bot",
  not_this_team: "server may not use the bot",
  not_this_channel: "channel is not allowed",
  no_role: "person has no allowed role",
  blocked: "team blocked the person",
  paused: "team paused videos",
  guest: "person is a guest",
  person: "person may not spend",
  channel: "channel may not spend",
  over_cap: "cap is exceeded",
  dearer: "price has risen",
  unknown: "person's roles are unknown",
};

export function pictureProblemLabel(problem: PictureProblem): string {
  if (problem.kind === "bad_address") return BAD_ADDRESSES[problem.why];
  if (problem.kind === "picture_too_large" && problem.sizeBytes === null)
    return "picture is too large and its exact size is unknown";
  if (problem.kind === "not_a_picture" && problem.canFit) return "file is not a convertible picture";
  return PICTURE_PROBLEMS[problem.kind];
}

function refusalLabel(refusal: JobRefusal): string {
  if (refusal.kind === "picture") return pictureProblemLabel(refusal.problem);
  if (refusal.kind === "unavailable" && !refusal.sent) return "service was not reached";
  if (refusal.kind === "bad_request" && refusal.serviceWords) return "request is rejected with a reason";
  if (refusal.kind === "rate_limited" && refusal.retryAfterMs === null)
    return "service reports a rate limit without a waiting time";
  return REFUSALS[refusal.kind];
}

export function notStartedLabel(why: NotStarted): string {
  return NOT_STARTED[why];
}

function outcomeLabel(outcome: Outcome): string {
  switch (outcome.kind) {
    case "succeeded":
      if (outcome.videoUrl === null) return "succeeded without a link";
      return outcome.creditsAreExact ? "succeeded" : "succeeded with estimated credits";
    case "failed":
      if (!outcome.creditsAreExact) return "failed with an estimated refund";
      return outcome.reason ? "failed with a reason" : "failed";
    case "refused":
      return `refused, ${refusalLabel(outcome.refusal)}`;
    case "not_started":
      return `not started, ${NOT_STARTED[outcome.why]}`;
    case "unknown":
      return outcome.taskId === null ? "unknown, without a task id" : "unknown, with a task id";
    default:
      return "several videos";
  }
}

function stateLabel(state: JobState): string {
  switch (state.status) {
    case "waiting":
      return `waiting for ${{ approval: "an approval", turn: "a free slot", film: "the previous video" }[state.for]}`;
    case "accepted":
      if (state.waitingFor === null) return "accepted";
      return `accepted, ${state.waitingFor === "service" ? "service is down" : "service reports a rate limit"}`;
    case "submitting":
      return state.idempotency ? "paid call is repeated" : "paid call in progress";
    case "running": {
      const parts = [state.percent === null ? "running" : `running at ${state.percent} %`];
      if (state.waitingFor !== null) parts.push(state.waitingFor === "key" ? "key is refused" : "too few credits");
      else if (state.missing === "no_link") parts.push("service reports a finished video without a link");
      else if (state.missing) parts.push("service does not respond");
      return parts.join(", ");
    }
    case "gathering":
      return "batch in progress";
    default:
      return `${state.status === "closed" ? "closed" : "final message pending"}, ${outcomeLabel(state.outcome)}`;
  }
}

const VIDEO_FILES: Readonly<Record<NonNullable<Job["video"]>, string>> = {
  due: "file is pending",
  here: "file is attached",
  copy: "smaller copy is attached",
  too_large: "file is too large",
  not_taken: "file could not be posted",
  skipped: "file was left out",
};

export function jobLabel({ state, video }: Pick<Job, "state" | "video">): string {
  return [stateLabel(state), ...(video ? [VIDEO_FILES[video]] : [])].join(", ");
}

/** Rows of a test table: each outcome or refusal with a short title for `%s`. */
export function titled<Value extends Outcome | JobRefusal>(
  values: readonly Value[],
): readonly (readonly [title: string, value: Value])[] {
  const titleOf = (value: Outcome | JobRefusal) => {
    switch (value.kind) {
      case "succeeded":
      case "failed":
      case "refused":
      case "not_started":
      case "unknown":
      case "several":
        return outcomeLabel(value);
      default:
        return refusalLabel(value);
    }
  };
  return values.map((value) => [titleOf(value), value] as const);
}
