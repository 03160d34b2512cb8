import { Breaker } from "../core/budget/breaker.ts";
import type { Clock, EpochMs } from "../core/clock.ts";
import { usualGapMs } from "../core/job/due.ts";
import { type Owner, ownerName } from "../core/job/ids.ts";
import { type Job, outcomeOf, type Running } from "../core/job/job.ts";
import type { PollRefusal, StoredJob, Task } from "../core/ports.ts";
import { type Result, refuse } from "../core/result.ts";
import { payerOf } from "../core/team/team.ts";
import type { Secret } from "../core/text/secret.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

/** Polls the service once for the task. Returns the job as it is afterwards, or null where another save came first. */
export type Poll = (stored: StoredJob, state: Running) => Promise<StoredJob | null>;

/** A service that is down for long is asked once a minute. */
const PROBE_MAX_MS = 60_000;

export function poller(deps: JobDeps): Poll {
  const { clock, chance, meter, log, health } = deps;
  const service = new Breaker(PROBE_MAX_MS);
  const refused = refusedPollKeys(clock);
  meter.watch({ breakers: () => ({ video_service: service.isOpen }) });

  return async (stored, state) => {
    const { job } = stored;
    const lateMs = Math.max(0, clock.now() - (job.dueAt ?? clock.now()));
    const asked = await ask(deps, { service, refused, job }, state);
    if ("heldMs" in asked) {
      const { because } = asked;
      // Spread: all that wait for the service come back for one probe.
      const spreadMs = because === "service" ? chance.fraction() * usualGapMs(state, clock.now(), deps.pace) : 0;
      return apply(deps, stored, { kind: "poll_held", because, waitMs: Math.ceil(asked.heldMs + spreadMs) });
    }
    if (service.isOpen) health.away();
    meter.polled(asked.ok ? asked.value.status : asked.refusal.kind, lateMs);
    if (!asked.ok) {
      log.info("poll refused", { job: job.id, refusal: asked.refusal.kind });
      return apply(deps, stored, { kind: "poll_refused", refusal: asked.refusal });
    }
    const after = await apply(deps, stored, { kind: "polled", task: asked.value });
    const outcome = after && outcomeOf(after.job)?.kind;
    if (outcome === "succeeded" || outcome === "failed")
      health.ended(job, { tookMs: clock.now() - state.since, isGood: outcome === "succeeded" });
    return after;
  };
}

type Polled = Result<Task, PollRefusal>;
/** The service was not asked: it is down, or it refused this key a moment ago. */
interface Held {
  readonly because: "service" | "key";
  readonly heldMs: number;
}

async function ask(
  { clock, vault, video, managers }: JobDeps,
  { service, refused, job }: { readonly service: Breaker; readonly refused: RefusedPollKeys; readonly job: Job },
  { taskId, keyRenewedAt }: Running,
): Promise<Polled | Held> {
  const payer = payerOf(job);
  let asked: Polled | Held = refuse({ kind: "no_key" });
  for await (const { key, isOwn } of keysOf({ vault }, job)) {
    const calledAt = clock.now();
    const awayMs = service.waitMs(calledAt);
    if (awayMs > 0) return { because: "service", heldMs: awayMs };
    const keyMs = refused.turnMs(payer, key, keyRenewedAt);
    if (keyMs > 0) {
      asked = { because: "key", heldMs: keyMs };
      continue;
    }
    service.began(calledAt);
    const answer = await video.poll(key, taskId);
    const kind = answer.ok ? null : answer.refusal.kind;
    service.note(kind === "unavailable", clock.now());
    refused.note(payer, key, !answer.ok && isKeyRefused(answer.refusal));
    if (job.team && kind === "bad_key") await managers.keyRefused(job.team, key, calledAt);
    // Another account does not know this task: that says nothing about the task itself.
    if (!isOwn && kind === "unknown_task") continue;
    asked = answer;
    if (answer.ok || !isKeyRefused(answer.refusal)) break;
  }
  return asked;
}

/** Returns true for a refusal of the key, which says nothing about the task: another key of the same person may be tried. */
export function isKeyRefused({ kind }: PollRefusal): boolean {
  return kind === "bad_key" || kind === "no_key" || kind === "no_credits";
}

/**
 * Yields the keys for a task, which belongs to the account whose key began it. Where that key is refused, its payer's
 * present one follows.
 */
export async function* keysOf(
  { vault }: Pick<JobDeps, "vault">,
  job: Job,
): AsyncGenerator<{ readonly key: Secret; readonly isOwn: boolean }, void> {
  const { sealedKey } = job;
  const payer = payerOf(job);
  const own = sealedKey === null ? null : vault.open(payer, sealedKey);
  if (own) yield { key: own, isOwn: true };
  const present = await vault.get(payer);
  if (present && !(own && present.equals(own))) yield { key: present, isOwn: false };
}

/** The keys that a poll found refused: one poll a minute is made with each, for all its jobs together. */
interface RefusedPollKeys {
  /**
   * Returns the milliseconds until that key is worth another try; 0: now, and its other jobs wait for the result. Refusals
   * from before `since` do not count.
   */
  turnMs(owner: Owner, key: Secret, since?: EpochMs): number;
  note(owner: Owner, key: Secret, isRefused: boolean): void;
}

const REFUSED_KEY_MS = 60_000;
/** At most this many people's refused keys are remembered; forgetting one costs a poll. */
const PEOPLE_MOST = 10_000;

interface RefusedKey {
  readonly key: Secret;
  readonly refusedAt: EpochMs;
  retryAt: EpochMs;
}

function refusedPollKeys(clock: Clock): RefusedPollKeys {
  const refused = new Map<string, readonly RefusedKey[]>();

  return {
    turnMs(owner, key, since = 0) {
      const refusedKey = refused.get(ownerName(owner))?.find((one) => one.key.equals(key));
      if (!refusedKey) return 0;
      const waitMs = refusedKey.retryAt - clock.now();
      // Further ahead than any wait: the clock was set back.
      if (refusedKey.refusedAt >= since && waitMs > 0 && waitMs <= REFUSED_KEY_MS) return waitMs;
      refusedKey.retryAt = clock.now() + REFUSED_KEY_MS;
      return 0;
    },
    note(owner, key, isRefused) {
      const name = ownerName(owner);
      const now = clock.now();
      const others = (refused.get(name) ?? []).filter((one) => !one.key.equals(key) && one.retryAt > now);
      const all = isRefused ? [...others, { key, refusedAt: now, retryAt: now + REFUSED_KEY_MS }] : others;
      // Inserted anew, so that the latest person is last.
      refused.delete(name);
      if (all.length > 0) refused.set(name, all);
      const [oldest] = refused.keys();
      if (refused.size > PEOPLE_MOST && oldest !== undefined) refused.delete(oldest);
    },
  };
}
