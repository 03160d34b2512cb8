import type { ButtonAction } from "../../../src/core/button.ts";
import type { UserId } from "../../../src/core/job/ids.ts";
import { type Job, needsApproval } from "../../../src/core/job/job.ts";
import type { TeamBooks } from "./team-books.ts";
import type { TeamAct } from "./team-fate.ts";
import type { teamFront } from "./team-front.ts";

/** What people press, and about which video. */
export function teamHands(books: Pick<TeamBooks, "jobs">, does: ReturnType<typeof teamFront>["does"]) {
  const press = (by: UserId, action: ButtonAction, event: string) =>
    does(by, { kind: "press", on: { place: null, shows: true }, action }, event);

  /** About one of those that wait for an approval, or did: their buttons may stand there still. */
  async function decide(
    { kind, by, nth }: Extract<TeamAct, { kind: "approve" | "decline" | "withdraw" }>,
    event: string,
  ) {
    const asked = [...books.jobs.values()].filter(({ approval }) => approval);
    const waiting = asked.filter(needsApproval);
    const job = [...waiting, ...asked][nth % Math.max(1, waiting.length)];
    if (!job) return;
    if (kind === "decline") await does(by, { kind, jobId: job.id, note: "no" }, event);
    else await press(kind === "withdraw" && nth > 0 ? job.owner.userId : by, { kind, jobId: job.id }, event);
  }

  /** Withdraws the `nth` of those jobs, counted round and round; its own person presses where nobody else is named. */
  async function withdrawOne(
    some: (job: Job) => boolean,
    { by, nth }: { readonly by: UserId | null; readonly nth: number },
    event: string,
  ): Promise<void> {
    const found = [...books.jobs.values()].filter(some);
    const job = found[nth % Math.max(1, found.length)];
    if (job) await press(by ?? job.owner.userId, { kind: "withdraw", jobId: job.id }, event);
  }

  return { press, withdrawOne, decide };
}
