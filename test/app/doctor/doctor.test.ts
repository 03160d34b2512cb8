import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen, reply } from "../../../sandbox/src/http.ts";
import { startSandbox } from "../../../sandbox/src/sandbox.ts";
import type { DoctorDeps } from "../../../src/app/doctor/check.ts";
import { askAboutEndpoint, doctor, machineNetworkDeps } from "../../../src/app/doctor/examine.ts";
import { checkFilms, checkPictures, machineDisk, machineRedis } from "../../../src/app/doctor/own-checks.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { discordSpecs } from "../../../src/app/platforms.ts";
import { manifestOf } from "../../../src/app/program/registered-at-slack.ts";
import { startApp } from "../../../src/app.ts";
import { readConfig, readParts } from "../../../src/config.ts";
import type { ChildAnswer } from "../../../src/core/child-process.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { type DecoderSeen, findDecoder } from "../../../src/films/run-child.ts";
import { discordHttp } from "../../../src/frontends/discord/connect/discord-http.ts";
import { commandPayloads } from "../../../src/frontends/discord/connect/register-commands.ts";
import { scopes } from "../../../src/frontends/slack/connect/slack-manifest.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { knownEvents } from "../../fakes/known-events.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { s3Server } from "../../films/s3-server.ts";

type Machine = Omit<DoctorDeps, "config" | "slackConfigToken">;

/** Emulators, a folder, and the lines that the doctor prints about them. */
async function aWorld() {
  const sandbox = await startSandbox({ seedKeys: false });
  onTestFinished(() => sandbox.stop());
  const root = aFolder();
  const dir = join(root, "data");
  const envFile = join(root, ".env");
  const env = { ...sandbox.env, DATA_DIR: dir, PORT: "0" };
  const machine: Machine = {
    clock: machineClock,
    fetchWhole: fetchWhole(machineClock),
    disk: machineDisk,
    envFile,
    checkRedis: machineRedis,
    findDecoder: async () => ({ kind: "ready" }),
    findFitter: async () => ({ kind: "ready" }),
  };
  const runDoctor = async (changed: Readonly<Record<string, string>> = {}, other: Partial<Machine> = {}) => {
    const { isWell, lines } = await doctor({ ...env, ...changed }, { ...machine, ...other });
    const text = lines.join("\n");
    for (const secret of [sandbox.discord.token, sandbox.slack.botToken, sandbox.slack.appToken])
      expect(text).not.toContain(secret);
    return { isWell, text };
  };
  const report = (changed: Readonly<Record<string, string>> = {}) => doctor({ ...env, ...changed }, machine);
  /** The doctor's line about one thing, without PUBLIC_URL. */
  const line = async (about: string, changed: Readonly<Record<string, string>> = {}) =>
    (await runDoctor({ PUBLIC_URL: "", ...changed })).text.split("\n").find((each) => each.includes(`${about}: `)) ??
    "";
  return { sandbox, dir, envFile, env, runDoctor, line, report };
}

test("reelay doctor reports an unknown setting in .env as WRONG and suggests the similar setting", async () => {
  const { envFile, runDoctor } = await aWorld();
  writeFileSync(envFile, "ALLOWED_GUILD=1\n", { mode: 0o600 });
  const { isWell, text } = await runDoctor({ ALLOWED_GUILD: "1", PUBLIC_URL: "" });
  expect(isWell).toBe(false);
  expect(text).toContain("WRONG  ALLOWED_GUILD is not a Reelay setting. Did you mean ALLOWED_GUILDS?");
  const onSandbox = await runDoctor({ ALLOWED_GUILD: "1", SANDBOX: "on" });
  expect(onSandbox.isWell).toBe(false);
  expect(onSandbox.text).toMatch(/^WRONG {2}ALLOWED_GUILD is not/);
});

/** A server with these lines at /readyz. Returns its port. */
async function aReadyz(status: number, ...lines: readonly string[]) {
  const server = await listen((request, response) => {
    response.writeHead(request.url === "/readyz" ? status : 404).end(`${lines.join("\n")}\n`);
  });
  onTestFinished(() => server.close());
  return new URL(server.origin).port;
}

const serviceLine = "video service: no trouble seen";
const duplicateLine =
  "another process uses the same Discord token, last seen at 2026-11-28T10:00:00.000Z: stop one of the two";

