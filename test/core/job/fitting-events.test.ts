import { expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import type { JobState, Outcome } from "../../../src/core/job/job.ts";
import type { Admission, JobEvent } from "../../../src/core/job/job-event.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  anAnnouncing,
  anApproval,
  aRequest,
  aRunning,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";

const NOW = TEST_START + 1_000;
const reply = aDiscordReply({ messageId: "another card" });
const again = { waitMs: 0, fraction: 0 };

type Kind = (JobEvent | Admission)["kind"];
const EVERY_EVENT: { readonly [K in Kind]: Extract<JobEvent | Admission, { kind: K }> } = {
  answered: { kind: "answered", reply },
  answer_unclear: { kind: "answer_unclear" },
  answer_retried: { kind: "answer_retried" },
  look_put_off: { kind: "look_put_off", waitMs: 9_000 },
  not_started: { kind: "not_started", why: "too_old" },
  declined: { kind: "declined", by: "M", note: null },
  restored: { kind: "restored" },
  withdrawn: { kind: "withdrawn" },
  managers_asked: { kind: "managers_asked" },
  managers_reached: { kind: "managers_reached", isReached: false },
  place_changed: { kind: "place_changed", place: { nth: 1, startsAt: null } },
  film_came: { kind: "film_came", aspectRatio: "9:16" },
  waited_in_vain: { kind: "waited_in_vain" },
  picture_passed: { kind: "picture_passed", aspectRatio: "9:16" },
  frame_begun: { kind: "frame_begun" },
  frame_put_off: { kind: "frame_put_off", ...again },
  frame_taken: { kind: "frame_taken", url: "https://e.com/f.png" },
  refused: { kind: "refused", refusal: { kind: "no_credits" } },
  submitting: { kind: "submitting" },
  answer_kept: { kind: "answer_kept", answer: { text: "{}", isWhole: true } },
  started: { kind: "started", started: { taskId: "t", credits: 95 } },
  start_refused: { kind: "start_refused", refusal: { kind: "no_credits" }, fraction: 0 },
  interrupted: { kind: "interrupted" },
  polled: { kind: "polled", task: { status: "running", percent: 50 } },
  poll_refused: { kind: "poll_refused", refusal: { kind: "busy", detail: "" } },
  poll_held: { kind: "poll_held", because: "service", waitMs: 1 },
  key_renewed: { kind: "key_renewed" },
  clock_set_back: { kind: "clock_set_back" },
  shown: { kind: "shown", reply },
  workspace_left: { kind: "workspace_left" },
  notify_me: { kind: "notify_me", userId: "ben" },
  listener_left: { kind: "listener_left", userId: "ada" },
  edit_unclear: { kind: "edit_unclear" },
  link_asked: { kind: "link_asked", videoUrl: "https://e.com/w.mp4" },
  new_message_begun: { kind: "new_message_begun" },
  new_card_begun: { kind: "new_card_begun" },
  edit_held: { kind: "edit_held", nonce: "n" },
  announced: { kind: "announced", reply, nonce: "n", called: "nobody" },
  whispered: { kind: "whispered", nonce: "n" },
  listeners_called: { kind: "listeners_called" },
  notifying: { kind: "notifying" },
  notified: { kind: "notified" },
  new_message_refused: { kind: "new_message_refused", ...again },
  delivery_failed: { kind: "delivery_failed", isClear: true, ...again },
  undeliverable: { kind: "undeliverable" },
  film_joined: { kind: "film_joined", fileId: "F1" },
  parts_settled: { kind: "parts_settled", areFilmsDue: false },
  parts_ended: { kind: "parts_ended", isCardOld: false },
  attaching: { kind: "attaching" },
  attached: { kind: "attached", reply },
  attach_refused: { kind: "attach_refused", why: "too_large", isClear: true },
  copy_due: { kind: "copy_due", maxBytes: 10_000_000, isClear: true },
  attach_skipped: { kind: "attach_skipped" },
  attach_failed: { kind: "attach_failed", isClear: true, isCounted: true, ...again },
  keep_begun: { kind: "keep_begun" },
  film_kept: { kind: "film_kept", film: aKeptFilm(), isLinkDue: true },
  keep_failed: { kind: "keep_failed", isCounted: true, ...again },
  keep_ended: { kind: "keep_ended" },
  film_brought: { kind: "film_brought", reply },
  film_gone: { kind: "film_gone" },
  approved: { kind: "approved", by: "M" },
  released: { kind: "released" },
  turn_came: { kind: "turn_came" },
};

const outcome: Outcome = {
  kind: "succeeded",
  taskId: "t",
  videoUrl: "https://e.com/v.mp4",
  expiresAt: TEST_START + 7_200_000,
  credits: 95,
  creditsAreExact: true,
};
type Answer = "due" | "unclear" | "retried" | "given";
const accepted = (answer: Answer): JobState => ({
  status: "accepted",
  answer,
  attempts: 0,
  waitingFor: null,
  notBefore: TEST_START,
});
const gathering = (answer: Answer): JobState => ({ status: "gathering", answer, notBefore: TEST_START });
const settled = { outcome, settledAt: TEST_START, notBefore: TEST_START, attempts: 0, triedAt: null } as const;

const whileOpen: readonly Kind[] = ["answered", "listener_left", "edit_unclear"];
const whileUnknown: readonly Kind[] = [...whileOpen, "notify_me", "workspace_left", "shown"];
const beforePaid: readonly Kind[] = [...whileUnknown, "not_started", "restored"];
const unseen: readonly Kind[] = ["delivery_failed", "look_put_off"];
const waiting: readonly Kind[] = [...beforePaid, "managers_reached", "withdrawn"];
const begun: readonly Kind[] = [...beforePaid, "picture_passed", "frame_begun", "frame_put_off", "refused"];
const afterEnd: readonly Kind[] = [...whileOpen, "workspace_left", "link_asked", "undeliverable"];

test.for<[string, JobState, readonly Kind[]]>([
  ["waits for managers", aWaiting(), [...waiting, "approved", "declined", "managers_asked"]],
  ["waits for its turn", aWaiting({ for: "turn" }), [...waiting, "turn_came", "place_changed"]],
  ["waits for the service", aWaiting({ for: "service" }), [...waiting, "released"]],
  ["waits for a film", aWaiting({ for: "film" }), [...waiting, "film_came"]],
  [
    "waits, and whose person may have no card",
    aWaiting({ for: "turn", answer: "due" }),
    [...waiting, ...unseen, "answer_unclear", "place_changed"],
  ],
  [
    "waits for a film without a card",
    aWaiting({ for: "film", answer: "retried" }),
    [...waiting, ...unseen, "answer_retried"],
  ],
  ["is accepted", accepted("due"), [...begun, ...unseen, "answer_unclear"]],
  ["is accepted, and whose card may be there", accepted("unclear"), [...begun, ...unseen, "answer_retried"]],
  ["is accepted, and whose card was posted again", accepted("retried"), [...begun, ...unseen, "answer_retried"]],
  ["is accepted, and has its card", accepted("given"), [...begun, "submitting"]],
  ["is a batch", gathering("due"), [...beforePaid, ...unseen, "answer_unclear", "parts_settled"]],
  [
    "is a batch that has its card",
    gathering("given"),
    [...beforePaid.filter((kind) => kind !== "restored"), "parts_settled"],
  ],
  // The answer of the paid call is saved over the job as it was: nothing may change it meanwhile.
  [
    "is submitting",
    { status: "submitting", since: TEST_START, attempts: 1, answer: null },
    [...whileOpen, "notify_me", "answer_kept", "started", "start_refused", "interrupted"],
  ],
  ["runs", aRunning(), [...whileUnknown, "polled", "poll_refused", "poll_held"]],
  [
    "runs without a key",
    aRunning({ waitingFor: "key" }),
    [...whileUnknown, "polled", "poll_refused", "poll_held", "key_renewed"],
  ],
  [
    "is announcing",
    anAnnouncing(outcome),
    [
      ...afterEnd,
      "shown",
      "new_message_begun",
      "new_card_begun",
      "new_message_refused",
      "edit_held",
      "announced",
      "whispered",
      "listeners_called",
      "notified",
      "delivery_failed",
    ],
  ],
  [
    "is posting",
    { status: "posting", nonce: "n", ...settled },
    [...afterEnd, "notifying", "notified", "delivery_failed"],
  ],
  [
    "is attaching",
    { status: "attaching", since: TEST_START, ...settled },
    [
      ...afterEnd,
      "shown",
      "parts_ended",
      "attaching",
      "attached",
      "attach_refused",
      "copy_due",
      "attach_skipped",
      "attach_failed",
    ],
  ],
  [
    "keeps its film",
    { status: "keeping", since: TEST_START, ...settled },
    [...whileOpen, "workspace_left", "link_asked", "keep_begun", "film_kept", "keep_failed", "keep_ended", "film_gone"],
  ],
  ["is closed", aClosedJob().state, ["workspace_left", "link_asked", "film_brought"]],
])("a job that %s is changed by these events, and by no other", ([, state, kinds]) => {
  const picture = { source: "address", url: "https://e.com/a.png", isChecked: false, decidesRatio: true } as const;
  const job = aJob({ state, approval: anApproval(), notify: ["ada"], request: aRequest({ picture }) });
  const changing = Object.values(EVERY_EVENT).filter((event) => advance(job, event, NOW) !== job);
  expect(changing.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
});
