import { writeSync } from "node:fs";
import { machineClock } from "../../src/core/clock.ts";
import type { Hold } from "../../src/core/engine.ts";
import type { Log } from "../../src/core/ports.ts";
import { connect } from "../../src/engines/redis-connection.ts";
import { redisScheduler } from "../../src/engines/redis-scheduler.ts";

// A process of its own for tests that kill it or make it stand still: `node child.js hangs|blocks REDIS_URL`. It prints a line an event.

const [, , how = "", url = ""] = process.argv;
// Written before it returns: a line that was not read is the parent's loss, not a lie.
const say = (line: string) => writeSync(1, `${line}\n`);
const log: Log = { debug() {}, info() {}, warn() {}, error() {} };
const BLOCKED_MS = 9_000;

const connected = await connect(url, log);
if (!connected.ok) throw new Error(connected.refusal.detail);
const scheduler = redisScheduler(connected.value, { clock: machineClock, log });
scheduler.start(how === "blocks" ? block : hang);

async function hang(): Promise<null> {
  say("begun");
  return new Promise(() => {});
}

/** Its event loop stands still, as one does that computes too long. */
async function block(_id: string, hold: Hold): Promise<number> {
  say("begun");
  await new Promise((resolve) => setTimeout(resolve, 200));
  say(`held ${hold.isHeld()}`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
  say(`then held ${hold.isHeld()}`);
  return Date.now() + 3_600_000;
}
