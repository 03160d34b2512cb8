import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen, reply } from "../../../sandbox/src/http.ts";
import { startSandbox } from "../../../sandbox/src/sandbox.ts";
import type { DoctorDeps } from "../../../src/app/doctor/check.ts";
import { doctor } from "../../../src/app/doctor/examine.ts";
import { findUnreadable, machineDisk, machineRedis } from "../../../src/app/doctor/own-checks.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { startApp } from "../../../src/app.ts";
import { readConfig } from "../../../src/config.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { scopes } from "../../../src/frontends/slack/connect/slack-manifest.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";

type Machine = Omit<DoctorDeps, "config">;

/** Emulators, a folder, and the lines that a look at them brings. */
async function aWorld() {
  const sandbox = await startSandbox({ seedKeys: false });
  const root = mkdtempSync(join(tmpdir(), "reelay-doctor-"));
  onTestFinished(async () => {
    await sandbox.stop();
    rmSync(root, { recursive: true });
  });
  const dir = join(root, "data");
  const envFile = join(root, ".env");
  const env = { ...sandbox.env, DATA_DIR: dir, PORT: "0" };
  const machine: Machine = {
    clock: machineClock,
    fetchWhole: fetchWhole(machineClock),
    disk: machineDisk,
    envFile,
    lookAtRedis: machineRedis,
    findUnreadable,
    seeDecoder: async () => ({ kind: "ready" }),
  };
  const look = async (changed: Readonly<Record<string, string>> = {}, other: Partial<Machine> = {}) => {
    const { isWell, lines } = await doctor({ ...env, ...changed }, { ...machine, ...other });
    const text = lines.join("\n");
    for (const secret of [sandbox.discord.token, sandbox.slack.botToken, sandbox.slack.appToken])
      expect(text).not.toContain(secret);
    return { isWell, text };
  };
  return { sandbox, dir, envFile, env, look };
}

/** A server whose answer is always the same. */
async function aServer(status: number, body: unknown) {
  const server = await listen((_request, response) => reply(response, status, body));
  onTestFinished(() => server.close());
  return server.origin;
}

