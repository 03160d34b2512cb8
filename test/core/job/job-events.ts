import fc from "fast-check";
import { advance } from "../../../src/core/job/advance.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import type { ApiRefusal } from "../../../src/core/video-service.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import { EVERY_EVENT } from "./every-event.ts";

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const isSo = fc.boolean();
const again = { waitMs: fc.nat(60_000), fraction };
const refusals: fc.Arbitrary<ApiRefusal> = fc.oneof(
  fc.constantFrom<ApiRefusal>({ kind: "no_key" }, { kind: "bad_key" }, { kind: "no_credits" }),
  fc.constant<ApiRefusal>({ kind: "bad_request", detail: "" }),
  fc.record({ kind: fc.constant("rate_limited" as const), retryAfterMs: fc.option(fc.nat(200_000)) }),
  fc.record({ kind: fc.constant("unavailable" as const), sent: fc.boolean(), detail: fc.constant("") }),
);

/** Without events that start a waiting job, and without the removal from a workspace, which ends every job. */
const { approved: _, turn_came: __, workspace_left: ___, ...events } = EVERY_EVENT;
const { announced, submitting } = events;

const anyEvent: fc.Arbitrary<JobEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<JobEvent>(...Object.values(events), submitting) },
  fc.constantFrom<JobEvent>(
    { ...announced, called: "everybody" },
    { kind: "notify_me", userId: "ada" },
    { kind: "refused", refusal: { kind: "picture", problem: { kind: "picture_unreachable" } } },
    { kind: "poll_refused", refusal: { kind: "unknown_task" } },
    { kind: "link_asked", videoUrl: null },
    { kind: "polled", task: { status: "failed" } },
    { kind: "polled", task: { status: "succeeded", videoUrl: null } },
    { kind: "polled", task: { status: "succeeded", videoUrl: "https://example.com/v.mp4" } },
    { kind: "copy_due", maxBytes: 9_000_000, isClear: false },
    { kind: "film_kept", film: aKeptFilm({ name: "another" }), isLinkDue: false },
  ),
  fc.record({ kind: fc.constant("attach_failed" as const), isClear: isSo, isCounted: isSo, ...again }),
  fc.record({ kind: fc.constant("keep_failed" as const), isCounted: isSo, fraction }),
  fc
    .constantFrom("too_old", "answer_refused", "answered_elsewhere", "store")
    .map((why): JobEvent => ({ kind: "not_started", why })),
  fc.option(fc.nat(500)).map((credits): JobEvent => ({ kind: "started", started: { taskId: "t", credits } })),
  fc.record({ kind: fc.constant("start_refused" as const), refusal: refusals, fraction }),
  refusals.map((refusal): JobEvent => ({ kind: "poll_refused", refusal })),
  fc
    .oneof(fc.constant(null), fc.double({ min: -50, max: 250 }))
    .map((percent): JobEvent => ({ kind: "polled", task: { status: "running", percent } })),
  fc.record({ kind: fc.constant("new_message_refused" as const), waitMs: fc.option(fc.nat(60_000)), fraction }),
  fc.record({ kind: fc.constant("delivery_failed" as const), isClear: isSo, ...again }),
);

/** The event that advances a job if nothing goes wrong. */
function onward({ state }: Job): JobEvent {
  switch (state.status) {
    case "accepted":
      return state.answer === "given" ? submitting : events.answered;
    case "submitting":
      return events.started;
    case "running":
      return { kind: "polled", task: { status: "succeeded", videoUrl: "https://example.com/v.mp4" } };
    case "announcing":
      return announced;
    case "posting":
      return events.notified;
    case "attaching":
      return events.attached;
    case "keeping":
      return events.keep_ended;
    default:
      return events.shown;
  }
}

export interface Turn {
  readonly before: Job;
  readonly event: JobEvent;
  readonly after: Job;
  readonly now: number;
}

/** Any sequence of events. Half of them advance the job, which would otherwise end before the paid call. */
export const anyLife = fc.array(fc.record({ event: fc.oneof(fc.constant(null), anyEvent), passedMs: fc.nat(90_000) }), {
  size: "max",
  maxLength: 60,
});
type Life = typeof anyLife extends fc.Arbitrary<infer Turns> ? Turns : never;

/** Yields each turn: the job before, the event, and the job after. */
export function* turnsOf(life: Life, first: Job, since: number): Generator<Turn> {
  let before = first;
  let now = since;
  for (const { event: drawn, passedMs } of life) {
    now += passedMs;
    const event = drawn ?? onward(before);
    const after = advance(before, event, now);
    yield { before, event, after, now };
    before = after;
  }
}
