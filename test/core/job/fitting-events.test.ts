import { expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import type { JobState } from "../../../src/core/job/job.ts";
import {
  aClosedJob,
  aGathering,
  aJob,
  aKeeping,
  anAccepted,
  anAnnouncing,
  anApproval,
  anAttaching,
  aPosting,
  aRequest,
  aRunning,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { succeeded } from "../../messages/every-job.ts";
import { EVERY_EVENT, type Kind } from "./every-event.ts";

const NOW = TEST_START + 1_000;

const whileOpen: readonly Kind[] = ["answered", "listener_left", "edit_unclear"];
const whileUnknown: readonly Kind[] = [...whileOpen, "notify_me", "workspace_left", "shown", "card_moved", "restored"];
const beforePaid: readonly Kind[] = [...whileUnknown, "not_started"];
const unseen: readonly Kind[] = ["delivery_failed", "search_postponed"];
const waiting: readonly Kind[] = [...beforePaid, "managers_reached", "withdrawn"];
const begun: readonly Kind[] = [
  ...beforePaid,
  "picture_passed",
  "picture_must_fit",
  "picture_begun",
  "picture_postponed",
  "refused",
];
const afterEnd: readonly Kind[] = [...whileOpen, "workspace_left", "restored", "link_asked", "undeliverable"];

const inNewMessages: readonly Kind[] = ["new_message_begun", "new_card_begun", "new_message_refused"];
const delivered: readonly Kind[] = ["announced", "sent_privately", "listeners_called", "notified", "delivery_failed"];
const attempts: readonly Kind[] = ["attaching", "attached", "attach_failed", "attach_refused", "attach_skipped"];

test.for<[string, JobState, readonly Kind[]]>([
  ["a job waiting for a manager's decision", aWaiting(), [...waiting, "approved", "declined", "managers_asked"]],
  ["a job waiting for its turn", aWaiting({ for: "turn" }), [...waiting, "turn_came", "place_changed"]],
  ["a job waiting for an earlier video", aWaiting({ for: "film" }), [...waiting, "film_arrived"]],
  [
    "a job waiting without a confirmed card",
    aWaiting({ for: "turn", answer: "due" }),
    [...waiting, ...unseen, "answer_unclear", "place_changed"],
  ],
  [
    "a job waiting for an earlier video without a card",
    aWaiting({ for: "film", answer: "retried" }),
    [...waiting, ...unseen, "answer_retried"],
  ],
  ["an accepted job without a card", anAccepted({ answer: "due" }), [...begun, ...unseen, "answer_unclear"]],
  [
    "an accepted job whose card may not have arrived",
    anAccepted({ answer: "unclear" }),
    [...begun, ...unseen, "answer_retried"],
  ],
  [
    "an accepted job whose card was sent again",
    anAccepted({ answer: "retried" }),
    [...begun, ...unseen, "answer_retried"],
  ],
  ["an accepted job with a card", anAccepted(), [...begun, "submitting"]],
  [
    "a batch without a card",
    aGathering({ answer: "due" }),
    [...beforePaid, ...unseen, "answer_unclear", "parts_settled"],
  ],
  ["a batch with a card", aGathering(), [...beforePaid, "parts_settled"]],
  // The paid call's response is saved over the loaded job, so no other event may change it in between.
  [
    "a job during its paid call",
    aSubmitting(),
    [...whileOpen, "notify_me", "restored", "answer_kept", "started", "start_refused", "interrupted"],
  ],
  ["a running job", aRunning(), [...whileUnknown, "polled", "poll_refused", "poll_held"]],
  [
    "a running job without a key",
    aRunning({ waitingFor: "key" }),
    [...whileUnknown, "polled", "poll_refused", "poll_held", "key_renewed"],
  ],
  [
    "a job before its final message",
    anAnnouncing(succeeded),
    [...afterEnd, ...inNewMessages, ...delivered, "shown", "edit_held"],
  ],
  ["a job before its notification", aPosting(succeeded), [...afterEnd, "notifying", "notified", "delivery_failed"]],
  ["a job attaching its file", anAttaching(), [...afterEnd, ...attempts, "copy_due", "shown", "parts_ended"]],
  [
    "a job storing its video",
    aKeeping(),
    [
      ...whileOpen,
      "workspace_left",
      "restored",
      "link_asked",
      "keep_begun",
      "film_kept",
      "keep_failed",
      "keep_ended",
      "film_gone",
    ],
  ],
  ["a closed job", aClosedJob().state, ["workspace_left", "link_asked", "kept_film_attached"]],
])("%s is changed only by events that fit its state", ([, state, kinds]) => {
  const picture = { source: "address", url: "https://e.com/a.png", isChecked: false, decidesRatio: true } as const;
  const job = aJob({ state, approval: anApproval(), notify: ["ada"], request: aRequest({ picture }) });
  const changing = Object.values(EVERY_EVENT).filter((event) => advance(job, event, NOW) !== job);
  expect(changing.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
});
