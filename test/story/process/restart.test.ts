import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../../src/app.ts";
import { linesOf } from "../../../src/cli/read-message.ts";
import { readConfig } from "../../../src/config.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { aBotsWorld, buildBot } from "./built-bot.ts";

test("after SIGKILL of the built bot and a restart, two running videos are delivered with one charge for each", async () => {
  const { sandbox, dir, env, connected, run } = await aBotsWorld();
  // As if setup had crashed between writing and renaming.
  writeFileSync(join(dir, ".env.0123abcd"), "DISCORD_TOKEN=x");
  const up = connected();
  const killed = run("start", [], env, "alone", dir);
  await up;
  expect(readdirSync(dir)).not.toContain(".env.0123abcd");
  await sandbox.discord.command("ada", "video", { prompt: "a boat" });
  await sandbox.slack.command("ada", "/video a boat");
  const isRunning = () => sandbox.journal.since(0).filter(({ kind }) => kind === "polled").length > 3;
  await sandbox.journal.find(isRunning);
  await sandbox.journal.find(() => sandbox.video.tasks().length === 2);
  killed.process.kill("SIGKILL");
  await killed.ended;

  // Restarted in this process, because another process takes a second of CPU time.
  const outside = { clock: machineClock, chance: machineChance, log: recordingLog() };
  const restarted = valueIn(await startApp(valueIn(readConfig(env)), outside));
  onTestFinished(() => restarted.stop());
  for (const { id } of sandbox.video.tasks()) sandbox.video.settle(id, "succeeded");
  const hasLink = (messages: readonly unknown[]) => messages.some((message) => /\.mp4/.test(linesOf(message).join()));
  await sandbox.journal.find(() => hasLink(sandbox.discord.messages("ada")) && hasLink(sandbox.slack.messages("ada")));
  expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
}, 90_000);

test("the built bot exits with code 1 and a message without a stack trace if environment variables are invalid", async () => {
  const { run } = await buildBot();
  const child = run("start", [], { SANDBOX: "off", PORT: "many" });
  expect(await child.ended).toBe(1);
  expect(child.stderr()).toMatch(/PORT must be a whole number[\s\S]*VIDEO_API_URL is missing/);
  expect(child.stderr()).not.toMatch(/\n\s+at /);
}, 60_000);
