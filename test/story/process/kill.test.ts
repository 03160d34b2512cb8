import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { botProcess } from "../../../src/app/sandbox/bot-process.ts";
import { startSandboxed } from "../../../src/app/sandbox/sandboxed.ts";
import { machineNeeds, readEnvironment } from "../../../src/config.ts";
import { isFull } from "../../fakes/how-many.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { buildBot } from "./built-bot.ts";

/** The sandbox with its bot in a process of its own, connected; both tests act on it, for each bot takes a second to start. */
async function aSandbox() {
  const built = await buildBot();
  const main = join(built.dir, "dist/main.js");
  const started = await startSandboxed(
    { PORT: "0", POLL_MIN_MS: "40", LOG_LEVEL: "silent" },
    (dir) => botProcess({ main, dir, machine: machineNeeds(readEnvironment()) }),
    { log: recordingLog(), taskMs: 60_000 },
  );
  if (!started.ok) throw new Error(started.refusal);
  expect(await started.value.connected).toEqual({ ok: true, value: null });
  const { sandbox, origin } = started.value;
  await sandbox.seeded();
  const press = async (path: string): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    return (await fetch(`${origin}${path}`, { method: "POST", headers, body: "{}" })).json();
  };
  return { origin, press, now: () => started.value.sandbox, stop: started.value.stop };
}

let world: Awaited<ReturnType<typeof aSandbox>>;
beforeAll(async () => {
  world = await aSandbox();
}, 60_000);
afterAll(() => world.stop());

test.runIf(isFull)(
  "a bot that is killed in mid-video and started again by the page charges once and brings the video",
  {
    timeout: 60_000,
  },
  async () => {
    const { origin, press } = world;
    const sandbox = world.now();
    await sandbox.discord.command("ada", "video", { prompt: "a boat" });
    await sandbox.journal.find(({ kind }) => kind === "polled");

    expect(await press("/sandbox/bot/kill")).toEqual({ status: "running" });
    const { seq = 0 } = sandbox.journal.since(0).find(({ place, kind }) => place === "bot" && kind === "ended") ?? {};
    await sandbox.journal.find(({ kind }) => kind === "polled", { after: seq });

    const [task] = sandbox.video.tasks();
    sandbox.video.settle(task?.id ?? "", "succeeded");
    await sandbox.journal.find(() => JSON.stringify(sandbox.discord.messages("ada")).includes(".mp4"));
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    // What the bot itself serves is at the page's address.
    expect(await (await fetch(`${origin}/healthz`)).text()).toBe("ok\n");
  },
);

test.runIf(isFull)(
  "a reset puts a fresh world with a fresh bot in the place of the old ones, at the same address",
  {
    timeout: 60_000,
  },
  async () => {
    const { origin, press, now } = world;
    const sandbox = now();
    const before = sandbox.video.tasks().length;
    await sandbox.discord.command("ada", "video", { prompt: "a boat" });
    await sandbox.journal.find(() => sandbox.video.tasks().length > before);
    expect(await press("/sandbox/reset")).toEqual({});
    expect(now()).not.toBe(sandbox);
    expect(await (await fetch(`${origin}/sandbox/ledger`)).json()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
    await now().seeded();
    await now().discord.command("ada", "video", { prompt: "another boat" });
    await now().journal.find(({ kind }) => kind === "submitted");
  },
);
