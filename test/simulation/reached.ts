import { advance, PICTURE_TRIES } from "../../src/core/job/advance.ts";
import type { Job, JobState, Outcome } from "../../src/core/job/job.ts";
import type { Admission, JobEvent } from "../../src/core/job/job-event.ts";
import { EVERY_EVENT, type Kind } from "../core/job/every-event.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aGathering,
  aJob,
  aJobId,
  aKeeping,
  anAccepted,
  anAnnouncing,
  anApproval,
  anAttaching,
  anIdempotency,
  aPosting,
  aRunning,
  aSeveral,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { FAULTS } from "./faults.ts";
import type { Mistake } from "./planted/build-planted.ts";

/** Plants a call into `advance` that reports each change. */
export const COUNTING: Mistake = {
  name: "every change is counted",
  file: "src/core/job/advance.ts",
  search: "  return closedIfForgotten(advanced(job, event, now), now);",
  replacement:
    '  const after = closedIfForgotten(advanced(job, event, now), now);\n  Reflect.get(globalThis, "noteAdvance")(job, event, after);\n  return after;',
};

/** How often each change of a job and each fault happened, by name. */
export interface Reached {
  readonly changes: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
}

export function reachedByAll(all: readonly Reached[]): Reached {
  const sum = (which: keyof Reached) => {
    const counts = new Map<string, number>();
    for (const each of all) for (const [name, count] of each[which]) counts.set(name, (counts.get(name) ?? 0) + count);
    return counts;
  };
  return { changes: sum("changes"), faults: sum("faults") };
}

/**
 * In `OF_RUNS` runs each change and fault must happen at least `LEAST` times. In fewer runs the minimum is proportional, and
 * at least 1.
 */
const OF_RUNS = 1_000_000;
const LEAST = 100;

export interface ReachedTable {
  readonly text: string;
  /** True if everything happened often enough and nothing impossible happened. */
  readonly isWhole: boolean;
}

const times = (count: number) => count.toLocaleString("en");

/** A Markdown table of changes by state and faults by call, with the ones that are too rare first. */
export function reachedTable(runs: number, { changes, faults }: Reached): ReachedTable {
  const least = Math.max(1, Math.floor((LEAST * runs) / OF_RUNS));
  const unreachable = new Set(NOT_REACHABLE.flatMap((each) => each.changes));
  const all = [...everyChange()];
  const wanted = all.filter((name) => !unreachable.has(name));
  const dealt = Object.entries(FAULTS).flatMap(([kind, names]) => names.map((name) => `${kind}: ${name}`));
  const count = (name: string) => changes.get(name) ?? faults.get(name) ?? 0;
  const seldom = [...wanted, ...dealt].filter((name) => count(name) < least);
  // A change on the list may still happen a few times by chance.
  const wrong = [...changes.keys()].filter(
    (name) => !wanted.includes(name) && !(unreachable.has(name) && count(name) < 2 * least),
  );
  const gone = [...unreachable].filter((name) => !all.includes(name));
  const text = [
    `Runs: ${times(runs)}. Of ${wanted.length} changes of a job and ${dealt.length} faults, ${seldom.length} were reached less than ${times(least)} times.`,
    "",
    ...seldom.map((name) => `- ${name}: ${times(count(name))}`),
    ...wrong.map((name) => `- ${name}: ${times(count(name))}, although this is not a possible change`),
    ...gone.map((name) => `- ${name}: listed as not reachable, but no event changes such a job`),
    ...(seldom.length + wrong.length + gone.length > 0 ? [""] : []),
    ...NOT_REACHABLE.map(({ because, changes }) => `Not reachable, because ${because}: ${changes.join("; ")}.`),
    "",
    "| change (state, event) | times |",
    "|---|---:|",
    ...wanted.map((name) => `| ${name} | ${times(count(name))} |`),
    "",
    "| fault (call: fault) | times |",
    "|---|---:|",
    ...dealt.map((name) => `| ${name} | ${times(count(name))} |`),
    "",
  ].join("\n");
  return { text, isWhole: seldom.length + wrong.length + gone.length === 0 };
}

/** The job's state in the table, with what a waiting job waits for. */
function stateName({ state }: Job): string {
  return state.status === "waiting" ? `waiting for ${state.for}` : state.status;
}

const NOW = TEST_START + 1_000;
const LATER = TEST_START + 10 * 86_400_000;
const closed = aClosedJob().state;
const outcome: Outcome = "outcome" in closed ? closed.outcome : aSeveral();
const film = { job: aJobId(9), nth: 2 };
const goesOn = {
  ...aJob().request,
  picture: { source: "film", url: "", isChecked: false, decidesRatio: true, continues: film },
} as Job["request"];
const parts = [aJobId(2), aJobId(3)];

/** Job states, in every variant that affects `advance`. */
const STATES: readonly JobState[] = [
  ...(["approval", "turn", "film"] as const).flatMap((cause) => [
    aWaiting({ for: cause }),
    aWaiting({ for: cause, answer: "due" }),
    aWaiting({ for: cause, answer: "unclear" }),
  ]),
  ...(["due", "unclear", "retried", "given"] as const).flatMap((answer): readonly JobState[] => [
    anAccepted({ answer }),
    anAccepted({ answer, pictureTries: PICTURE_TRIES }),
    aGathering({ answer }),
  ]),
  aSubmitting(),
  aSubmitting({ idempotency: anIdempotency() }),
  aRunning(),
  aRunning({ waitingFor: "key" }),
  anAnnouncing(outcome),
  anAnnouncing(outcome, { newMessage: "begun", begunAt: TEST_START }),
  aPosting(outcome),
  aPosting(outcome, { triedAt: TEST_START, isOwnerNotified: true }),
  aPosting(outcome, { triedAt: TEST_START, isCardDue: true }),
  anAttaching(),
  anAttaching({ triedAt: TEST_START, attempts: 1 }),
  aKeeping(),
  closed,
];

