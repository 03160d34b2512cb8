import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into a bot before its own code: writes each second, among its log lines, the longest turn of its event loop.

const RESOLUTION_MS = 5;
const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
turns.enable();
setInterval(() => {
  const ms = Math.max(0, turns.max / 1e6 - RESOLUTION_MS);
  turns.reset();
  process.stdout.write(`${JSON.stringify({ kind: "turn", ms, at: Date.now() })}\n`);
}, 1_000).unref();
