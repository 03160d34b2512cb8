import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { botInside } from "../../../src/app/sandbox/bot-process.ts";
import { startSandboxed } from "../../../src/app/sandbox/sandboxed.ts";
import { variableNames } from "../../../src/config/variables.ts";
import { type Environment, readConfig, sandboxEnvironment } from "../../../src/config.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { inFolder } from "../../engines/in-folder.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { listener } from "../../images/world.ts";

const inside = () => botInside({ clock: machineClock, chance: machineChance, log: recordingLog() });
const start = (environment: Environment) => startSandboxed(environment, inside, { log: recordingLog() });

const botState = z.object({ bot: z.object({ about: z.string() }) });

async function sandboxIn(environment: Environment) {
  const app = valueIn(await start(environment));
  onTestFinished(() => app.stop());
  expect(await app.connected).toEqual({ ok: true, value: null });
  return app;
}

/** A real bot's environment with every setting. Each URL leads to `port`. */
function ofARealBot(port: number, dir: string): Environment {
  const origin = `http://127.0.0.1:${port}`;
  const real: Record<string, string> = {
    ...{ VIDEO_API_URL: origin, DISCORD_API_URL: origin, SLACK_API_URL: origin, PUBLIC_URL: origin },
    ...{ TRUSTED_ORIGINS: origin, HOST: "0.0.0.0", DATA_DIR: join(dir, "data"), ROLE: "worker" },
    ...{ DISCORD_TOKEN: "real.discord.token", DISCORD_SHARDS: "7-7/8", SLACK_BOT_TOKEN: "xoxb-real" },
    ...{ SLACK_APP_TOKEN: "xapp-real", SLACK_SIGNING_SECRET: "real-signing-secret", SLACK_CLIENT_ID: "1.2" },
    ...{ SLACK_CLIENT_SECRET: "real-client-secret", SLACK_STATE_SECRET: "real-state-secret-0123" },
    ...{ REDIS_URL: `redis://127.0.0.1:${port}`, REDIS_ACCEPT_LOSS: "1", ALLOWED_GUILDS: "1", ALLOWED_TEAMS: "T1" },
    ...{ ALLOWED_CHANNELS: "C1", ALLOWED_ROLES: "R1", BLOCKED_USERS: "ada" },
    SECRET_KEYS: `real:${Buffer.alloc(32).toString("base64")}`,
  };
  const asIs = Object.fromEntries(variableNames.flatMap((name) => (name in real ? [] : [[name, undefined]])));
  return { ...asIs, ...real, SANDBOX: "on", PORT: "0", NODE_ENV: "production" };
}

test.for<readonly [string, (real: Environment) => Environment]>([
  [
    "settings REDIS_URL, REDIS_ACCEPT_LOSS and ROLE",
    ({ SANDBOX, PORT, REDIS_URL, REDIS_ACCEPT_LOSS, ROLE }) => ({ SANDBOX, PORT, REDIS_URL, REDIS_ACCEPT_LOSS, ROLE }),
  ],
  ["entire environment", (real) => real],
])("the sandbox's bot ignores a real bot's %s", { timeout: 30_000 }, ([, part]) =>
  inFolder(async (dir) => {
    const real = await listener();
    const { origin, platforms, sandbox } = await sandboxIn(part(ofARealBot(real.port, dir)));
    expect(platforms).toEqual(["Discord", "Slack"]);
    expect(new URL(origin).hostname).toBe("127.0.0.1");
    await sandbox.seeded();
    await sandbox.discord.command("ada", "video", { prompt: "a boat" });
    await sandbox.slack.command("ada", "/video a boat");
    if (sandbox.video.tasks().length < 2) await sandbox.journal.find(() => sandbox.video.tasks().length === 2);
    expect(real.connections()).toBe(0);
    expect(readdirSync(dir)).toEqual([]);
  }),
);

test("only settings on the list of harmless settings are passed to the sandbox", () => {
  const everything = Object.fromEntries([...variableNames, "A_NEW_VARIABLE", "NODE_ENV"].map((name) => [name, "x"]));
  const harmless = `ATTACH_VIDEOS COMMANDS_PER_MINUTE COMMAND_PREFIX FILMS_MAX_GB JOB_DEADLINE_MS KEEP_VIDEOS_DAYS LOG_FORMAT LOG_LEVEL
    MAX_JOBS_PER_USER MAX_JOBS_PER_WORKSPACE MAX_WAITING_PER_USER POLL_MIN_MS PORT RETENTION_DAYS
    VIDEO_IDEMPOTENCY_HEADER VIDEO_IDEMPOTENCY_HOURS VIDEO_PRICES`;
  expect(Object.keys(sandboxEnvironment(everything)).toSorted()).toEqual(harmless.split(/\s+/));
});

test("in a sandbox with COMMAND_PREFIX=film, the command /film makes a video", async () => {
  const { sandbox } = await sandboxIn({ PORT: "0", COMMAND_PREFIX: "film", MAX_JOBS_PER_USER: "1" });
  await sandbox.seeded();
  await sandbox.discord.command("ada", "film", { prompt: "a boat" });
  await sandbox.journal.find(() => sandbox.video.tasks().length === 1);
});

test("the sandbox's page shows how long the sandbox's bot keeps videos", async () => {
  expect(valueIn(readConfig({ SANDBOX: "on" })).KEEP_VIDEOS_DAYS).toBe(0);
  const aboutIn = async (environment: Environment) => {
    const { origin } = await sandboxIn({ PORT: "0", ...environment });
    return botState.parse(await (await fetch(`${origin}/sandbox/state`)).json()).bot.about;
  };
  expect(await aboutIn({})).toMatch(/^This bot keeps videos for 30 days .*A new installation keeps none/);
  expect(await aboutIn({ KEEP_VIDEOS_DAYS: "0" })).toMatch(/^This bot keeps no videos /);
});

test("a sandbox whose port is in use does not start, and the error names the port", async () => {
  const { origin } = await sandboxIn({ PORT: "0" });
  const second = await start({ PORT: new URL(origin).port });
  expect(second.ok ? "" : second.refusal).toContain(new URL(origin).port);
});
