import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { ServiceSigns } from "../core/engine.ts";
import { type Digest, noted, overAt, type ServiceHealth, type Sign, troubleNow, unseen } from "../core/health.ts";
import { ownerName } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import { payerOf } from "../core/team/team.ts";
import type { Log } from "../core/text/log-fields.ts";
import { parseJson } from "../core/text/parse-json.ts";
import type { ApiRefusal } from "../core/video-service.ts";

/** Derived from what jobs report. No health request is sent to the service. */
export interface WatchedHealth extends ServiceHealth {
  called(job: Job, refusal: ApiRefusal | null): void;
  ended(job: Job, task: { readonly tookMs: number; readonly isGood: boolean }): void;
  away(): void;
}

/** Counted from the first unsaved sign. */
const SAVE_AFTER_MS = 5_000;
const SAVED_MS = 1_800_000;
const SAVED_AS = "seen";
const AWAY_EVERY_MS = 10_000;

const time = z.int().min(0);
const attempt = { isGood: z.boolean(), by: z.string().max(64), prompt: z.string().max(64) };
const attempts = z.array(z.object({ ...attempt, at: time })).max(20);

const signShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("call"), ...attempt }),
  z.object({ kind: z.literal("end"), ...attempt, tookMs: time }),
  z.object({ kind: z.literal("away") }),
]);

const seenShape = z.object({
  at: time,
  calls: attempts,
  ends: attempts,
  trouble: z.object({ kind: z.enum(["down", "failing"]), lastAt: time, goodEnds: time }).nullable(),
});

export function serviceHealth({
  signs,
  keyv,
  digest,
  clock,
  log,
}: {
  readonly signs: ServiceSigns;
  readonly keyv: Keyv;
  readonly digest: (text: string) => Digest;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const listeners = new Set<() => void>();
  let seen = unseen(clock.now());
  let status = "no trouble";
  let awayAt = Number.NEGATIVE_INFINITY;
  let cancelOver: (() => void) | null = null;
  let cancelSave: (() => void) | null = null;

  function record(sign: Sign): void {
    seen = noted(seen, sign, clock.now());
    compare();
  }

  /** Schedules itself for when the trouble expires. */
  function compare(): void {
    cancelOver?.();
    const at = overAt(seen);
    const now = clock.now();
    if (at !== null && at > now) cancelOver = clock.after(at - now, compare);
    const before = status;
    status = troubleNow(seen, now)?.kind ?? "no trouble";
    if (status === before) return;
    log.info("the video service's health has changed", { status });
    for (const listener of listeners) listener();
  }

  function report(sign: Sign): void {
    record(sign);
    signs.publish(JSON.stringify(sign));
    cancelSave ??= clock.after(SAVE_AFTER_MS, () => void save());
  }

  async function save(): Promise<void> {
    cancelSave?.();
    cancelSave = null;
    try {
      await keyv.set(SAVED_AS, seen, SAVED_MS);
    } catch (error) {
      log.warn("the video service's health was not saved", { error: String(error) });
    }
  }

  const health: WatchedHealth = {
    trouble: () => troubleNow(seen, clock.now()),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    called(job, refusal) {
      // A clear refusal is not a sign of trouble.
      if (refusal && refusal.kind !== "unavailable") return;
      const by = digest(ownerName(payerOf(job)));
      report({ kind: "call", isGood: refusal === null, by, prompt: digest(job.request.prompt) });
    },
    ended({ owner, request }, task) {
      const tookMs = Math.max(0, Math.round(task.tookMs));
      report({
        kind: "end",
        isGood: task.isGood,
        by: digest(ownerName(owner)),
        prompt: digest(request.prompt),
        tookMs,
      });
    },
    away() {
      const now = clock.now();
      if (Math.abs(now - awayAt) < AWAY_EVERY_MS) return;
      awayAt = now;
      report({ kind: "away" });
    },
  };

  return {
    health,
    async begin(): Promise<void> {
      try {
        seen = seenShape.safeParse(await keyv.get(SAVED_AS)).data ?? seen;
      } catch (error) {
        log.warn("the video service's health was not read", { error: String(error) });
      }
      compare();
      signs.subscribe((text) => {
        const sign = signFrom(text);
        if (sign) record(sign);
      });
    },
    async stop(): Promise<void> {
      cancelOver?.();
      if (cancelSave) await save();
    },
  };
}

/** Null: another version of the bot sent a sign that is unknown here. */
function signFrom(text: string): Sign | null {
  return signShape.safeParse(parseJson(text)).data ?? null;
}
