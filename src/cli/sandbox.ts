import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveAlone } from "#sandbox";
import { slackFeatures } from "../app/program/registered-at-slack.ts";
import { stopSignal } from "../app/program/run-until-signal.ts";
import { describeProblems, isUnderNpm, readConfig, readEnvironment } from "../config.ts";

export async function runSandbox(): Promise<void> {
  const config = readConfig({ ...readEnvironment(), SANDBOX: "on" });
  if (!config.ok) fail(describeProblems(config.refusal));
  const { ports, COMMAND_PREFIX: prefix } = config.value;
  // A new folder each time: a new sandbox's service would not know the tasks of earlier jobs.
  const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const more = { DATA_DIR: dir, ...(prefix === "video" ? {} : { COMMAND_PREFIX: prefix }) };
  const stop = await serveAlone(ports, { prefix, slackFeatures: slackFeatures(prefix) }, more).catch(() =>
    fail(`PORT ${ports[0]} is used by another program. Stop that program, or set PORT to a free port.`),
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
