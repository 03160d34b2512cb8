import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveAlone } from "reelay-sandbox";
import { nothing, optionsOr } from "../app/program/program.ts";
import { slackFeatures } from "../app/program/registered-at-slack.ts";
import { stopSignal } from "../app/program/run-until-signal.ts";
import { describeProblems, isUnderNpm, readConfig, readEnvironment } from "../config.ts";

const USAGE = `npm run sandbox

Starts the sandbox alone: stand-ins for Discord, Slack and the video service on this machine, and their page.
It prints the settings that point a bot at them. Ctrl+C stops it. npm start runs sandbox and bot together.

  PORT             where the page is; 3000, or the next free one
  COMMAND_PREFIX   video gives /video, /video-key, …`;

optionsOr(USAGE, nothing);
const config = readConfig({ ...readEnvironment(), SANDBOX: "on" });
if (!config.ok) fail(describeProblems(config.refusal));
else await run(config.value.ports, config.value.COMMAND_PREFIX);

async function run(ports: readonly number[], prefix: string): Promise<void> {
  // Each sandbox has its own folder: the service would not know the tasks of an earlier sandbox's jobs.
  const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const more = { DATA_DIR: dir, ...(prefix === "video" ? {} : { COMMAND_PREFIX: prefix }) };
  const stop = await serveAlone(ports, { prefix, slackFeatures: slackFeatures(prefix) }, more).catch(() =>
    fail(`PORT ${ports[0]} is taken by another program. Stop that one, or set PORT to a free one.`),
  );
  await stopSignal(isUnderNpm(readEnvironment()));
  await stop();
  await rm(dir, { recursive: true, force: true });
  process.exit(0);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
