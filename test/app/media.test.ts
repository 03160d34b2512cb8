import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../sandbox/src/sandbox.ts";
import { isDecoderInstalled } from "../../src/app/media.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { machineChance, machineClock } from "../../src/core/clock.ts";
import { keptLog } from "../fakes/kept-log.ts";

test("the bot is up while the decoder of films is still being tried out, and ends that when it stops", async () => {
  const dir = await mkdtemp(join(tmpdir(), "reelay-films-"));
  const filmProgram = join(dir, "silent.js");
  await writeFile(filmProgram, "setInterval(() => {}, 1_000)");
  const sandbox = await startSandbox({ seedKeys: false, prefix: "video" });
  onTestFinished(async () => {
    await sandbox.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const config = readConfig({ ...sandbox.env, SLACK_BOT_TOKEN: "", SLACK_APP_TOKEN: "", DATA_DIR: dir, PORT: "0" });
  if (!config.ok) throw new Error(config.refusal.join());
  const log = keptLog();
  const app = await startApp(config.value, {
    clock: machineClock,
    chance: machineChance,
    log,
    filmProgram,
  });
  if (!app.ok) throw new Error(app.refusal);
  await app.value.connected;
  await app.value.stop();
  expect(log.lines.filter(({ event }) => event === "films cannot be read")).toEqual([]);
});

test("whether a decoder is installed is known before it was tried out, and not where its program is missing", async () => {
  expect(isDecoderInstalled({ filmProgram: join(process.cwd(), "package.json") })).toBe(true);
  expect(isDecoderInstalled({ filmProgram: join(process.cwd(), "missing.js") })).toBe(false);
  expect(isDecoderInstalled({ filmProgram: join(tmpdir(), "child.js") })).toBe(false);
});
