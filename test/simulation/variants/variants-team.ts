import type { Variant } from "./variants.ts";

const account = "src/core/team/account.ts";
const jobStore = "src/engines/job-store.ts";
const waiting = "src/core/job/advance-waiting.ts";

/** Mistakes with a team's credits, caps, key and approvals. */
export const TEAM: readonly Variant[] = [
  {
    name: "the caps are judged before the transaction that inserts",
    file: jobStore,
    search: "      const decide = (facts: Facts): Decision<Answer | Queue> => {",
    replacement: `      const sums = new Map(job.team ? countsIn(job).map((sum) => [sumKey(sum), null]) : []);
      await rows.transact(reads, (facts) => {
        for (const key of sums.keys()) sums.set(key, facts.row(key));
        return { value: null };
      });
      const decide = (now) => {
        const facts = { ...now, row: (key) => (sums.has(key) ? sums.get(key) : now.row(key)) };`,
    tryFirst: 29,
  },
  {
    name: "an approval takes its hold without a look at the team's cap",
    file: "src/core/job/admission.ts",
    search: "const refusal = isHeldNow ? refusalOf(spending(), asOne(job, parts)) : null;",
    replacement: "const refusal = null;",
    tryFirst: 30,
  },
  {
    name: "an approval lifts the team's cap",
    file: account,
    search: `if (teamMonth !== null && usedOf(team) + price > teamMonth) return "team_month";\n  if (approval) return null;`,
    replacement: `if (approval) return null;\n  if (teamMonth !== null && usedOf(team) + price > teamMonth) return "team_month";`,
    tryFirst: 30,
  },
  {
    name: "what nobody can tell counts against no cap",
    file: account,
    search: "return held + charged - refunded + unknown;",
    replacement: "return held + charged - refunded;",
    tryFirst: 6,
  },
  {
    name: "nothing is held while a turn is waited for",
    file: account,
    search: `if (state.status === "waiting") return state.for !== "approval";`,
    replacement: `if (state.status === "waiting") return false;`,
  },
  {
    name: "credits stay held after a refusal",
    file: account,
    search: `return state.status === "accepted" || state.status === "submitting";`,
    replacement: `return state.status === "accepted" || state.status === "submitting" || ("outcome" in state && state.outcome.kind === "refused");`,
  },
  {
    name: "credits come back to the month in which a video ended",
    file: "src/core/team/spending.ts",
    search: `export function countsIn({ team, owner, acceptedAt }: Pick<Job, "team" | "owner" | "acceptedAt">): SpendingOf[] {
`,
    replacement: `export function countsIn({ team, owner, acceptedAt: accepted, state }): SpendingOf[] {
  const acceptedAt = "settledAt" in state ? state.settledAt : accepted;
`,
    tryFirst: 29,
  },
  {
    name: "a save leaves the team's sums as they were",
    file: jobStore,
    search: "return { value: true, ...together({ puts: [put], deletes: [] }, sums) };",
    replacement: "return { value: true, puts: [put] };",
  },
  {
    name: "the team's sums change in a transaction of their own",
    file: jobStore,
    search: "return { value: true, ...together({ puts: [put], deletes: [] }, sums) };",
    replacement: `const later = bookingsOf(accountOf(before.job), job);
      rows.transact(reads, (now) => ({ value: null, ...book(now, later) })).catch(() => {});
      return { value: true, puts: [put] };`,
  },
  {
    name: "a manager approves what they asked for themselves",
    file: "src/commands/team/decide-approvals.ts",
    search: "if (ownerName(job.owner) === ownerName(command.owner) && !job.approval?.mayBeOwn)",
    replacement: "if (deps.prefix === null)",
    tryFirst: 6,
  },
  {
    name: "anybody decides about an approval",
    file: "src/commands/team/managers.ts",
    search: "if (!standing.isAdmin && !isNamed) return",
    replacement: "if (right === null) return",
    tryFirst: 5,
  },
  {
    name: "the second manager's word wins",
    file: waiting,
    search: `case "declined": {\n      if (!isAsked(state) || now >= state.until) return job;`,
    replacement: `case "declined": {`,
    tryFirst: 28,
  },
  {
    name: "an approval counts after its time",
    file: waiting,
    search: `case "approved": {\n      if (!isAsked(state) || now >= state.until) return job;`,
    replacement: `case "approved": {\n      if (!isAsked(state)) return job;`,
    tryFirst: 22,
  },
  {
    name: "a video that needs an approval begins without one",
    file: account,
    search: `return askAbove !== null && price > askAbove ? "ask_above" : null;`,
    replacement: "return null;",
  },
  {
    name: "a guest spends the team's credits",
    file: "src/core/team/rules.ts",
    search: `if (member.isGuest) return "guest";`,
    replacement: "",
  },
  {
    name: "a person's own key pays for a team's video",
    file: "src/core/team/team.ts",
    search: "return team ? holderOf(team) : owner;",
    replacement: "return owner;",
  },
  {
    name: "an approved video falls back to its person's key",
    file: "src/jobs/start/start.ts",
    search: "(await vault.get(payer));",
    replacement: "(await vault.get(job.owner)) ?? (await vault.get(payer));",
    tryFirst: 7,
  },
  {
    name: "a poll is made with the person's key",
    file: "src/jobs/poll/poll.ts",
    search: "const own = sealedKey === null ? null : vault.open(payer, sealedKey);",
    replacement: "const own = await vault.get(job.owner);",
    tryFirst: 7,
  },
  {
    name: "a paid call is made again although the account is empty",
    file: "src/core/job/submit-retry.ts",
    search: `if (refusal.kind !== "rate_limited") return null;`,
    replacement: `if (refusal.kind !== "rate_limited" && refusal.kind !== "no_credits") return null;`,
    tryFirst: 11,
  },
  {
    name: "a refused key pays on",
    file: "src/jobs/start/start.ts",
    search: "const isRefused = key && job.team ? await deps.managers.isRefused(job.team, key) : false;",
    replacement: "const isRefused = false;",
    tryFirst: 50,
  },
  {
    name: "a late no to a key that was replaced stops the present one",
    file: "src/jobs/notices/managers.ts",
    search: `if (!present?.equals(key) || (await refused.has(team, key))) return;
        // Nor does one about a call of before it was entered again.
        if (!(await refused.note(team, key, calledAt))) return;`,
    replacement: `if (!present || (await refused.has(team, present))) return;
        await refused.note(team, present, clock.now());`,
    tryFirst: 15,
  },
  {
    name: "the report counts as charged what nobody can tell",
    file: "src/messages/team/report.ts",
    search: "        charged,\n        refunded,",
    replacement: "        charged + unknown,\n        refunded,",
  },
  {
    name: "credits stay held for a video that has left the line",
    file: account,
    search: `return state.status === "accepted" || state.status === "submitting";`,
    replacement: `return state.status === "accepted" || state.status === "submitting" || ("outcome" in state && state.outcome.kind === "not_started" && state.outcome.why === "withdrawn");`,
    tryFirst: 6,
  },
  {
    name: "managers are asked once more after a crash",
    file: "src/jobs/notices/step-notice.ts",
    search: "await (isHarmless ? post(stored, job) : end(stored));",
    replacement: `await (isHarmless ? save(stored, { status: "due", dueAt: clock.now() }) : end(stored));`,
    tryFirst: 495,
  },
];