/** Fields of a job as `newJobs` in src/jobs/start/accept.ts sets them, and the states that such a job can be in. */
interface Shape {
  readonly over: Partial<Job>;
  isIn(state: JobState): boolean;
}

const waitsFor = (state: JobState, ...causes: readonly string[]) =>
  state.status !== "waiting" || causes.includes(state.for);

const SHAPES: readonly Shape[] = [
  // Needs a manager's approval.
  {
    over: { notify: ["ada"], approval: anApproval(), request: goesOn },
    isIn: (state) => state.status !== "gathering" && waitsFor(state, "approval", "turn"),
  },
  ...[{}, { request: goesOn }].map((begins) => ({
    over: { notify: ["ada"], video: "due" as const, ...begins },
    isIn: (state: JobState) => state.status !== "gathering" && waitsFor(state, "turn"),
  })),
  // Its film is kept.
  {
    over: { notify: ["ada"], keep: "over", film: aKeptFilm() },
    isIn: ({ status }) => status === "announcing" || status === "closed",
  },
  // Its first card was lost, and another one shows the result.
  { over: { notify: ["ada"], lostCardAt: TEST_START }, isIn: ({ status }) => status === "announcing" },
  // Restored from a backup.
  {
    over: { notify: ["ada"], restored: "unread" },
    isIn: ({ status }) => status === "announcing" || status === "running",
  },
  { over: { notify: ["ada"], parts, restored: "unread" }, isIn: ({ status }) => status === "gathering" },
  // A batch makes no video itself, and keeps no film.
  {
    over: { notify: ["ada"], approval: anApproval(), parts, video: "due" },
    isIn: (state) =>
      waitsFor(state, "approval") &&
      state.status !== "keeping" &&
      state.status !== "accepted" &&
      state.status !== "submitting" &&
      state.status !== "running",
  },
  // A video of a batch has no card and no notification. The batch has them.
  {
    over: { notify: [], video: "due", request: goesOn, partOf: { job: aJobId(8), nth: 2 } },
    isIn: (state) =>
      waitsFor(state, "approval", "turn", "film") &&
      (!("answer" in state) || state.status === "submitting" || state.answer === "due" || state.answer === "given") &&
      state.status !== "gathering" &&
      state.status !== "announcing" &&
      state.status !== "posting",
  },
];

/** Every combination of state and event that changes some job, as “state, event”. */
function everyChange(): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const state of STATES)
    for (const { over, isIn } of SHAPES) {
      if (!isIn(state)) continue;
      const job = aJob({ ...over, state, ...(state.status === "closed" && { sealedKey: null, dueAt: null }) });
      for (const event of Object.values(EVERY_EVENT))
        for (const now of [NOW, LATER]) if (changes(job, event, now)) changed.add(changeName(job, event.kind));
    }
  return changed;
}

/** Returns true if the event changes the job. `advance` throws if such a job cannot receive the event. */
function changes(job: Job, event: JobEvent | Admission, now: number): boolean {
  try {
    return advance(job, event, now) !== job;
  } catch {
    return false;
  }
}

/** The name of a change in the table. */
export function changeName(job: Job, kind: Kind): string {
  return `${stateName(job)}, ${kind}`;
}

/** Changes that no simulated run produces, and why `advance` handles them nevertheless. */
const NOT_REACHABLE: readonly { readonly because: string; readonly changes: readonly string[] }[] = [
  {
    because:
      "only a video of a batch waits for a film, and its batch has the card: the first answer, edits, listeners and moves are events of the batch; `advance` handles the card in the same way for all waiting jobs",
    changes: ["answer_unclear", "search_postponed", "delivery_failed", "shown", "notify_me", "edit_unclear"].map(
      (kind) => `waiting for film, ${kind}`,
    ),
  },
  {
    because:
      "a front end reports the result of an answer once, and no paid call is made before that; a late report would change the card's place",
    changes: ["attaching, answered", "keeping, answered"],
  },
  {
    because:
      "a batch keeps no film, and for another job an edit must be lost in a process that stalls until another process has shown the final message and started to keep the film",
    changes: ["keeping, edit_unclear"],
  },
  {
    because:
      "it needs a press of Fresh link on a card whose film the bot keeps without a URL, which `test/jobs/deliver/links.test.ts` tests",
    changes: ["closed, kept_film_attached"],
  },
  {
    because:
      "it needs a press of Withdraw in the seconds in which the previous film is read, and no simulated person presses then; `test/jobs/start/prepare-picture.test.ts` tests it",
    changes: ["accepted, withdrawn"],
  },
  {
    because: "none of 20,000 runs reached it on 2026-11-29, and the reason was not examined",
    changes: [
      ...["waiting for approval", "waiting for turn", "running"].map((state) => `${state}, shown`),
      "waiting for film, card_moved",
      ...["posting", "attaching", "keeping"].map((state) => `${state}, restored`),
    ],
  },
];
