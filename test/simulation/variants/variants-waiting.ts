import type { Variant } from "./variants.ts";

const delivery = "src/core/job/advance-delivery.ts";
const finalWord = "src/core/job/after-final-word.ts";
const outbox = "src/jobs/deliver/outbox.ts";

/** Mistakes with others who want to be told, with a new key, with the deadline, with a clock that is set, and with a notification that goes before its card. */
export const WAITING: readonly Variant[] = [
  {
    name: "who wants to be told is forgotten where the card was deleted",
    file: outbox,
    search: "const people = [job.reply.userId, ...job.notify];",
    replacement: "const people = [job.reply.userId];",
    tryFirst: 1575,
  },
  {
    name: "who wants to be told is forgotten where the video was refused",
    file: delivery,
    search: `return job.notify.length === 0 ? close(job, state.outcome, true, now)`,
    replacement: "return job.id !== null ? close(job, state.outcome, true, now)",
    tryFirst: 4289,
  },
  {
    name: "who wants to be told is called again with the second saying of the final word",
    file: outbox,
    search: `case "done":\n      return "everybody";`,
    replacement: `case "done":\n      return "owner";`,
    tryFirst: 105,
  },
  {
    name: "a press while the paid call is on its way loses its answer",
    file: "src/jobs/start/pay.ts",
    search: "?? (await applyTo(deps, job.id, event)) ?? intent",
    replacement: "?? intent",
    tryFirst: 105,
  },
  {
    name: "a new key wakes nobody",
    file: "src/core/job/advance-poll.ts",
    search: `if (state.waitingFor !== "key") return job;`,
    replacement: "if (state.waitingFor !== null) return job;",
    tryFirst: 36,
  },
  {
    name: "a task is polled hourly after its deadline",
    file: "src/core/pace/pace.ts",
    search: "return overdueMs < OVERDUE_FOR_LONG_MS ? POLL_OVERDUE_MS : POLL_OVERDUE_FOR_LONG_MS;",
    replacement: "return 3_600_000;",
  },
  {
    name: "a clock that was set back is waited for until it has caught up",
    file: "src/core/job/clock-set-back.ts",
    search: "return latestTime(job) > now + AHEAD_MS;",
    replacement: "return latestTime(job) < 0;",
    tryFirst: 5508,
  },
  {
    name: "a notification that goes before its card leaves the card as it was",
    file: delivery,
    search: "return state.isCardDue ? awaitCard(job, state, true, now) : afterFinalWord(job, state, now);",
    replacement: "return afterFinalWord(job, state, now);",
    tryFirst: "succeeds on Slack; rate limited for long at show Making the video #1",
  },
  {
    name: "a notification that goes before its card rings once more after it",
    file: finalWord,
    search: `({ newMessage: "done", isCardDue: true } as const)`,
    replacement: `({ newMessage: "impossible" } as const)`,
    tryFirst: "succeeds on Slack; rate limited for long at show Making the video #1",
  },
];
