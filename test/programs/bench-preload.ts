import { monitorEventLoopDelay } from "node:perf_hooks";

// Preloaded into the bot: each second, writes the longest event loop delay to the log.

const RESOLUTION_MS = 5;
const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
turns.enable();
setInterval(() => {
  const ms = Math.max(0, turns.max / 1e6 - RESOLUTION_MS);
  turns.reset();
  process.stdout.write(`${JSON.stringify({ kind: "turn", ms, at: Date.now() })}\n`);
}, 1_000).unref();