test.for<readonly [string, string, string, number, readonly string[]]>([
  [
    "reports a running bot as “ok” if the bot is ready",
    "ok     the running Reelay: it is ready",
    "127.0.0.1",
    200,
    ["ready", serviceLine],
  ],
  [
    "reports a running bot as “ok” if the bot listens on every address",
    "ok     the running Reelay: it is ready",
    "0.0.0.0",
    200,
    ["ready", serviceLine],
  ],
  [
    "reports a running bot as “WRONG” if the bot is not ready",
    "WRONG  the running Reelay: It is not ready: Slack: not connected.",
    "127.0.0.1",
    503,
    ["Slack: not connected", serviceLine],
  ],
  [
    "reports a running bot as “WRONG” if another process uses the bot's token",
    `WRONG  the running Reelay: ${duplicateLine}. See docs/troubleshooting.md.`,
    "127.0.0.1",
    200,
    ["ready", duplicateLine, serviceLine],
  ],
  [
    "omits the line about a running bot if another program uses the bot's port",
    "",
    "127.0.0.1",
    200,
    ["another program"],
  ],
])("reelay doctor %s", async ([, expected, HOST, status, lines]) => {
  const { line } = await aWorld();
  expect(await line("the running Reelay", { HOST, PORT: await aReadyz(status, ...lines) })).toBe(expected);
});

test("reelay doctor omits the line about a running bot if no bot runs", async () => {
  const { line } = await aWorld();
  expect(await line("the running Reelay", { PORT: "1" })).toBe("");
});

/** A server that always gives this response. */
async function aServer(status: number, body: unknown) {
  const server = await listen((_request, response) => reply(response, status, body));
  onTestFinished(() => server.close());
  return server.origin;
}

