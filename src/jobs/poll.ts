import type { Job, Running } from "../core/job.ts";
import { backoffMs, pollGapMs } from "../core/pace.ts";
import type { PollRefusal, StoredJob, Task } from "../core/ports.ts";
import { type Result, refuse } from "../core/result.ts";
import type { Secret } from "../core/secret.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";
import { pollGuard } from "./poll-guard.ts";

/** Asks the service once how the task is. */
export type Poll = (stored: StoredJob, state: Running) => Promise<void>;

export function polling(deps: JobDeps): Poll {
  const { clock, chance, video, meter, log } = deps;
  const guard = pollGuard(clock);

  return async (stored, state) => {
    const { job } = stored;
    const awayMs = guard.service.waitMs(clock.now());
    if (awayMs > 0) {
      // Spread: all of them come back for one probe.
      const waitMs = Math.ceil(awayMs + chance.fraction() * pollGapMs(clock.now() - state.since, deps.pace));
      await apply(deps, stored, { kind: "poll_held", because: "service", waitMs });
      return;
    }
    const keys = await keysOf(deps, job);
    const waits = keys.map(({ key }) => guard.keyWaitMs(job.owner, key));
    const usable = keys.filter((_, index) => waits[index] === 0);
    if (keys.length > 0 && usable.length === 0) {
      await apply(deps, stored, { kind: "poll_held", because: "key", waitMs: Math.min(...waits) });
      return;
    }

    const answer = await ask(usable, (key) => guard.watch(job.owner, key, () => video.poll(key, state.taskId)));
    meter.polled(answer.ok ? answer.value.status : answer.refusal.kind);
    if (answer.ok) {
      await apply(deps, stored, { kind: "polled", task: answer.value });
      return;
    }
    log.info("poll refused", { job: job.id, refusal: answer.refusal.kind });
    // Sooner than its time only a tenth of all polls may be repeated.
    const gapMs = pollGapMs(clock.now() - state.since, deps.pace);
    const isEarly = backoffMs(state.misses + 1, gapMs, 1) < gapMs;
    const waitMs = isEarly && !guard.mayHurry() ? gapMs : 0;
    await apply(deps, stored, { kind: "poll_refused", refusal: answer.refusal, waitMs });
  };
}

interface PollKey {
  readonly key: Secret;
  /** The one the task was begun with. */
  readonly isOwn: boolean;
}

/** A task belongs to the account whose key began it; the person's present key is tried where that one is refused. */
async function keysOf({ vault }: JobDeps, { owner, sealedKey }: Job): Promise<readonly PollKey[]> {
  const own = sealedKey === null ? null : vault.open(owner, sealedKey);
  const present = await vault.get(owner);
  const isSame = own !== null && present?.equals(own);
  return [...(own ? [{ key: own, isOwn: true }] : []), ...(present && !isSame ? [{ key: present, isOwn: false }] : [])];
}

type Answer = Result<Task, PollRefusal>;

async function ask(keys: readonly PollKey[], pollWith: (key: Secret) => Promise<Answer>): Promise<Answer> {
  let answer: Answer = refuse({ kind: keys.length === 0 ? "no_key" : "bad_key" });
  for (const { key, isOwn } of keys) {
    const next = await pollWith(key);
    // Another account does not know this task: that says nothing about the task itself.
    const isForeign = !isOwn && !next.ok && next.refusal.kind === "unknown_task";
    if (!isForeign) answer = next;
    if (next.ok || (next.refusal.kind !== "bad_key" && next.refusal.kind !== "no_key")) return answer;
  }
  return answer;
}
