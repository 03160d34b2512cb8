import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, startSandbox } from "reelay-sandbox";
import { nothing, optionsOr } from "../app/program/program.ts";
import { slackFeatures } from "../app/program/registered-at-slack.ts";
import { stopSignal } from "../app/program/run-until-signal.ts";
import { describeProblems, isUnderNpm, readConfig, readEnvironment } from "../config.ts";

/** `npm run sandbox` runs the emulators and the page alone. Its output can be saved as a `.env` for a bot beside it. */
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
  const sandbox = await startSandbox({ prefix, drawsFilms: true, slackFeatures: slackFeatures(prefix) });
  const page = await listen(
    async (request, response) => {
      if (!(await sandbox.handle(request, response))) response.writeHead(404).end();
    },
    ...ports,
  ).catch(() => fail(`PORT ${ports[0]} is taken by another program. Stop that one, or set PORT to a free one.`));
  // Each sandbox has its own folder: the service would not know the tasks of an earlier sandbox's jobs.
  const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));

  const env = {
    ...sandbox.env,
    POLICY_URL: `${page.origin}/sandbox/policy/judge`,
    DATA_DIR: dir,
    PORT: String(await freePort(Number(new URL(page.origin).port) + 1)),
    ...(prefix === "video" ? {} : { COMMAND_PREFIX: prefix }),
  };
  const lines = [
    `# The sandbox is running. Its page: ${page.origin} — its ledger: ${page.origin}/sandbox/ledger`,
    `# The video service takes this API key alone: ${sandbox.video.key}`,
    "# These lines point a bot at it; save them as .env, or set them, and run npm start beside this. Ctrl+C stops it.",
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);

  await stopSignal(isUnderNpm(readEnvironment()));
  await page.close();
  await sandbox.stop();
  await rm(dir, { recursive: true, force: true });
  process.exit(0);
}

/** Returns `wanted`, or any other free port if that one is taken. */
async function freePort(wanted: number): Promise<number> {
  for (const port of [wanted, 0]) {
    const free = await new Promise<number | null>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(null));
      probe.listen(port, "127.0.0.1", () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" && address ? address.port : null));
      });
    });
    if (free !== null) return free;
  }
  return wanted;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