test("all checks of reelay doctor are ok while a correctly configured bot runs", async () => {
  const { env, runDoctor } = await aWorld();
  const config = valueIn(readConfig(env));
  const app = valueIn(await startApp(config, { clock: machineClock, chance: machineChance, log: recordingLog() }));
  onTestFinished(() => app.stop());
  await app.connected;
  const { text, isWell } = await runDoctor({ PUBLIC_URL: app.origin });
  expect(text.split("\n")).toEqual([
    "ok     Discord's token: Reelay (application 100000000000000001)",
    "ok     Discord's commands: /video and the others are registered",
    "ok     Transport of Discord's commands: over the gateway",
    "ok     Mentions on Discord: received, in 1 server: Discord sends Reelay every message in its servers",
    "ok     this machine's clock: in sync with Discord",
    "ok     Slack's bot token: @reelay in reelay-sandbox",
    expect.stringMatching(/^ok {5}Slack's scopes: the token has every scope/),
    expect.stringMatching(/^ok {5}Slack's manifest: .*\/video, .*\/video-team.*Paste what npx reelay manifest prints/),
    "ok     Slack's app token: it can open a socket",
    "ok     the video service: it responds and requires an API key",
    expect.stringMatching(/^ok {5}data folder: .+data, [\d.]+ GB free$/),
    "ok     file permissions: only you can read them",
    expect.stringMatching(/^ok {5}prices: 480p-10s=95,.*no other price was charged in the last 7 days$/),
    "ok     stored data: every row can be read",
    "ok     finished videos: they can be continued",
    "ok     large pictures: they are converted",
    "ok     who may make videos: Discord: everybody where it is installed; Slack: everybody where it is installed",
    expect.stringMatching(/^ok {5}who runs this bot: /),
    `ok     the public address: ${app.origin} leads to Reelay`,
    "Everything is ok.",
  ]);
  expect(isWell).toBe(true);
});

const SECRET_KEYS = `a:${Buffer.alloc(32).toString("base64")}`;
const redis = { REDIS_URL: "redis://127.0.0.1:1", SECRET_KEYS };
const forgetful = { checkRedis: async () => ({ kind: "may_lose" as const, detail: "appendonly is no" }) };
const clockOff = (offMs: number) => ({ clock: { ...machineClock, now: () => machineClock.now() + offMs } });

const onDisk = (changed: Partial<typeof machineDisk>) => ({ disk: { ...machineDisk, ...changed } });
const away = "http://127.0.0.1:1";

const reported: readonly (readonly [string, Readonly<Record<string, string>>, Partial<Machine>, RegExp])[] = [
  ["Discord refuses the token", { DISCORD_TOKEN: "no.such.one" }, {}, /WRONG {2}Discord's token: .*Copy the bot's/],
  [
    "Slack refuses the bot token",
    { SLACK_BOT_TOKEN: "xoxb-none" },
    {},
    /WRONG {2}Slack's bot token: .*invalid_auth.*xoxb-/,
  ],
  ["Slack refuses the app token", { SLACK_APP_TOKEN: "xapp-none" }, {}, /WRONG {2}Slack's app token: .*Socket Mode/],
  ["Redis does not answer", redis, {}, /WRONG {2}Redis: .*does not answer \(ECONNREFUSED\)/],
  ["Redis may lose data", redis, forgetful, /WRONG {2}Redis: .*appendonly is no/],
  [
    "Redis may lose data and the operator accepts that",
    { ...redis, REDIS_ACCEPT_LOSS: "1" },
    forgetful,
    /ok {5}Redis: .*it may lose data/,
  ],
  [
    "Redis loses no data",
    redis,
    { checkRedis: async () => null },
    /ok {5}Redis: it responds and keeps every confirmed write$/m,
  ],
  [
    "Redis has enough replicas",
    { ...redis, REDIS_REPLICAS: "2" },
    { checkRedis: async (_url, replicas) => (replicas === 2 ? null : { kind: "replica", detail: "" }) },
    /ok {5}Redis: .*a write counts after 2 replicas have confirmed it \(on disk if Redis is 7\.2 or newer\)/,
  ],
  [
    "Redis has too few replicas",
    { ...redis, REDIS_REPLICAS: "1", REDIS_ACCEPT_LOSS: "1" },
    { checkRedis: async () => ({ kind: "few_replicas", detail: "0 of 1 replicas are connected" }) },
    /WRONG {2}Redis: .*0 of 1 replicas are connected.*REDIS_REPLICAS=0/,
  ],
  [
    "the video service refuses the connection",
    { VIDEO_API_URL: away },
    {},
    /AWAY {3}the video service: .*connection refused/,
  ],
  [
    "nothing answers at the public address",
    { PUBLIC_URL: away },
    {},
    /WRONG {2}the public address: .*Make sure that Reelay is running/,
  ],
  [
    "there is no public address",
    { PUBLIC_URL: "" },
    {},
    /ok {5}the public address: PUBLIC_URL is not set, .*Continue are not available/,
  ],
  ["the clock is 30 s off", {}, clockOff(30_000), /ok {5}this machine's clock/],
  [
    "the clock is 310 s ahead",
    {},
    clockOff(310_000),
    /WRONG {2}this machine's clock: It is 3\d\d seconds ahead of Discord's/,
  ],
  ["the clock is 120 s behind", {}, clockOff(-120_000), /WRONG {2}this machine's clock: It is 1[012]\d seconds behind/],
  [
    "the disk is almost full",
    {},
    onDisk({ freeBytes: async () => 9_000_000 }),
    /WRONG {2}data folder: .* has 9 MB free\. Free some space/,
  ],
  [
    "the data folder cannot be written",
    {},
    onDisk({ isWritable: async () => false }),
    /WRONG {2}data folder: .* cannot be written to\..*DATA_DIR/,
  ],
  ["there is no data folder yet", {}, {}, /ok {5}data folder: .*data will be created at the first start/],
];

test.for(
  reported.map(([label, changed, machine, words]) => {
    const [verdict = ""] = words.source.split(/[ {]/);
    return [verdict, label, changed, machine, words] as const;
  }),
)("reelay doctor reports “%s” if %s", async ([, , changed, machine, words]) => {
  const { runDoctor } = await aWorld();
  const { isWell, text } = await runDoctor(changed, machine);
  expect(text).toMatch(words);
  const head = words.source.slice(0, 2);
  for (const [trouble, end] of [
    ["WRONG", "One problem was found."],
    ["AWAY", "One check got no response."],
  ] as const) {
    const isReported = trouble.startsWith(head);
    expect(text.match(new RegExp(`^${trouble}`, "gm")) ?? []).toHaveLength(isReported ? 1 : 0);
    expect(text.endsWith(end)).toBe(isReported);
  }
  expect(isWell).toBe(head === "ok");
});

const ofDiscord = ["Discord's token", "Discord's commands", "Transport of Discord's commands", "Mentions on Discord"];

test.for([
  ["Discord", [...ofDiscord, "this machine's clock"]],
  ["Slack", ["Slack's bot token", "Slack's scopes", "Slack's manifest", "Slack's app token"]],
] as const)(
  "reelay doctor skips the other checks of an unreachable platform (platform: %s)",
  async ([name, unchecked]) => {
    const { runDoctor } = await aWorld();
    const variable = `${name.toUpperCase()}_API_URL`;
    const { isWell, text } = await runDoctor({ [variable]: away });
    expect(text).toContain(
      [
        `AWAY   ${name}: It cannot be reached (connection refused). Check the network and ${variable}.`,
        ...unchecked.map((about) => `-      ${about}: not checked`),
      ].join("\n"),
    );
    expect(text).toMatch(/\nOne check got no response\.$/);
    expect(isWell).toBe(false);
  },
);

test("reelay doctor reports an outage of a platform, the bucket or the video service as AWAY and not as WRONG", async () => {
  const { runDoctor } = await aWorld();
  const down = await aServer(503, "<html>Service Unavailable</html>");
  const failing = await aServer(200, { ok: false, error: "internal_error" });
  const moving = await aServer(200, { ok: false, error: "team_added_to_org" });
  const atDiscord = (await runDoctor({ DISCORD_API_URL: down })).text;
  expect(atDiscord).toContain("AWAY   Discord's token: Discord has a problem (status 503). Try again later.");
  const atService = (await runDoctor({ VIDEO_API_URL: down })).text;
  expect(atService).toMatch(/AWAY {3}the video service: .* has a problem \(status 503\)/);
  const bucket = { FILMS_S3_ENDPOINT: down, FILMS_S3_BUCKET: "films" };
  const keys = { FILMS_S3_ACCESS_KEY_ID: "a", FILMS_S3_SECRET_ACCESS_KEY: "b", KEEP_VIDEOS_DAYS: "7" };
  const ofBucket = (await runDoctor({ ...bucket, ...keys })).text;
  expect(ofBucket).toMatch(/AWAY {3}kept videos: .*\(503\)\. The bucket's service has a problem\. Try again later\.\n/);
  const atSlack = await Promise.all([down, failing, moving].map((SLACK_API_URL) => runDoctor({ SLACK_API_URL })));
  for (const { text } of atSlack)
    for (const about of ["bot token", "app token"])
      expect(text).toMatch(new RegExp(`AWAY {3}Slack's ${about}: Slack(?:, or this workspace,)? has a problem`));
  for (const text of [atDiscord, atService, ofBucket, ...atSlack.map((one) => one.text)]) {
    expect(text).not.toContain("WRONG");
    expect(text).toMatch(/\n(?:One check|\d checks) got no response\.$/);
  }
});

test("reelay doctor reports a configured address as WRONG if another program answers at the address", async () => {
  const { runDoctor } = await aWorld();
  const page = await aServer(404, { code: 404 });
  const { text } = await runDoctor({
    VIDEO_API_URL: page,
    PUBLIC_URL: page,
    SLACK_API_URL: page,
    DISCORD_API_URL: page,
  });
  expect(text).toMatch(
    /WRONG {2}the video service: Something other than the video service responds there \(status 404\)/,
  );
  expect(text).toMatch(/WRONG {2}the public address: .* does not lead to Reelay \(status 404\)/);
  expect(text).toContain(
    "WRONG  Slack: Something other than Slack responds there (status 404). Check SLACK_API_URL.\n",
  );
  expect(text.match(/WRONG {2}Slack.*/g)).toHaveLength(1);
  expect(text).toContain("-      Slack's app token: not checked");
  expect(text).toMatch(/WRONG {2}Discord's token: .*Check DISCORD_API_URL/);
  const enveloped = await aServer(200, { code: 401 });
  const other = (await runDoctor({ VIDEO_API_URL: enveloped, PUBLIC_URL: enveloped })).text;
  expect(other).toContain("ok     the video service: it responds\n");
  expect(other).toMatch(/WRONG {2}the public address: .* does not lead to Reelay \(status 200\)/);
});

test("reelay doctor names each missing Slack scope and its purpose", async () => {
  const { sandbox, runDoctor } = await aWorld();
  expect(Object.keys(scopes).filter((each) => !sandbox.slack.grants.scopes.has(each))).toEqual([]);
  expect((await runDoctor()).text).toContain("ok     Slack's scopes: the token has every scope that Reelay uses\n");
  sandbox.slack.grants.scopes.delete("groups:history");
  expect((await runDoctor()).text).toMatch(
    /ok {5}Slack's scopes: the token has all required scopes, but not groups:history \(to do the same in private channels\)/,
  );
  sandbox.slack.grants.scopes.delete("files:write");
  expect((await runDoctor()).text).toMatch(
    /WRONG {2}Slack's scopes: Missing: files:write \(to post a video's file, and the frame that it begins with, next to its card\)\. Paste what npx reelay manifest/,
  );
});

test("reelay doctor reports ALLOWED_ROLES as WRONG if no other setting restricts who may use the bot on Slack", async () => {
  const { line } = await aWorld();
  expect(await line("who may make videos", { ALLOWED_ROLES: "1" })).toMatch(
    /^WRONG {2}who may make videos: ALLOWED_ROLES does not apply to Slack.*Set ALLOWED_TEAMS or ALLOWED_CHANNELS\.$/,
  );
});

test("the text lines of reelay doctor's report match the checks in the report's data", async () => {
  const { report } = await aWorld();
  const { checks, lines, problems } = await report({ ALLOWED_ROLES: "1", PUBLIC_URL: "" });
  expect(problems).toEqual([]);
  const heads = { ok: "ok   ", wrong: "WRONG", no_answer: "AWAY ", not_checked: "-    " };
  expect(checks.map(({ about, result, text }) => `${heads[result]}  ${about}: ${text}`)).toEqual(lines.slice(0, -1));
  expect(checks.filter(({ result }) => result === "wrong").map(({ about }) => about)).toContain("who may make videos");
});

test("reelay doctor shows the operator's contact, and reports “ok” even if the contact or a policy page is missing", async () => {
  const { line } = await aWorld();
  expect(await line("who runs this bot")).toBe(
    "ok     who runs this bot: messages do not say how to reach you. Set OPERATOR_CONTACT to a mail address, a channel or a page; TERMS_URL and PRIVACY_URL are not set",
  );
  const set = { OPERATOR_CONTACT: "help@example.com", PRIVACY_URL: "https://example.com/privacy" };
  expect(await line("who runs this bot", set)).toBe(
    "ok     who runs this bot: messages give people this contact: help@example.com; TERMS_URL is not set",
  );
});

test("reelay doctor prints the chmod command for files that other users can read", async () => {
  const { dir, envFile, runDoctor } = await aWorld();
  mkdirSync(dir, { mode: 0o755 });
  const [keys, database] = [join(dir, "secret.keys"), join(dir, "reelay.db")];
  for (const file of [keys, database, envFile]) writeFileSync(file, "", { mode: 0o600 });
  expect((await runDoctor()).text).toContain("ok     file permissions: only you can read them");
  chmodSync(keys, 0o640);
  chmodSync(envFile, 0o604);
  expect((await runDoctor()).text).toContain(`Run: chmod 600 ${envFile} ${keys}\n`);
});

test("reelay doctor gives up a check after ten seconds without a response, and reports the other checks", async () => {
  const { runDoctor } = await aWorld();
  const clock = manualClock(Date.now());
  const looking = runDoctor(redis, { clock, checkRedis: () => new Promise(() => {}) });
  await clock.advance(10_000);
  const { text } = await looking;
  expect(text).toContain("AWAY   Redis: No response within 10 seconds.");
  expect(text).toContain("ok     Slack's bot token");
});

test("reelay doctor suggests “reelay setup” if no account is configured", async () => {
  expect(await doctor({})).toMatchObject({ isWell: true, lines: [expect.stringContaining("npx reelay setup")] });
});

test("reelay doctor reports all invalid settings together, before any check", async () => {
  const bad = await doctor({ DISCORD_TOKEN: "x", PORT: "many" });
  expect(bad.problems).toEqual([expect.stringContaining("PORT must be"), expect.stringContaining("VIDEO_API_URL")]);
  expect(bad).toMatchObject({
    isWell: false,
    lines: [expect.stringMatching(/PORT must be(.|\n)*VIDEO_API_URL is missing/)],
  });
});

test("reelay doctor lists Discord commands that are missing, changed or not Reelay's", async () => {
  const { sandbox, line } = await aWorld();
  expect(await line("Discord's commands")).toBe(
    "ok     Discord's commands: not registered yet; the first start registers them",
  );
  const { apiUrl, token, applicationId } = sandbox.discord;
  const older = commandPayloads(discordSpecs("video"))
    .filter(({ name }) => name !== "video-style")
    .map((one) => (one.name === "video-help" ? { ...one, description: "Old words" } : one));
  await fetch(`${apiUrl}/v10/applications/${applicationId}/commands`, {
    method: "PUT",
    headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
    body: JSON.stringify([...older, { name: "other", description: "Of another program" }]),
  });
  expect(await line("Discord's commands")).toMatch(
    /^WRONG.* do not match this version and its settings\. Missing: \/video-style\. Changed: \/video-help\. Not Reelay's: \/other\. Restart Reelay/,
  );
});

const ourManifest = () => manifestOf(readParts({}).manifest);

/** The doctor's verdict on this manifest in Slack, with the app owner's token. */
async function checkManifest(manifest: object, ownersToken?: string): Promise<string> {
  const { sandbox, line: lineAbout } = await aWorld();
  sandbox.slack.grants.manifest = manifest;
  const token = ownersToken ?? sandbox.slack.configToken;
  const line = await lineAbout("Slack's manifest", { SLACK_CONFIG_TOKEN: token });
  expect(line).not.toContain(token || "xoxe.");
  return line;
}

/** An older version of this manifest: some parts are missing, and a command has another usage. */
function olderManifest() {
  const { features, oauth_config, settings } = ourManifest();
  return {
    oauth_config: { scopes: { bot: oauth_config.scopes.bot.filter((scope) => scope !== "files:write") } },
    settings: { ...settings, event_subscriptions: { bot_events: ["app_home_opened", "app_mention"] } },
    features: {
      slash_commands: features.slash_commands
        .filter(({ command }) => command !== "/video-style")
        .map((one) => (one.command === "/video" ? { ...one, usage_hint: "a cat surfing" } : one)),
      shortcuts: features.shortcuts.slice(1),
    },
  };
}

test.for<readonly [verdict: string, label: string, object, string | undefined, RegExp]>([
  [
    "ok",
    "the app in Slack has this version's manifest",
    ourManifest(),
    undefined,
    /^ok {5}Slack's manifest: it matches this version and its settings$/,
  ],
  [
    "WRONG",
    "the app in Slack has an older manifest",
    olderManifest(),
    undefined,
    /^WRONG.*: It does not match this version and its settings\. Missing: \/video-style, the shortcut Make a video, the scope files:write, the event message\.im\. Changed: \/video\. Paste what npx reelay manifest prints at https:\/\/api\.slack\.com\/apps/,
  ],
  [
    "WRONG",
    "the app in Slack has an empty manifest",
    {},
    undefined,
    /^WRONG {2}Slack's manifest: .*Missing: \/video, /,
  ],
  [
    "WRONG",
    "Slack refuses the configuration token",
    ourManifest(),
    "xoxe.xoxp-of-yesterday",
    /^WRONG {2}Slack's manifest: Slack did not return the app's manifest \(invalid_auth\)\. Create a new SLACK_CONFIG_TOKEN/,
  ],
  [
    "ok",
    "no configuration token is set",
    {},
    "",
    /^ok {5}Slack's manifest: .*\/video, .*\/video-style.*type \/ in Slack.*npx reelay manifest/,
  ],
])("reelay doctor reports “%s” for Slack's manifest if %s", async ([, , manifest, ownersToken, words]) => {
  expect(await checkManifest(manifest, ownersToken)).toMatch(words);
});

type FilmDeps = Parameters<typeof checkFilms>[0];

const onSlack = { slack: {} };
const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const command = `npm install --save-prod @napi-rs/webcodecs@${devDependencies["@napi-rs/webcodecs"]}`;

test.for<readonly [string, DecoderSeen, object, boolean, string]>([
  [
    "is not available if no video decoder is installed",
    { kind: "absent" },
    { slack: null },
    true,
    `Continue is not available. To add it, use the image whose tag ends in -films, or run: ${command}`,
  ],
  [
    "does not work if the video decoder cannot be loaded",
    { kind: "broken", detail: "no binding" },
    { slack: null },
    false,
    `(no binding). Run: ${command}`,
  ],
  [
    "works if a video decoder is installed and Slack is not configured",
    { kind: "ready" },
    { slack: null },
    true,
    "they can be continued",
  ],
  [
    "does not work on Slack if PUBLIC_URL is not set",
    { kind: "ready" },
    onSlack,
    true,
    "(on Slack only if PUBLIC_URL is set)",
  ],
  [
    "works on Slack if PUBLIC_URL is set",
    { kind: "ready" },
    { ...onSlack, PUBLIC_URL: "https://reelay.example" },
    true,
    "they can be continued",
  ],
])("reelay doctor reports that “Continue” %s", async ([, seen, config, isOk, words]) => {
  const verdict = await checkFilms({ config, findDecoder: async () => seen } as FilmDeps);
  expect(verdict.ok).toBe(isOk);
  const sentence = verdict.ok ? verdict.value : verdict.refusal;
  expect(sentence.endsWith(words), sentence).toBe(true);
});

const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const fitters = ["sharp", "heic-decode"].map((name) => `${name}@${optionalDependencies[name]}`).join(" ");

test.for<readonly [string, DecoderSeen, object, boolean, string]>([
  [
    "are not resized if the image packages are not installed",
    { kind: "absent" },
    { slack: null },
    true,
    `To have them converted, run: npm install --save-optional ${fitters}`,
  ],
  [
    "cannot be resized if the image packages cannot be loaded",
    { kind: "broken", detail: "no binding" },
    { slack: null },
    false,
    `Run: npm install --save-optional ${fitters}`,
  ],
  [
    "are resized if the image packages are installed and Slack is not configured",
    { kind: "ready" },
    { slack: null },
    true,
    "they are converted",
  ],
  [
    "are not resized on Slack if PUBLIC_URL is not set",
    { kind: "ready" },
    onSlack,
    true,
    "(on Slack only if PUBLIC_URL is set)",
  ],
  [
    "are resized on Slack if PUBLIC_URL is set",
    { kind: "ready" },
    { ...onSlack, PUBLIC_URL: "https://reelay.example" },
    true,
    "they are converted",
  ],
])("reelay doctor reports that large pictures %s", async ([, seen, config, isOk, words]) => {
  const verdict = await checkPictures({ config, findFitter: async () => seen } as FilmDeps);
  expect(verdict.ok).toBe(isOk);
  const sentence = verdict.ok ? verdict.value : verdict.refusal;
  expect(sentence.endsWith(words), sentence).toBe(true);
});

const answered = (head: unknown): ChildAnswer => ({ kind: "answered", head, bytes: new Uint8Array() });

test.for<readonly [verdict: string, label: string, ChildAnswer, DecoderSeen]>([
  ["absent", "finds no decoder", answered({ kind: "absent" }), { kind: "absent" }],
  ["broken", "gives an invalid answer", answered(["nonsense"]), { kind: "broken", detail: "no sense in its answer" }],
  [
    "broken",
    "ends without an answer",
    { kind: "ended" },
    { kind: "broken", detail: "the process that loads it ended" },
  ],
  ["broken", "takes too long", { kind: "too_slow" }, { kind: "broken", detail: "it did not load in time" }],
])("the video decoder is reported as %s if the process that should load the decoder %s", async ([, , answer, seen]) => {
  expect(await findDecoder(async () => answer)).toEqual(seen);
});

/** Returns the doctor's question about Discord's connection, and its output after that answer. */
async function asked(env: Readonly<Record<string, string>>, answer: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const ask = async (question: string) => {
    lines.push(question);
    return answer;
  };
  await askAboutEndpoint(env, { ...machineNetworkDeps, asker: { ask }, print: (line) => void lines.push(line) });
  return lines;
}

test("reelay doctor checks whether Discord sends commands over the gateway or HTTP, as configured", async () => {
  const { sandbox, env, line } = await aWorld();
  const { publicKey } = sandbox.discord;
  const way = (changed: Readonly<Record<string, string>>) => line("Transport of Discord's commands", changed);
  const byHttp = { DISCORD_PUBLIC_KEY: publicKey };
  expect(await way({})).toBe("ok     Transport of Discord's commands: over the gateway");
  expect(await way(byHttp)).toMatch(/^ok .*over the gateway; for HTTP, set the Interactions Endpoint URL/);
  expect(await way({ ...byHttp, DISCORD_GATEWAY: "off" })).toMatch(/^WRONG .*to the gateway, which is off/);
  expect(await way({ DISCORD_PUBLIC_KEY: "ab".repeat(32) })).toMatch(/^WRONG .*does not belong to this application/);

  const options = { publicKey, clock: machineClock, log: recordingLog(), events: knownEvents() };
  const listener = discordHttp(options, { interaction: async () => {}, joined: () => {}, deauthorized: () => {} });
  const server = await listen(async (request, response) => listener(request, response));
  onTestFinished(() => server.close());
  const address = `${server.origin}/discord/interactions`;
  const offered = { ...env, ...byHttp, PUBLIC_URL: server.origin };
  expect(await asked(offered, "")).toEqual([`Send Discord's commands to ${address} from now on? (y; Enter: no): `]);
  expect(await way({ ...byHttp, PUBLIC_URL: server.origin })).toMatch(/^ok .*over the gateway/);
  const elsewhere = await asked({ ...offered, PUBLIC_URL: `${server.origin}/elsewhere` }, "y");
  expect(elsewhere.at(-1)).toMatch(/^Discord got no valid response there\. Start Reelay/);
  expect((await asked(offered, "y")).at(-1)).toBe("Discord now sends its commands there.");
  expect(await asked(offered, "y")).toEqual([]);
  expect(await way({ ...byHttp, PUBLIC_URL: server.origin })).toBe(
    `ok     Transport of Discord's commands: over HTTP, to ${address}`,
  );
  expect(await way({ ...byHttp, PUBLIC_URL: "https://other.example" })).toMatch(/^WRONG .*not to this bot/);
  expect(await way({})).toMatch(/^WRONG .*Set DISCORD_PUBLIC_KEY, or empty/);
});

test("reelay doctor shows the folder, the size and the retention time of stored videos", async () => {
  const { dir, runDoctor, line } = await aWorld();
  expect((await runDoctor()).text).not.toContain("kept videos");
  const keeping = { KEEP_VIDEOS_DAYS: "30", FILMS_MAX_GB: "2" };
  const films = join(dir, "films");
  expect(await line("kept videos", keeping)).toBe(
    `ok     kept videos: 0 in ${films}, 0 MB of 2.0 GB, each kept for 30 days; without PUBLIC_URL they have no links, so only Fresh link, Continue and Join can use them`,
  );
  expect(existsSync(films)).toBe(false);
  mkdirSync(films, { recursive: true });
  writeFileSync(join(films, "a".repeat(64)), Buffer.alloc(3_000_000));
  const { text } = await runDoctor({ ...keeping, PUBLIC_URL: "http://127.0.0.1:1" });
  expect(text).toContain(`kept videos: 1 in ${films}, 3 MB of 2.0 GB, each kept for 30 days\n`);
  expect(await line("kept videos", { ...keeping, ...redis })).toMatch(
    /^ok .*on several machines, they must share this folder, or use a bucket/,
  );
  expect((await runDoctor(keeping, onDisk({ freeBytes: async () => 150_000_000 }))).text).toMatch(
    /WRONG {2}kept videos: .* 150 MB free, so no more .*Free some/,
  );
  expect((await runDoctor(keeping, onDisk({ isWritable: async (path) => path !== films }))).text).toMatch(
    /WRONG {2}kept videos: .*films cannot be written to\. Give this user permission there\.\n/,
  );
});

test("reelay doctor checks that the bucket for stored videos is writable, and explains a wrong key", async () => {
  const { line } = await aWorld();
  const server = await s3Server();
  onTestFinished(() => server.close());
  const bucket = server.bucket();
  const keeping = {
    KEEP_VIDEOS_DAYS: "7",
    FILMS_S3_ENDPOINT: bucket.endpoint,
    FILMS_S3_BUCKET: bucket.name,
    FILMS_S3_ACCESS_KEY_ID: bucket.accessKeyId.reveal(),
    FILMS_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey.reveal(),
  };
  expect(await line("kept videos", keeping)).toContain(
    `ok     kept videos: 0 in the bucket ${bucket.name}, 0 MB of 10.0 GB, each kept for 7 days`,
  );
  expect(await line("kept videos", { ...keeping, FILMS_S3_SECRET_ACCESS_KEY: "canary-of-a-key" })).toMatch(
    /^WRONG {2}kept videos: the bucket films-0 cannot be written: the bucket answers 403 \(SignatureDoesNotMatch\)\. Check FILMS_S3_ENDPOINT.*its two keys\.$/,
  );
  expect(await line("kept videos", { ...keeping, FILMS_S3_ENDPOINT: away })).toContain(
    "cannot be written: ECONNREFUSED. Check",
  );
});
