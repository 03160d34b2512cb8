import type { SandboxClock } from "../clock.ts";

/** The first moment an id can name. Source: Discord docs, reference "Snowflakes" (read 2026-11-21). */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Makes ids that sort by time; two of one millisecond still differ and keep their order. */
export function snowflakes(clock: SandboxClock): () => string {
  let last = 0n;
  return () => {
    const byTime = BigInt(Math.max(0, clock.now() - DISCORD_EPOCH_MS)) << 22n;
    last = byTime > last ? byTime : last + 1n;
    return String(last);
  };
}
