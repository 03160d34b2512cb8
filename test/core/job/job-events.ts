import fc from "fast-check";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import type { ApiRefusal } from "../../../src/core/video-service.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import { aDiscordReply } from "../../fakes/jobs.ts";

const reply = aDiscordReply();
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const percent = fc.oneof(fc.constant(null), fc.double({ min: -50, max: 250 }));

const apiRefusal: fc.Arbitrary<ApiRefusal> = fc.oneof(
  fc.constantFrom<ApiRefusal>({ kind: "no_key" }, { kind: "bad_key" }, { kind: "no_credits" }),
  fc.constant<ApiRefusal>({ kind: "bad_request", detail: "" }),
  fc.record({ kind: fc.constant("rate_limited" as const), retryAfterMs: fc.option(fc.nat(200_000)) }),
  fc.record({ kind: fc.constant("unavailable" as const), sent: fc.boolean(), detail: fc.constant("") }),
);

/** Anything that can happen to a job, with anything in it. */
export const anyEvent: fc.Arbitrary<JobEvent> = fc.oneof(
  fc.constantFrom<JobEvent>(
    { kind: "answered", reply },
    { kind: "shown", reply },
    { kind: "notify_me", userId: "u1" },
    { kind: "notify_me", userId: "u2" },
    { kind: "listener_left", userId: "u1" },
    { kind: "submitting" },
    { kind: "submitting" },
    { kind: "interrupted" },
    { kind: "restored" },
    { kind: "new_message_begun" },
    { kind: "new_card_begun" },
    { kind: "look_put_off", waitMs: 5_000 },
    { kind: "notifying" },
    { kind: "notified" },
    { kind: "undeliverable" },
    { kind: "picture_passed", aspectRatio: "9:16" },
    { kind: "refused", refusal: { kind: "picture", problem: { kind: "picture_unreachable" } } },
    { kind: "poll_refused", refusal: { kind: "unknown_task" } },
    { kind: "poll_held", because: "key", waitMs: 60_000 },
    { kind: "poll_held", because: "service", waitMs: 5_000 },
    { kind: "edit_unclear" },
    { kind: "key_renewed" },
    { kind: "clock_set_back" },
    { kind: "listeners_called" },
    { kind: "whispered", nonce: "w" },
    { kind: "link_asked", videoUrl: null },
    { kind: "film_joined", fileId: "F1" },
    { kind: "link_asked", videoUrl: "https://example.com/w.mp4" },
    { kind: "answer_kept", answer: { text: "{}", isWhole: true } },
    { kind: "polled", task: { status: "failed" } },
    { kind: "polled", task: { status: "succeeded", videoUrl: null } },
    { kind: "polled", task: { status: "succeeded", videoUrl: "https://example.com/v.mp4" } },
    { kind: "announced", reply, nonce: "n", called: "nobody" },
    { kind: "announced", reply, nonce: "n", called: "everybody" },
    { kind: "attaching" },
    { kind: "attached", reply },
    { kind: "attach_refused", why: "too_large", isClear: true },
    { kind: "copy_due", maxBytes: 10_000_000, isClear: true },
    { kind: "copy_due", maxBytes: 9_000_000, isClear: false },
    { kind: "attach_skipped" },
    { kind: "keep_begun" },
    { kind: "film_kept", film: aKeptFilm(), isLinkDue: true },
    { kind: "film_kept", film: aKeptFilm({ name: "another" }), isLinkDue: false },
    { kind: "keep_ended" },
    { kind: "keep_ended", reply },
    { kind: "film_brought", reply },
    { kind: "film_gone" },
  ),
  fc.record({
    kind: fc.constant("attach_failed" as const),
    isClear: fc.boolean(),
    isCounted: fc.boolean(),
    waitMs: fc.nat(60_000),
    fraction,
  }),
  fc.record({
    kind: fc.constant("keep_failed" as const),
    isCounted: fc.boolean(),
    waitMs: fc.nat(60_000),
    fraction,
  }),
  fc.constantFrom("too_old", "answer_refused", "store").map((why): JobEvent => ({ kind: "not_started", why })),
  fc
    .record({ taskId: fc.constant("t"), credits: fc.option(fc.nat(500)) })
    .map((started): JobEvent => ({ kind: "started", started })),
  fc.record({ kind: fc.constant("start_refused" as const), refusal: apiRefusal, fraction }),
  apiRefusal.map((refusal): JobEvent => ({ kind: "poll_refused", refusal })),
  percent.map((polledPercent): JobEvent => ({ kind: "polled", task: { status: "running", percent: polledPercent } })),
  fc.record({ kind: fc.constant("new_message_refused" as const), waitMs: fc.option(fc.nat(60_000)), fraction }),
  fc.record({ kind: fc.constant("delivery_failed" as const), isClear: fc.boolean(), waitMs: fc.nat(60_000), fraction }),
);
