import { Session } from "node:inspector/promises";
import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { machineOutside } from "../../src/app/outside.ts";
import { botInside } from "../../src/app/sandbox/bot-process.ts";
import { startSandboxed } from "../../src/app/sandbox/sandboxed.ts";
import { sleep } from "../../src/core/clock.ts";
import { handsOn } from "../story/hands.ts";
import { VIDEO_LINK } from "../story/seen.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run trace [-- --files]

Counts the files and functions of the bot that run for one /video on each platform, from the command to the final card.
Uses V8's precise coverage after a warm-up. --files lists them.`;

const PLATFORMS = ["discord", "slack"] as const;
type Platform = (typeof PLATFORMS)[number];

const TASK_MS = 2_500;
const WITHIN_MS = 30_000;
/** A compiled file of the bot itself, without the sandbox and the demo. */
const OWN_FILE = /\/programs\/src\/(?!app\/sandbox\/|cli\/)(.+)$/;

/** After the notification, the job is saved once more as closed. */
const SETTLE_MS = 1_000;
/** Kept films are swept 10 s after the start, which must not be counted. */
const SWEPT_MS = 11_000;

const { isVerbose } = optionsOr(USAGE, ([flag, ...more]) =>
  (flag === undefined || flag === "--files") && more.length === 0
    ? { isVerbose: flag === "--files" }
    : "The only option is --files.",
);
const outside = await machineOutside({ level: "error", format: undefined, destination: process.stderr });
const app = await startSandboxed({ PORT: "0", LOG_LEVEL: "error" }, () => botInside(outside), {
  log: outside.log,
  taskMs: TASK_MS,
});
if (!app.ok) throw new Error(app.refusal);
const { sandbox, connected, stop } = app.value;
await connected;
await sandbox.seeded();
await sleep(outside.clock, SWEPT_MS);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
for (const platform of PLATFORMS) {
  await makeVideo(sandbox, platform);
  await session.post("Profiler.takePreciseCoverage");
  await makeVideo(sandbox, platform);
  report(platform, (await session.post("Profiler.takePreciseCoverage")).result);
}
await stop();
process.exit(0);

/** Runs `/video` and waits for the final card and the notification. */
async function makeVideo(world: Sandbox, platform: Platform): Promise<void> {
  const after = world.journal.since(0).at(-1)?.seq ?? 0;
  const hands = handsOn(world, platform, { after, withinMs: WITHIN_MS });
  await hands.asks("ada", "a paper boat");
  await hands.reads("ada", VIDEO_LINK, /\d credits used/);
  await hands.isNotified("ada");
  await sleep(outside.clock, SETTLE_MS);
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

function report(platform: Platform, scripts: readonly Script[]): void {
  const files = scripts
    .map(({ url, functions }) => ({
      file: OWN_FILE.exec(url)?.[1],
      // A range that starts at 0 is the module itself, not a function.
      names: functions
        .filter(({ ranges: [whole] }) => whole?.startOffset && whole.count)
        .map((one) => one.functionName),
    }))
    .filter(({ file, names }) => file !== undefined && names.length > 0);
  const functions = files.reduce((sum, { names }) => sum + names.length, 0);
  process.stdout.write(`${platform}: ${files.length} files, ${functions} functions\n`);
  if (!isVerbose) return;
  for (const { file, names } of files.toSorted((one, other) => other.names.length - one.names.length))
    process.stdout.write(`  ${names.length} ${file}: ${names.map((name) => name || "(anonymous)").join(" ")}\n`);
}
