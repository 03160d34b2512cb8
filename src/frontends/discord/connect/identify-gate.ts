import { Routes } from "discord.js";
import { z } from "zod";
import { type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import type { SharedLimits } from "../../../core/engine.ts";
import type { Result } from "../../../core/result.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { withRetries } from "../../../core/with-retries.ts";
import type { Api, ApiNo } from "../out/discord-api.ts";

export type Shards = "auto" | number | { readonly list: readonly number[]; readonly of: number };

/** IDENTIFYs kept in reserve for an operator who fixes the cause. */
const RESERVE = 20;
/** Source: Discord docs, events/gateway, rate limiting (read 2026-11-21). */
const IDENTIFY_GAP_MS = 5_000;
/** Added to each gap, because processes have different network delays. */
const WAY_MS = 250;
const TURN = "Discord: waiting for its turn to connect";
/** The pause before the third IDENTIFY in a row. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 300_000;
/** Two IDENTIFYs of a shard are in a row only if the second follows within this time. */
const HELD_MS = 600_000;
/** Checks a used-up budget this often, because it may have been reset. */
const ASK_AGAIN_MS = 3_600_000;

const answer = z.object({
  shards: z.int().min(1).catch(1),
  session_start_limit: z.object({
    remaining: z.int(),
    reset_after: z.number(),
    max_concurrency: z.int().min(1).catch(1),
  }),
});

export interface ShardOptions {
  readonly shards: Shards;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<SharedLimits, "take">;
}

export type IdentifyGate = ReturnType<typeof identifyGate>;

/**
 * Discord accepts 1,000 IDENTIFYs a day and then invalidates the bot's token. The library's retries would use them up
 * in 85 minutes. Source: Discord docs, events/gateway (read 2026-11-21).
 */
export function identifyGate(api: Pick<Api, "asBot">, { clock, log, shards, limits }: ShardOptions) {
  const ended = new AbortController();
  const inRow = new Map<number, { count: number; at: EpochMs }>();
  const keyFreeAt = new Map<number, EpochMs>();
  const waiting = new Map<number | "all", string>();
  let maxConcurrency = 1;
  let passedAt = clock.now();

  async function pause(who: number | "all", { ms, why }: { ms: number; why: string }, signal?: AbortSignal) {
    waiting.set(who, why);
    const either = signal ? AbortSignal.any([ended.signal, signal]) : ended.signal;
    await sleep(clock, ms, either);
    waiting.delete(who);
    passedAt = clock.now();
    // A stopped library must not continue.
    if (ended.signal.aborted) await never();
    signal?.throwIfAborted();
  }

  /**
   * Waits while fewer than `needed` IDENTIFYs are left. If the budget cannot be read, nothing waits, and only the
   * pauses protect it.
   */
  async function untilLeft(
    who: number | "all",
    needed: number | null,
    signal?: AbortSignal,
  ): Promise<Result<unknown, ApiNo>> {
    for (;;) {
      const asked = await api.asBot({ method: "GET", route: Routes.gatewayBot() });
      const read = answer.safeParse(asked.ok ? asked.value : null);
      if (!read.success) return asked;
      const { remaining, reset_after: resetMs, max_concurrency: concurrency } = read.data.session_start_limit;
      maxConcurrency = concurrency;
      if (remaining >= (needed ?? read.data.shards) + RESERVE) return asked;
      const until = new Date(clock.now() + resetMs).toISOString();
      log.error("discord connections used up, waiting", { remaining, until });
      const why = `Discord: waiting until ${until} to connect, only ${remaining} of today's connections are left`;
      await pause(who, { ms: Math.min(Math.max(IDENTIFY_GAP_MS, resetMs), ASK_AGAIN_MS), why }, signal);
    }
  }

  async function untilTurn(shardId: number, signal: AbortSignal): Promise<void> {
    const rateLimitKey = shardId % maxConcurrency;
    // A later turn means that the clock was set back.
    const latest = clock.now() + IDENTIFY_GAP_MS * (waiting.size + 1);
    const turnAt = Math.min(latest, Math.max(clock.now(), keyFreeAt.get(rateLimitKey) ?? 0));
    keyFreeAt.set(rateLimitKey, turnAt + IDENTIFY_GAP_MS);
    if (turnAt > clock.now()) await pause(shardId, { ms: turnAt - clock.now(), why: TURN }, signal);
    const bucket = { name: `identify:${rateLimitKey}`, burst: 1, everyMs: IDENTIFY_GAP_MS + WAY_MS };
    for (let ms = await limits.take(bucket, 0); ms > 0; ms = await limits.take(bucket, 0))
      await pause(shardId, { ms, why: TURN }, signal);
    keyFreeAt.set(rateLimitKey, Math.max(keyFreeAt.get(rateLimitKey) ?? 0, clock.now() + IDENTIFY_GAP_MS));
  }

  function pauseOf(shardId: number): number {
    const last = inRow.get(shardId);
    if (!last || clock.now() - last.at >= HELD_MS || last.count < 2) return 0;
    const wanted = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, last.count - 2));
    return Math.max(0, Math.min(wanted, last.at + wanted - clock.now()));
  }

  return {
    async untilEnough(): Promise<Result<unknown, ApiNo>> {
      const asked = await withRetries(clock, () => untilLeft("all", needed(shards)));
      if (ended.signal.aborted) await never();
      return asked;
    },
    /** Rejects only if `signal` aborts. */
    async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
      const pauseMs = pauseOf(shardId);
      if (pauseMs > 0) {
        log.warn("discord closes again and again, waiting", { shard: shardId, pauseMs });
        await pause(shardId, { ms: pauseMs, why: "Discord: closes the connection again and again" }, signal);
      }
      await untilLeft(shardId, 1, signal);
      await untilTurn(shardId, signal);
      signal.throwIfAborted();
      const last = inRow.get(shardId);
      const isAgain = last !== undefined && clock.now() - last.at < HELD_MS;
      inRow.set(shardId, { count: isAgain ? last.count + 1 : 1, at: clock.now() });
      passedAt = clock.now();
    },
    /** The current time while a shard is waiting. */
    lastPassAt: () => (waiting.size > 0 ? clock.now() : passedAt),
    trouble: () => [...waiting.values()][0] ?? null,
    /** After this, waiting shards never continue. */
    close: () => ended.abort(),
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}

function needed(shards: Shards): number | null {
  if (shards === "auto") return null;
  return typeof shards === "number" ? shards : shards.list.length;
}
