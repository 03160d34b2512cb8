import type { LifeKind } from "../lives.ts";
import type { Mistake } from "./build-planted.ts";

export interface PlantedMistake extends Mistake {
  readonly lives: LifeKind;
  /**
   * A plan or a seed that is known to break a claim. It is tried first, because random runs would take long to find one.
   */
  readonly tryFirst?: string | number;
}

/** Mistakes that only a whole run detects. Mutation testing covers the others. Each of these must break a claim. */
export const PLANTED: readonly PlantedMistake[] = [
  {
    name: "a paid call that a crash interrupted is repeated",
    lives: "command",
    tryFirst: 56,
    file: "src/core/job/advance.ts",
    search: 'case "interrupted":\n      return settle(job, chargeUnknown, now);',
    replacement:
      'case "interrupted":\n      return { ...job, state: { status: "accepted", answer: "given", attempts: state.attempts, waitingFor: null, notBefore: now } };',
  },
  {
    name: "the paid call is made before the intention to make the call is saved",
    lives: "command",
    file: "src/jobs/start/start.ts",
    search: 'const intent = await apply(deps, stored, { kind: "submitting", ...copy, ...idempotency });',
    replacement:
      'const intent = { job: { ...stored.job, state: { status: "submitting", since: deps.clock.now(), attempts: 1, answer: null } }, version: stored.version };',
  },
  {
    name: "the response to the paid call is parsed before the response is saved",
    lives: "command",
    file: "src/jobs/start/start.ts",
    search: "latest = (await apply(deps, intent, event)) ?? (await applyTo(deps, job.id, event)) ?? intent;",
    replacement: "latest = intent;",
    tryFirst: "succeeds on Discord; crash before at save submitting to running #1",
  },
  {
    name: "a video starts although the card may not have been shown",
    lives: "command",
    file: "src/jobs/start/accept.ts",
    search: 'if (!isDue && (answer === "unclear" || seen === "not_there")) await showFirst(deps, stored);',
    replacement:
      'if (!isDue && (answer === "unclear" || seen === "not_there")) await apply(deps, stored, { kind: "answered", reply: stored.job.reply });',
  },
  {
    name: "an ended job no longer records that a first card may exist",
    lives: "command",
    file: "src/core/job/final-message.ts",
    search: "return { lostCardAt: job.lostCardAt ?? state.triedAt ?? job.acceptedAt };",
    replacement: "return {};",
    tryFirst: "succeeds on Slack; long crash at answer #1",
  },
  {
    name: "a refusal of a repeated start counts as a refusal of the first start",
    lives: "keyed",
    file: "src/core/job/advance.ts",
    search: 'if (isRepeating(job) || (refusal.kind === "unavailable" && refusal.sent))',
    replacement: 'if (refusal.kind === "unavailable" && refusal.sent)',
    tryFirst: 617,
  },
  {
    name: "a repeated start has a different idempotency key",
    lives: "keyed",
    file: "src/jobs/start/start.ts",
    search: "await deps.video.submit(key, job.request, saveAnswer, idempotencyKey);",
    replacement: "await deps.video.submit(key, job.request, saveAnswer, idempotencyKey && deps.chance.token());",
  },
  {
    name: "a save that is refused after a concurrent save counts as successful",
    lives: "command",
    file: "src/jobs/apply.ts",
    search: "if (!(await jobs.save(job, version))) return null;",
    replacement: "await jobs.save(job, version);",
    tryFirst: "succeeds on Discord; overtaken at save accepted to submitting #1; crash after at submit #1",
  },
  {
    name: "no save is durable across a power cut",
    lives: "command",
    file: "src/jobs/apply.ts",
    search: "if (onlyTimesChanged(before.job, job))",
    replacement: "if (job.id !== null)",
  },
  {
    name: "the notification is not saved before it is sent",
    lives: "command",
    file: "src/jobs/deliver/outbox.ts",
    search: 'const begun = await apply(deps, stored, { kind: "notifying" });',
    replacement: "const begun = stored;",
  },
  {
    name: "a notification that may have arrived is sent again",
    lives: "command",
    file: "src/core/job/final-message.ts",
    search: "return { ...job, state: again({ ...state, triedAt }, event, now) };",
    replacement: "return { ...job, state: again({ ...state, triedAt: null }, event, now) };",
    tryFirst: 75,
  },
  {
    name: "the message that replaces a lost card is not saved before it is sent",
    lives: "command",
    file: "src/jobs/deliver/outbox.ts",
    search: 'const begun = await apply(deps, stored, { kind: "new_card_begun" });',
    replacement: "const begun = stored;",
    tryFirst: 162,
  },
  {
    name: "recovery skips the last job of a page",
    lives: "command",
    file: "src/jobs/start/recover.ts",
    search: "page.map(({ id, dueAt }",
    replacement: "page.slice(0, -1).map(({ id, dueAt }",
  },
  {
    name: "a closed job is saved again",
    lives: "fleet",
    file: "src/core/job/advance.ts",
    search: '!isBeforePaid(job) && state.status !== "gathering" && state.status !== "closed";',
    replacement: '!isBeforePaid(job) && state.status !== "gathering";',
    tryFirst: 125,
  },
  {
    name: "the bot does not search for a new message that may have arrived",
    lives: "command",
    file: "src/jobs/deliver/outbox.ts",
    search: "begunAt === undefined\n      ? ok(",
    replacement: "job\n      ? ok(",
    tryFirst: 41,
  },
  {
    name: "an upload attempt is not saved before the upload",
    lives: "command",
    file: "src/jobs/deliver/attach.ts",
    search: 'const begun = await apply(deps, stored, { kind: "attaching" });',
    replacement: "const begun = stored;",
    tryFirst: "plays in its card on Slack; crash after at attach #1",
  },
  {
    name: "a file that may have arrived is uploaded again",
    lives: "command",
    file: "src/core/job/final-message.ts",
    search: "const triedAt = event.isClear ? null : state.triedAt;\n      const retryMs",
    replacement: "const triedAt = null;\n      const retryMs",
    tryFirst: "plays in its card on Slack; lost but done at attach #1",
  },
  {
    name: "a step makes the paid call after another process has changed the job",
    lives: "fleet",
    file: "src/jobs/start/start.ts",
    search: 'if (intent?.job.state.status === "submitting") await call(deps, intent, key);',
    replacement:
      "if (intent) await call(deps, intent, key);\n  else await deps.video.submit(key, job.request, async () => {});",
    tryFirst: 91,
  },
  {
    name: "videos that wait for a key do not continue after a key is added",
    lives: "command",
    file: "src/core/job/advance.ts",
    search: 'if (state.waitingFor !== "key") return job;',
    replacement: "if (state.waitingFor !== null) return job;",
    tryFirst: 36,
  },
  {
    name: "the caps are checked before the transaction that inserts the job",
    lives: "teams",
    file: "src/engines/job-store.ts",
    search: '      const decide = (facts: Facts): TransactResult<Answer | "unseen" | "stale"> => {',
    replacement:
      "      const sums = new Map(job.team ? countsIn(job).map((sum) => [sumKey(sum), null]) : []);\n      await rows.transact(reads, (facts) => {\n        for (const key of sums.keys()) sums.set(key, facts.row(key));\n        return { value: null };\n      });\n      const decide = (now) => {\n        const facts = { ...now, row: (key) => (sums.has(key) ? sums.get(key) : now.row(key)) };",
    tryFirst: 29,
  },
  {
    name: "a second manager's decision replaces the first",
    lives: "teams",
    file: "src/core/job/advance.ts",
    search: 'case "declined": {\n      if (!isAsked(state) || now >= state.until) return job;',
    replacement: 'case "declined": {',
    tryFirst: 101,
  },
  {
    name: "a batch sends two notifications",
    lives: "teams",
    file: "src/jobs/deliver/outbox.ts",
    search:
      "  const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt, isBroadcast });",
    replacement:
      '  if (job.parts) await deps.chatOf(job).notify(job.reply, message, { people, nonce: "another", triedAt, isBroadcast });\n  const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt, isBroadcast });',
  },
  {
    name: "the price of a batch is reserved separately for each video",
    lives: "teams",
    file: "src/engines/job-store.ts",
    search:
      '        if (value !== "inserted") return { value };\n        const saved = saving(all, () => noUsage, facts);',
    replacement:
      '        if (value !== "inserted" && (parts.length === 0 || value === "full" || value === "exists" || value === "repeated")) return { value };\n        const spending = () => judged.spending(facts);\n        const fits = (nth) => judgeInsert(job, { parts: parts.slice(0, nth + 1) }, { queue: [], spending }) === "inserted";\n        const fitting = [job, ...parts.filter((_, nth) => fits(nth))];\n        if (value !== "inserted") return { value: "inserted", ...saving(fitting, () => noUsage, facts) };\n        const saved = saving(all, () => noUsage, facts);',
  },
  {
    name: "the queue does not count running videos",
    lives: "queue",
    file: "src/jobs/step.ts",
    search: "const { isTurn, place } = await deps.queues.placeOf(stored.job);",
    replacement:
      'const { isTurn, place } = await deps.queues.placeOf(stored.job);\n    if (place.nth === 1) return void (await apply(deps, stored, { kind: "turn_came" })), null;',
    tryFirst: 20,
  },
  {
    name: "a withdrawn video still occupies a place in the queue",
    lives: "queue",
    file: "src/core/job/job.ts",
    search: 'return !isSettled(job) && status !== "waiting" && status !== "gathering";',
    replacement:
      'const outcome = outcomeOf(job);\n  if (outcome?.kind === "not_started" && outcome.why === "withdrawn") return true;\n  return !isSettled(job) && status !== "waiting" && status !== "gathering";',
    tryFirst: 3,
  },
  {
    name: "a video frame is posted again after an interrupted upload",
    lives: "chain",
    file: "src/jobs/start/prepare-picture.ts",
    search: "if (share === null || isShared(reply, nth)) return stored;",
    replacement: "if (share === null) return stored;",
    tryFirst: 292,
  },
  {
    name: "a channel's rules are checked when a video is requested and not when it starts",
    lives: "prompts",
    file: "src/commands/video/judge.ts",
    search: "!isAgeRestrictedOnly ||",
    replacement: '!isAgeRestrictedOnly || command.act.kind === "press" ||',
  },
  {
    name: "a platform that does not respond is retried only after a day",
    lives: "healed",
    file: "src/jobs/deliver/outbox.ts",
    search: 'return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs, fraction };',
    replacement: 'return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs: 86_400_000, fraction };',
    tryFirst: 183,
  },
  {
    name: "prompts are not deleted when a workspace removes the bot",
    lives: "waiting",
    file: "src/core/job/advance.ts",
    search: `const request = { ...job.request, prompt: "", picture: null };`,
    replacement: "const { request } = job;",
  },
  {
    name: "an attempt to store a video is not saved before the attempt starts",
    lives: "command",
    file: "src/jobs/deliver/keep.ts",
    search:
      'const begun = await apply(deps, stored, { kind: "keep_begun" });\n  if (begun?.job.state.status !== "keeping") return null;\n  const { id, state }',
    replacement: "const begun = stored;\n  const { id, state }",
  },
  {
    name: "a stored video that belongs to no job is not deleted",
    lives: "command",
    file: "src/jobs/deliver/keep.ts",
    search: "else await keptFilms.forget(film);",
    replacement: "",
    tryFirst: 1158,
  },
];
