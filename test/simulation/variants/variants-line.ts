import type { Variant } from "./variants.ts";

const line = "src/jobs/start/line.ts";
const turns = "src/core/budget/turns.ts";
const wait = "src/jobs/start/wait.ts";
const waiting = "src/core/job/advance-waiting.ts";

/** Mistakes with the line in which videos wait for a place. */
export const LINE: readonly Variant[] = [
  {
    name: "a turn is given twice: a place is taken without a look at what runs",
    file: wait,
    search: "const { isTurn, place } = await deps.line.look(stored.job);",
    replacement: `const { isTurn, place } = await deps.line.look(stored.job);
    if (place.nth === 1) return void (await apply(deps, stored, { kind: "turn_came" } as never)), null;`,
    tryFirst: 20,
  },
  {
    name: "a new video begins in a place that somebody waits for",
    file: turns,
    search: "return claimed > 0 && claimed >= free;",
    replacement: "return false;",
    tryFirst: 17,
  },
  {
    name: "a new video begins before its person's own that wait",
    file: turns,
    search: "if (own && own.waiting >= ofOwner - own.running) return true;",
    replacement: "",
    tryFirst: 2,
  },
  {
    name: "a place is kept after its video has left the line",
    file: "src/core/job/job.ts",
    search: `return !isSettled(job) && status !== "waiting" && status !== "gathering";`,
    replacement: `const outcome = outcomeOf(job);
  if (outcome?.kind === "not_started" && outcome.why === "withdrawn") return true;
  return !isSettled(job) && status !== "waiting" && status !== "gathering";`,
    tryFirst: 20,
  },
  {
    name: "a video that was taken back counts as its person's turn",
    file: line,
    search: ` && outcomeOf(job)?.kind !== "not_started";`,
    replacement: ";",
    tryFirst: 57,
  },
  {
    name: "a video whose card is not there yet holds up the others' turns",
    file: turns,
    search: "people.filter(({ waiting }) => !waiting[0]?.isUnseen);",
    replacement: "people;",
    tryFirst: 106,
  },
  {
    name: "a video that has left the line begins",
    file: waiting,
    search: `return notBegun({ ...decided, isSilent: true }, "withdrawn", now);`,
    replacement: "return { ...decided, isSilent: true };",
    tryFirst: 20,
  },
  {
    name: "a video begins after two hours",
    file: "src/core/job/approval.ts",
    search: "export const TURN_MS = 7_200_000;",
    replacement: "export const TURN_MS = 14_400_000;",
    tryFirst: 9,
  },
  {
    name: "a video whose card nobody was shown begins by itself",
    file: "src/core/job/advance-first-card.ts",
    search: `case "not_started": {`,
    replacement: `case "not_started": {
      if (event.why === "answer_refused" && "until" in state) return next({ answer: "given", notBefore: now });`,
    tryFirst: 20,
  },
  {
    name: "the newest of a person's videos begins first",
    file: turns,
    search: "waiting.toSorted((a, b) => a.joinedAt - b.joinedAt ||",
    replacement: "waiting.toSorted((a, b) => b.joinedAt - a.joinedAt ||",
    tryFirst: 20,
  },
  {
    name: "turns go by arrival, not round the people",
    file: turns,
    search: "one.lastTurn - other.lastTurn || joined(one) - joined(other))[0];",
    replacement: "joined(one) - joined(other))[0];",
    tryFirst: 37,
  },
  {
    name: "a video that waits keeps a copy of a key that is removed meanwhile",
    file: "src/jobs/start/accept.ts",
    search: `return { sealedKey: null, state: { status: "waiting", ...first, for: wait.for, until } };`,
    replacement: `return { sealedKey, state: { status: "waiting", ...first, for: wait.for, until } };`,
    tryFirst: 5,
  },
];
