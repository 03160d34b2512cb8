import type Keyv from "keyv";
import type { Clock } from "../../core/clock.ts";
import type { ServiceHealth } from "../../core/health/health.ts";
import { conditionOf, nextLeaveAt, noted, unseen } from "../../core/health/seen.ts";
import type { Digest, Sign } from "../../core/health/sign.ts";
import { ownerName } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Running } from "../../core/job/running.ts";
import { type Experience, KINDS, kindOf } from "../../core/pace/experience.ts";
import type { TaskLife } from "../../core/pace/hazards.ts";
import type { Log } from "../../core/ports.ts";
import type { ServiceSigns } from "../../core/shared.ts";
import { payerOf } from "../../core/team/team.ts";
import type { ApiRefusal } from "../../core/video-service.ts";
import { readSeen, readSign } from "./kept-signs.ts";
import { runningAges } from "./running-ages.ts";

/** The service's health, and what jobs tell of it on their way. Nothing is asked of the service for it. */
export interface WatchedHealth extends ServiceHealth {
  /** A job's paid call was answered, or was not; null: it got a task. */
  called(job: Job, refusal: ApiRefusal | null): void;
  /** A job was found running. */
  looked(job: Job, state: Running): void;
  ended(job: Job, life: TaskLife): void;
  /** Polls are kept away from the service. */
  away(): void;
}

/** It is kept so long after a sign, with all that came meanwhile. */
const KEEP_AFTER_MS = 5_000;
/** Older than this, what was kept says nothing. */
const KEPT_MS = 1_800_000;
const KEPT_AS = "seen";
/** That polls are kept away is told so often. */
const AWAY_EVERY_MS = 10_000;

export function serviceHealth({
  signs,
  keyv,
  digest,
  experienceOf,
  clock,
  log,
}: {
  readonly signs: ServiceSigns;
  readonly keyv: Keyv;
  readonly digest: (text: string) => Digest;
  readonly experienceOf: (request: Job["request"]) => Pick<Experience, "slowAfterMs">;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const ages = runningAges(clock, experienceOf);
  const hearers = new Set<() => void>();
  let seen = unseen(clock.now());
  let grades = gradesNow();
  let awayAt = Number.NEGATIVE_INFINITY;
  let cancelLeave = () => {};
  let cancelKeep: (() => void) | null = null;

  function gradesNow(): string {
    return KINDS.map((kind) => conditionOf(seen, kind, clock.now()).grade).join();
  }

  function heard(sign: Sign): void {
    seen = noted(seen, sign, clock.now());
    look(sign.kind === "ended" && sign.isGood);
  }

  /** Tells of another grade, and comes back when the next one is left by itself. */
  function look(isNews: boolean): void {
    cancelLeave();
    const at = nextLeaveAt(seen);
    const now = clock.now();
    if (at !== null && at > now) cancelLeave = clock.after(at - now, () => look(false));
    const before = grades;
    grades = gradesNow();
    if (grades !== before) log.info("the video service's health has changed", { status: grades });
    if (isNews || grades !== before) for (const hear of hearers) hear();
  }

  function tell(sign: Sign): void {
    heard(sign);
    signs.tell(JSON.stringify(sign));
    cancelKeep ??= clock.after(KEEP_AFTER_MS, () => void keep());
  }

  async function keep(): Promise<void> {
    cancelKeep?.();
    cancelKeep = null;
    try {
      await keyv.set(KEPT_AS, seen, KEPT_MS);
    } catch (error) {
      log.warn("the video service's health was not kept", { error: String(error) });
    }
  }

  const health: WatchedHealth = {
    of: (kind) => conditionOf(seen, kind, clock.now()),
    onChange(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    called(job, refusal) {
      const payer = digest(ownerName(payerOf(job)));
      if (refusal === null) tell({ kind: "taken", payer });
      // What the service clearly refuses says nothing against it.
      else if (refusal.kind === "unavailable") tell({ kind: "unavailable", payer, prompt: digest(job.request.prompt) });
    },
    looked(job, state) {
      const ageMs = ages.looked(job, state);
      if (ageMs !== null) tell({ kind: "late", of: kindOf(job.request), ageMs: Math.round(ageMs) });
    },
    ended({ id, owner, request }, { endedMs, lastRunningMs, isFailed = false }) {
      ages.ended(id);
      const { slowAfterMs } = experienceOf(request);
      tell({
        kind: "ended",
        of: kindOf(request),
        isGood: !isFailed,
        // As far as it was watched: it may have ended long before a bot that was away found that.
        isLate: slowAfterMs !== null && lastRunningMs > slowAfterMs,
        tookMs: Math.max(0, Math.round(endedMs)),
        person: digest(ownerName(owner)),
        prompt: digest(request.prompt),
      });
    },
    away() {
      const now = clock.now();
      if (Math.abs(now - awayAt) < AWAY_EVERY_MS) return;
      awayAt = now;
      tell({ kind: "away" });
    },
  };

  return {
    health,
    /** Takes up what was seen before, and from now on what other processes see. */
    async begin(): Promise<void> {
      try {
        seen = readSeen(await keyv.get(KEPT_AS)) ?? seen;
      } catch (error) {
        log.warn("the video service's health was not read", { error: String(error) });
      }
      look(false);
      signs.hear((text) => {
        const sign = readSign(text);
        if (sign) heard(sign);
      });
    },
    /** Keeps what is not kept yet. */
    async stop(): Promise<void> {
      cancelLeave();
      if (cancelKeep) await keep();
    },
  };
}