test("beside a running bot every line is ok, and the bot goes on", async () => {
  const { env, look } = await aWorld();
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.refusal.join());
  const app = await startApp(config.value, { clock: machineClock, chance: machineChance, log: keptLog() });
  if (!app.ok) throw new Error(app.refusal);
  onTestFinished(() => app.value.stop());
  await app.value.connected;
  const { text, isWell } = await look({ PUBLIC_URL: app.value.origin });
  expect(text.split("\n")).toEqual([
    "ok     Discord's token: Reelay (application 100000000000000001)",
    "ok     Discord's commands: /video and the others are registered",
    "ok     Slack's bot token: @reelay in reelay-sandbox",
    expect.stringMatching(/^ok {5}Slack's scopes: all of them/),
    expect.stringMatching(/^ok {5}Slack's manifest: .*\/video, .*\/video-team.*Paste what npm run manifest prints/),
    "ok     Slack's app token: it can open a socket",
    "ok     the video service: it answers, and asks for a key",
    "ok     this machine's clock: in sync with Discord",
    expect.stringMatching(/^ok {5}data folder: .+data, [\d.]+ GB free$/),
    "ok     file permissions: only you can read them",
    "ok     what is stored: all of it can be read",
    "ok     finished videos: they can be continued",
    `ok     the public address: ${app.value.origin} leads to Reelay`,
    "All is well.",
  ]);
  expect(isWell).toBe(true);
});

test.for<readonly [string, Readonly<Record<string, string>>, RegExp]>([
  [
    "a token that Discord refuses",
    { DISCORD_TOKEN: "no.such.one" },
    /WRONG {2}Discord's token: .*Copy the bot's token/,
  ],
  ["a token that Slack refuses", { SLACK_BOT_TOKEN: "xoxb-none" }, /WRONG {2}Slack's bot token: .*invalid_auth.*xoxb-/],
  ["an app token that Slack refuses", { SLACK_APP_TOKEN: "xapp-none" }, /WRONG {2}Slack's app token: .*Socket Mode/],
  [
    "a Redis that is not there",
    { REDIS_URL: "redis://127.0.0.1:1" },
    /WRONG {2}Redis: .*does not answer \(ECONNREFUSED\)/,
  ],
  [
    "a service that is not there",
    { VIDEO_API_URL: "http://127.0.0.1:1" },
    /WRONG {2}the video service: .*the connection was refused/,
  ],
  [
    "an address that leads nowhere",
    { PUBLIC_URL: "http://127.0.0.1:1" },
    /WRONG {2}the public address: .*Make sure that Reelay is running/,
  ],
])("%s is one wrong line with its cure", async ([, changed, words]) => {
  const { look } = await aWorld();
  const SECRET_KEYS = `a:${Buffer.alloc(32).toString("base64")}`;
  const { isWell, text } = await look({ ...changed, SECRET_KEYS });
  expect(text).toMatch(words);
  expect(isWell).toBe(false);
});

test("on Slack without an address from outside, the operator reads what people go without, and nothing is wrong", async () => {
  const { look } = await aWorld();
  expect((await look({ PUBLIC_URL: "" })).text).toMatch(
    /ok {5}the public address: PUBLIC_URL is not set, .*no Continue/,
  );
});

test("what answers and is something else is told apart, by what it says", async () => {
  const { look } = await aWorld();
  const page = await aServer(404, { code: 404 });
  const { text } = await look({ VIDEO_API_URL: page, PUBLIC_URL: page, SLACK_API_URL: page, DISCORD_API_URL: page });
  expect(text).toMatch(
    /WRONG {2}the video service: Something else answers there, not the video service \(status 404\)/,
  );
  expect(text).toMatch(/WRONG {2}the public address: .* does not lead to Reelay \(status 404\)/);
  expect(text).toMatch(/WRONG {2}Slack's bot token: The answer is not Slack's \(status 404\)/);
  expect(text).toMatch(/WRONG {2}Discord's token: .*Check DISCORD_API_URL/);
  const busy = await aServer(503, {});
  expect((await look({ VIDEO_API_URL: busy })).text).toMatch(
    /WRONG {2}the video service: .* has a problem \(status 503\)/,
  );
  const enveloped = await aServer(200, { code: 401 });
  const other = (await look({ VIDEO_API_URL: enveloped, PUBLIC_URL: enveloped })).text;
  expect(other).toContain("ok     the video service: it answers\n");
  expect(other).toMatch(/WRONG {2}the public address: .* does not lead to Reelay \(status 200\)/);
});

test("the sandbox grants what the manifest asks for, and a scope that is missing is named with what it is for", async () => {
  const { sandbox, look } = await aWorld();
  expect(Object.keys(scopes).filter((each) => !sandbox.slack.grants.scopes.has(each))).toEqual([]);
  expect((await look()).text).toContain("ok     Slack's scopes: all of them\n");
  sandbox.slack.grants.scopes.delete("groups:history");
  expect((await look()).text).toMatch(
    /ok {5}Slack's scopes: all that it needs, but not groups:history \(to do the same in private channels\)/,
  );
  sandbox.slack.grants.scopes.delete("files:write");
  expect((await look()).text).toMatch(
    /WRONG {2}Slack's scopes: Missing: files:write \(to put a video's file, and the frame that it begins with, beside its card\)\. Paste what npm run manifest/,
  );
});

test.for([
  [0, /ok {5}this machine's clock/],
  [50_000, /ok {5}this machine's clock/],
  [300_000, /WRONG {2}this machine's clock: It is (299|300|301) seconds ahead of Discord's/],
  [-120_000, /WRONG {2}this machine's clock: It is (119|120|121) seconds behind Discord's/],
] as const)("a clock that is %i ms off is told", async ([offMs, words]) => {
  const { look } = await aWorld();
  const clock = { ...machineClock, now: () => machineClock.now() + offMs };
  expect((await look({}, { clock })).text).toMatch(words);
});

test("a disk without room, and a folder that cannot be written, are told", async () => {
  const { look } = await aWorld();
  const full = { ...machineDisk, freeBytes: async () => 9_000_000 };
  expect((await look({}, { disk: full })).text).toMatch(/WRONG {2}data folder: .* has 9 MB free\. Free some space/);
  const shut = { ...machineDisk, isWritable: async () => false };
  expect((await look({}, { disk: shut })).text).toMatch(/WRONG {2}data folder: .* cannot be written/);
  expect((await look()).text).toMatch(/ok {5}data folder: .*data will be created at the first start/);
});

test("files that others may read are named, and how to shut them", async () => {
  const { dir, envFile, look } = await aWorld();
  mkdirSync(dir, { mode: 0o755 });
  const [keys, database] = [join(dir, "secret.keys"), join(dir, "reelay.db")];
  for (const file of [keys, database, envFile]) writeFileSync(file, "", { mode: 0o600 });
  expect((await look()).text).toContain("ok     file permissions: only you can read them");
  chmodSync(keys, 0o640);
  chmodSync(envFile, 0o604);
  expect((await look()).text).toContain(`Run: chmod 600 ${envFile} ${keys}\n`);
});

test("a Redis that may forget is wrong until that is accepted", async () => {
  const { look } = await aWorld();
  const env = { REDIS_URL: "redis://127.0.0.1:1", SECRET_KEYS: `a:${Buffer.alloc(32).toString("base64")}` };
  const lookAtRedis = async () => ({ kind: "may_lose" as const, detail: "appendonly is no" });
  expect((await look(env, { lookAtRedis })).text).toMatch(/WRONG {2}Redis: .*appendonly is no/);
  expect((await look({ ...env, REDIS_ACCEPT_LOSS: "1" }, { lookAtRedis })).text).toMatch(
    /ok {5}Redis: .*it may lose data/,
  );
  expect((await look(env, { lookAtRedis: async () => null })).text).toContain("ok     Redis: it answers, and keeps");
});

test("what does not answer is given up after ten seconds, and the others are told", async () => {
  const { look } = await aWorld();
  const clock = toldClock(Date.now());
  const env = { REDIS_URL: "redis://127.0.0.1:1", SECRET_KEYS: `a:${Buffer.alloc(32).toString("base64")}` };
  const looking = look(env, { clock, lookAtRedis: () => new Promise(() => {}) });
  await clock.advance(10_000);
  const { text } = await looking;
  expect(text).toContain("WRONG  Redis: No answer within 10 seconds.");
  expect(text).toContain("ok     Slack's bot token");
});

test("without an account there is nothing wrong, and what cannot be read is said at once", async () => {
  expect(await doctor({})).toEqual({ isWell: true, lines: [expect.stringContaining("npm run setup")] });
  const bad = await doctor({ DISCORD_TOKEN: "x", PORT: "many" });
  expect(bad).toEqual({ isWell: false, lines: [expect.stringMatching(/PORT must be(.|\n)*VIDEO_API_URL is missing/)] });
});
