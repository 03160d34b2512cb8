import type { Variant } from "./variants.ts";

const advance = "src/core/job/advance.ts";
const advancePoll = "src/core/job/advance-poll.ts";
const pay = "src/jobs/start/pay.ts";
const refusals = "src/video-api/refusals.ts";
const firstCard = "src/jobs/start/first-card.ts";
const start = "src/jobs/start/start.ts";
const wire = "src/video-api/wire.ts";

const again = `{ status: "accepted", answer: "given", attempts: state.attempts, waitingFor: null, notBefore: now }`;

/** Mistakes with the paid call, the task and the money. */
export const PAYING: readonly Variant[] = [
  {
    name: "the paid call is made again where its intent is found after a crash",
    file: advance,
    search: `case "interrupted":\n      return settle(job, cannotTell, now);`,
    replacement: `case "interrupted":\n      return { ...job, state: ${again} };`,
  },
  {
    name: "an intent found after a crash counts as not charged",
    file: advance,
    search: `case "interrupted":\n      return settle(job, cannotTell, now);`,
    replacement: `case "interrupted":\n      return settle(job, { kind: "not_started", why: "restart" }, now);`,
  },
  {
    name: "a 5xx to the paid call counts as a no",
    file: refusals,
    search: "    case 415:\n",
    replacement: "    case 415:\n    case 500:\n    case 502:\n    case 503:\n",
    tryFirst: 106,
  },
  {
    name: "408 and 409 to the paid call count as a no",
    file: refusals,
    search: "    case 415:\n",
    replacement: "    case 415:\n    case 408:\n    case 409:\n",
    tryFirst: "succeeds on Discord; 408, charged at submit #1",
  },
  {
    name: "the task's id in a 202 is thrown away",
    file: "src/video-api/read-start-answer.ts",
    search: `if (reading.kind !== "started")`,
    replacement: `if (reading.kind !== "started" || status === 202)`,
    tryFirst: "succeeds on Discord; 202 with its id at submit #1",
  },
  {
    name: "only a 200 is searched for the task's id",
    file: "src/video-api/read-start-answer.ts",
    search: `if (reading.kind !== "started")`,
    replacement: `if (reading.kind !== "started" || !isUsual)`,
  },
  {
    name: "the paid call is made again after a 202",
    file: refusals,
    search: "said }: Refusing): ApiRefusal {\n  switch (status) {\n",
    replacement: `said }: Refusing): ApiRefusal {\n  switch (status) {\n    case 202: return { kind: "rate_limited", retryAfterMs };\n`,
    tryFirst: "succeeds on Discord; 202 with its id at submit #1",
  },
  {
    name: "the status of the paid call's answer is not kept with it",
    file: pay,
    search: "const answer = { ...came, text: came.text.slice(0, KEPT_MAX), isWhole };",
    replacement: "const answer = { text: came.text.slice(0, KEPT_MAX), isWhole };",
    tryFirst: "succeeds on Discord; 408, charged at submit #1; crash before at save submitting to announcing #1",
  },
  {
    name: "a lost answer to the paid call counts as a no",
    file: advance,
    search: `return settle(job, { ...cannotTell, ...(refusal.isError && { isError: true }) }, now);`,
    replacement: `return settle(job, { kind: "refused", refusal: { ...refusal, sent: false } }, now);`,
    tryFirst: 55,
  },
  {
    name: "the paid call is made again where its answer was lost",
    file: advance,
    search: `return settle(job, { ...cannotTell, ...(refusal.isError && { isError: true }) }, now);`,
    replacement: `return { ...job, state: ${again} };`,
    tryFirst: 55,
  },
  {
    name: "the paid call is made before its intent is saved",
    file: pay,
    search: `const intent = await apply(deps, stored, { kind: "submitting", ...copyOf(deps, job, key) });`,
    replacement: `const intent = { job: { ...stored.job, state: { status: "submitting", since: deps.clock.now(), attempts: 1, answer: null } }, version: stored.version };`,
  },
  {
    name: "a paid call that did not leave is repeated without end",
    file: "src/core/job/submit-retry.ts",
    search: "return attempts <= UNSENT_RETRIES ?",
    replacement: "return attempts > 0 ?",
  },
  {
    name: "the paid call's answer is not kept before it is read",
    file: pay,
    search: "latest = (await apply(deps, intent, event)) ?? (await applyTo(deps, job.id, event)) ?? intent;",
    replacement: "latest = intent;",
    tryFirst: "succeeds on Discord; crash before at save submitting to running #1",
  },
  {
    name: "a kept answer is not read after a crash",
    file: "src/jobs/start/interrupted.ts",
    search: "if (answer === null) {",
    replacement: "if (deps) {",
    tryFirst: "succeeds on Discord; crash before at save submitting to running #1",
  },
  {
    name: "a store that fails after the paid call is given up at once",
    file: pay,
    search: "if (deps.stopping.aborted) throw error;",
    replacement: "throw error;",
    tryFirst: "succeeds on Discord; fails before at save submitting #1; fails before at save submitting to running #1",
  },
  {
    name: "an answer without a task id counts as a no",
    file: wire,
    search: "if (success === false || (code !== 0 && success !== true)) return",
    replacement: "if (code === 0 || code !== 0) return",
    tryFirst: "succeeds on Discord; no task id at submit #1",
  },
  {
    name: "a command is begun although nobody knows whether its card was seen",
    file: firstCard,
    search: "return settleAnswer(deps, stored, doubts);",
    replacement: `return void (await apply(deps, stored, { kind: "answered", reply: stored.job.reply }));`,
  },
  {
    name: "a first card that may have arrived is posted once more again and again",
    file: firstCard,
    search: `await apply(deps, stored, { kind: "not_started", why: "answer_lost" });`,
    replacement: "return settleAnswer(deps, stored, doubts);",
    tryFirst: 1380,
  },
  {
    name: "a command is begun whose answer was never given",
    file: firstCard,
    search: `await apply(deps, stored, { kind: "not_started", why: "restart" });`,
    replacement: `await apply(deps, stored, { kind: "answered", reply: stored.job.reply });`,
  },
  {
    name: "a command is begun however old it is",
    file: start,
    search: "if (deps.clock.now() > startsUntil(job)) {",
    replacement: "if (deps.clock.now() < 0) {",
    tryFirst: 51,
  },
  {
    name: "a job's id is not made from the event alone",
    file: "src/core/job/ids.ts",
    search: "JSON.stringify(parts)",
    replacement: "JSON.stringify([...parts, performance.now()])",
  },
  {
    name: "an event that comes twice is accepted twice",
    file: "src/jobs/start/accept.ts",
    search: `return refuse({ kind: "already_accepted" });`,
    replacement: "return ok(job);",
  },
  {
    name: "a command that could not be saved is begun after all",
    file: "src/jobs/start/accept.ts",
    search: `.then(() => applyTo(deps, job.id, { kind: "not_started", why: "store" }))`,
    replacement: `.then(() => applyTo(deps, job.id, { kind: "answered", reply: job.reply })).then(() => scheduler.schedule(job.id, clock.now()))`,
    tryFirst: 128,
  },
  {
    name: "a poll that is refused the key ends the job",
    file: advancePoll,
    search: `return missed(job, { ...state, waitingFor: "key" }, "bad_key", now);`,
    replacement: "return lost(job, state, now);",
  },
  {
    name: "a task that is unknown once is lost",
    file: advancePoll,
    search: "if (isSame && state.misses + 1 >= UNKNOWN_POLLS && isLasting) return",
    replacement: "if (isSame || isLasting || now > 0) return",
  },
  {
    name: "what a poll says of another task is believed",
    file: wire,
    search: "if (!isSameId(id, taskId)) return",
    replacement: "if (taskId === undefined) return",
  },
  {
    name: "a finished video without a link is closed at once",
    file: advancePoll,
    search: "return videoUrl === null && !isLastTry ?",
    replacement: "return videoUrl === null && !isLastTry && now < 0 ?",
  },
  {
    name: "a finished video without a link is never closed",
    file: advancePoll,
    search: `const isLastTry = state.missing === "no_link" && state.misses >= NO_LINK_POLLS;`,
    replacement: "const isLastTry = false;",
    tryFirst: 383,
  },
  {
    name: "the percentage may fall",
    file: advancePoll,
    search: "return Math.max(before ?? 0, Math.min(99,",
    replacement: "return Math.max(0, Math.min(99,",
  },
  {
    name: "100% is shown while the video is under way",
    file: advancePoll,
    search: "return Math.max(before ?? 0, Math.min(99,",
    replacement: "return Math.max(before ?? 0, Math.min(100,",
  },
  {
    name: "polls follow one another without a gap",
    file: "src/core/pace/pace.ts",
    search: "return pollGapMs(polled, pace.pollMinMs);",
    replacement: "return 0;",
    tryFirst: 36,
  },
  {
    name: "a miss loses the time of the next poll",
    file: "src/jobs/apply.ts",
    search: "return isSame ? moved : paced(moved, now, pace, chance.fraction());",
    replacement: `return isSame ? moved : moved.state.status === "running" && moved.state.misses > 0 ? { ...moved, dueAt: null } : paced(moved, now, pace, chance.fraction());`,
    tryFirst: 104,
  },
  {
    name: "a power cut may take back every save",
    file: "src/jobs/apply.ts",
    search: "if (onlyTimesChanged(before.job, job))",
    replacement: "if (job.id !== null)",
  },
  {
    name: "a save that lost to another counts as done",
    file: "src/jobs/apply.ts",
    search: "if (!(await jobs.save(job, before.version))) return null;",
    replacement: "await jobs.save(job, before.version);",
    tryFirst: "succeeds on Discord; overtaken at save accepted to submitting #1; crash after at submit #1",
  },
  {
    name: "the ledger counts a failed video as paid for",
    file: "src/core/job/ledger.ts",
    search: "charged: outcome.refunded, refunded: outcome.refunded",
    replacement: "charged: outcome.refunded",
  },
  {
    name: "the ledger leaves out what may have been charged",
    file: "src/core/job/ledger.ts",
    search: "return { ...nothingSpent, unknown: outcome.atMost };",
    replacement: "return nothingSpent;",
  },
];
