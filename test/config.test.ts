import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variableNames } from "../src/config/variables.ts";
import {
  describeProblems,
  type Environment,
  ignoredBySandbox,
  readConfig,
  readParts,
  unknownSettings,
} from "../src/config.ts";
import { commandSpecs } from "../src/core/command-specs.ts";
import { aPriceList } from "./fakes/price-list.ts";
import { valueIn } from "./fakes/value-in.ts";

const real: Environment = { VIDEO_API_URL: "https://video.example.com/", DISCORD_TOKEN: "token" };

function config(environment: Environment) {
  return valueIn(readConfig(environment));
}

function problems(environment: Environment): readonly string[] {
  const result = readConfig(environment);
  return result.ok ? [] : result.refusal;
}

test.for<[string, Environment, boolean]>([
  ["an empty environment starts the sandbox", {}, true],
  ["an environment with only empty values starts the sandbox", { DISCORD_TOKEN: "", VIDEO_API_URL: " " }, true],
  ["chat credentials turn the sandbox off", real, false],
  [
    "bot settings and storage locations do not turn the sandbox off",
    { POLL_MIN_MS: "2000", DATA_DIR: "/data", HOST: "::" },
    true,
  ],
  ["SANDBOX=on starts the sandbox despite credentials", { ...real, SANDBOX: "on" }, true],
])("%s", ([, environment, isSandbox]) => {
  expect(config(environment)).toMatchObject({ isSandbox, PORT: 3000, POLL_MIN_MS: 2000 });
});

test("the sandbox ignores addresses and credentials of real services, even invalid ones", () => {
  const { REDIS_URL, ROLE } = config({ SANDBOX: "on", REDIS_URL: "redis://127.0.0.1", ROLE: "worker" });
  expect([REDIS_URL, ROLE]).toEqual([undefined, "all"]);
  expect(config({})).toMatchObject({ discord: null, slack: null });
  const environment = { SANDBOX: "on", SLACK_BOT_TOKEN: "nonsense", VIDEO_API_URL: "not an address" };
  expect(problems(environment)).toEqual([]);
  expect(ignoredBySandbox(environment)).toEqual(["VIDEO_API_URL", "SLACK_BOT_TOKEN"]);
  expect(ignoredBySandbox({ ROLE: "worker", DATA_DIR: "/data", ALLOWED_TEAMS: "T1" })).toEqual([
    "ALLOWED_TEAMS",
    "DATA_DIR",
    "ROLE",
  ]);
  const usual = { ROLE: "all", DISCORD_API_URL: "https://discord.com/api", HOST: "127.0.0.1", PORT: "4000" };
  expect(ignoredBySandbox({ ...usual, SANDBOX: "on", ALLOWED_TEAMS: " " })).toEqual([]);
});

test("with NODE_ENV=production, the sandbox starts only with SANDBOX=on", () => {
  expect(problems({ NODE_ENV: "production" })).toEqual([expect.stringContaining("SANDBOX=on")]);
  expect(config({ NODE_ENV: "production", SANDBOX: "on" }).isSandbox).toBe(true);
});

test("Socket Mode is used if both Slack transports are configured", () => {
  const slack = { VIDEO_API_URL: "https://v.example", SLACK_BOT_TOKEN: "xoxb-1", SLACK_SIGNING_SECRET: "s" };
  expect(config(slack).slack?.transport).toEqual({ kind: "http", signingSecret: "s" });
  expect(config({ ...slack, SLACK_APP_TOKEN: "xapp-1" }).slack?.transport).toEqual({
    kind: "socket",
    appToken: "xapp-1",
  });
});

test("all invalid variables are reported together, each by name", () => {
  const bad = {
    ...real,
    VIDEO_API_URL: "ftp://x",
    PORT: "70000",
    POLL_MIN_MS: "fast",
    DISCORD_SHARDS: "8/0-3",
    SECRET_KEYS: "a:short",
    LOG_LEVEL: "loud",
    COMMAND_PREFIX: "Video!",
    REDIS_URL: "http://127.0.0.1",
    REDIS_ACCEPT_LOSS: "yes",
    REDIS_REPLICAS: "all",
    ROLE: "boss",
  };
  const messages = problems(bad);
  for (const name of Object.keys(bad)) {
    if (name !== "DISCORD_TOKEN") expect(messages.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  }
  expect(describeProblems(messages)).toMatch(/^Reelay cannot start\. 11 settings need your attention:\n {2}- /);
});

test("REDIS_URL may be a Redis address or a list of Sentinels with their master's name", () => {
  const refusal = (REDIS_URL: string) => problems({ ...shared, REDIS_URL }).filter((line) => /^REDIS_URL/.test(line));
  for (const url of [
    "redis://ada:word@redis:6379/1",
    "rediss://redis",
    "redis+sentinel://one:26379,two:26379/reelay",
    "rediss+sentinel://ada:word@one/reelay/1",
  ])
    expect(refusal(url), url).toEqual([]);
  for (const url of [
    "redis:///1",
    "redis+sentinel://one:26379",
    "redis+sentinel://one,/reelay",
    "sentinel://one/reelay",
  ])
    expect(refusal(url), url).toHaveLength(1);
});

/**
 * The maximum length of a command name on Discord, and on Slack with the slash. Sources: Discord docs, application-commands;
 * manifest-schema 2.0.0.
 */
const COMMAND_LENGTH = 32;

test("with the longest allowed COMMAND_PREFIX, no command name has more than 32 characters", () => {
  const takes = (length: number) => problems({ ...real, COMMAND_PREFIX: "v".repeat(length) });
  const longest = Array.from({ length: 40 }, (_, n) => n).findLast(
    (length) => length > 0 && takes(length).length === 0,
  );
  const lengths = commandSpecs("v".repeat(longest ?? 0)).map(({ name }) => `/${name}`.length);
  expect(Math.max(...lengths)).toBe(COMMAND_LENGTH);
  expect(takes((longest ?? 0) + 1)).toEqual([
    expect.stringMatching(/^COMMAND_PREFIX must be 1 to 22 lowercase letters/),
  ]);
});

test.for([
  ["auto", "auto"],
  ["4", 4],
  ["0-3/8", { list: [0, 1, 2, 3], of: 8 }],
])("DISCORD_SHARDS=%s is valid", ([text, shards]) => {
  expect(config({ ...real, DISCORD_SHARDS: String(text) }).discord?.shards).toEqual(shards);
});

test("TRUSTED_ORIGINS and the platforms are trusted for pictures and videos, and the video service is trusted only for videos", () => {
  const { trusted } = config({ ...real, TRUSTED_ORIGINS: "http://127.0.0.1:9000/x, https://cdn.example.com" });
  const forPictures = ["http://127.0.0.1:9000", "https://cdn.example.com", "https://discord.com", "https://slack.com"];
  expect([...trusted.pictures].sort()).toEqual(forPictures);
  expect([...trusted.videos].sort()).toEqual([...forPictures, "https://video.example.com"]);
});

test("a setting with a list of ids may contain spaces and empty entries", () => {
  expect([...config({ ...real, ALLOWED_GUILDS: " 1, 2,,3 " }).ALLOWED_GUILDS]).toEqual(["1", "2", "3"]);
});

test(".env.example lists every variable in the configuration's order and is valid", () => {
  const example = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
  const set = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);
  expect(set.map(([name]) => name)).toEqual(variableNames);
  expect(variableNames.slice(0, 5)).toEqual([
    ...["VIDEO_API_URL", "DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "VIDEO_DASHBOARD_URL"],
  ]);
  expect(problems(Object.fromEntries(set))).toEqual([]);
});

const bucket = {
  FILMS_S3_ENDPOINT: "https://s3.example.com",
  FILMS_S3_BUCKET: "films",
  FILMS_S3_ACCESS_KEY_ID: "id",
  FILMS_S3_SECRET_ACCESS_KEY: "a secret of many letters",
};

test("finished videos are stored for KEEP_VIDEOS_DAYS, but not longer than RETENTION_DAYS", () => {
  expect(config(real).keptFilms).toEqual({ keepMs: 0, maxBytes: 10e9, bucket: null });
  const keeping = { ...real, KEEP_VIDEOS_DAYS: "30", FILMS_MAX_GB: "5" };
  expect(config(keeping).keptFilms).toEqual({ keepMs: 30 * 86_400_000, maxBytes: 5e9, bucket: null });
  expect(config({ ...keeping, RETENTION_DAYS: "7" }).keptFilms.keepMs).toBe(7 * 86_400_000);
  const inBucket = config({ ...keeping, ...bucket }).keptFilms.bucket;
  expect(inBucket).toMatchObject({ endpoint: "https://s3.example.com", name: "films", region: "us-east-1" });
  expect(JSON.stringify(inBucket)).not.toContain("many letters");
});

test("the bot tries the ports 3000 to 3009 unless PORT or PUBLIC_URL is set or NODE_ENV is production", () => {
  const portsOf = (more: Environment) => config({ ...real, ...more }).ports;
  expect(portsOf({})).toEqual([3000, 3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008, 3009]);
  expect(portsOf({ PORT: "3000" })).toEqual([3000]);
  expect(portsOf({ PUBLIC_URL: "https://reelay.example.com" })).toEqual([3000]);
  expect(portsOf({ NODE_ENV: "production" })).toEqual([3000]);
});

const many = {
  VIDEO_API_URL: "https://v.example",
  SLACK_CLIENT_ID: "1.2",
  SLACK_CLIENT_SECRET: "secret",
  SLACK_STATE_SECRET: "0123456789abcdef",
  SLACK_APP_TOKEN: "xapp-1",
  PUBLIC_URL: "https://reelay.example.com/",
};

test("a Slack app for many workspaces can use Socket Mode or HTTP", () => {
  expect(config(many).slack).toMatchObject({
    access: { kind: "installs", clientId: "1.2", publicUrl: "https://reelay.example.com" },
    transport: { kind: "socket" },
  });
  expect(problems({ ...many, SLACK_APP_TOKEN: "", SLACK_SIGNING_SECRET: "s" })).toEqual([]);
});

const shared = { ...real, REDIS_URL: "redis://127.0.0.1" };
const service = { VIDEO_API_URL: "https://v.example" };

test.for<readonly [string, Environment, readonly RegExp[]]>([
  ["no video service and no chat platform", { SANDBOX: "off" }, [/^VIDEO_API_URL is missing/, /^DISCORD_TOKEN/]],
  [
    "ALLOWED_GUILDS but no chat account",
    { ALLOWED_GUILDS: "1", VIDEO_API_URL: "" },
    [/^VIDEO_API_URL is missing/, /^DISCORD_TOKEN is missing.*SANDBOX=on.* with these settings: ALLOWED_GUILDS\.$/],
  ],
  [
    "the address of an API endpoint as VIDEO_API_URL",
    { ...real, VIDEO_API_URL: "https://v.example/api/generate-video" },
    [/^VIDEO_API_URL must be the service's base address, without \/api/],
  ],
  ["Slack's bot token and no app token", { ...service, SLACK_BOT_TOKEN: "xoxb-1" }, [/SLACK_APP_TOKEN/]],
  ["Slack's app token and no bot token", { ...service, SLACK_APP_TOKEN: "xapp-1" }, [/^SLACK_BOT_TOKEN is missing/]],
  ["ROLE=front and no Redis", { ...real, ROLE: "front" }, [/Set REDIS_URL/]],
  ["ROLE=worker and no Redis", { ...real, ROLE: "worker" }, [/Set REDIS_URL/]],
  ["Redis and no SECRET_KEYS", shared, [/^SECRET_KEYS is missing/]],
  [
    "incomplete settings for the bucket",
    { ...real, ...bucket, FILMS_S3_BUCKET: "", FILMS_S3_SECRET_ACCESS_KEY: "" },
    [/^FILMS_S3_BUCKET, FILMS_S3_SECRET_ACCESS_KEY are missing/],
  ],
  [
    "a Slack app for many workspaces but neither SLACK_CLIENT_SECRET nor PUBLIC_URL",
    { ...many, SLACK_CLIENT_SECRET: "", PUBLIC_URL: "" },
    [/^SLACK_CLIENT_SECRET, PUBLIC_URL are missing/],
  ],
  ["a Slack app for many workspaces but no PUBLIC_URL", { ...many, PUBLIC_URL: "" }, [/^PUBLIC_URL is missing/]],
  [
    "a Slack app for many workspaces but neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET",
    { ...many, SLACK_APP_TOKEN: "" },
    [/SLACK_APP_TOKEN.*or SLACK_SIGNING_SECRET/],
  ],
  [
    "a Slack app for many workspaces and SLACK_BOT_TOKEN",
    { ...many, SLACK_BOT_TOKEN: "xoxb-1" },
    [/^SLACK_BOT_TOKEN is for one .* Remove it/],
  ],
  ["a short SLACK_STATE_SECRET", { ...many, SLACK_STATE_SECRET: "short" }, [/^SLACK_STATE_SECRET must be/]],
  [
    "a Slack client id but no other credentials",
    { SLACK_CLIENT_ID: "1.2" },
    [/VIDEO_API_URL/, /^SLACK_CLIENT_ID is not enough/, /^SLACK_CLIENT_SECRET, SLACK_STATE_SECRET/],
  ],
])("a configuration with %s is refused with an error that says how to fix it", ([, environment, words]) => {
  expect(problems(environment)).toEqual(words.map((each) => expect.stringMatching(each)));
});

test("Redis with SECRET_KEYS is a valid configuration", () => {
  expect(problems({ ...shared, SECRET_KEYS: `a:${Buffer.alloc(32).toString("base64")}` })).toEqual([]);
});

const priced = (VIDEO_PRICES: string) => ({ ...real, VIDEO_PRICES });

test("VIDEO_PRICES replaces the default prices", () => {
  expect(config(real).VIDEO_PRICES).toEqual(aPriceList(95, 143, 205, 308));
  const own = priced("480p-10s=10, 480p-15s=15, 720p-10s=20, 720p-15s=30");
  expect(config(own).VIDEO_PRICES).toEqual(aPriceList(10, 15, 20, 30));
});

test("each mistake in VIDEO_PRICES is reported separately", () => {
  expect(problems(priced("480p-10s=0,4k-10s=9"))).toEqual([
    "VIDEO_PRICES has 0 as the price of 480p-10s. A price is a whole number from 1 to 1000000",
    expect.stringMatching(/^VIDEO_PRICES has a price for 4k-10s, which the video service does not make\./),
  ]);
});

test("VIDEO_IDEMPOTENCY_HEADER must be a valid header name other than Authorization and Content-Type", () => {
  const keyed = (VIDEO_IDEMPOTENCY_HEADER: string) => ({ ...real, VIDEO_IDEMPOTENCY_HEADER });
  expect(config(real).VIDEO_IDEMPOTENCY_HEADER).toBeUndefined();
  expect(config(keyed(" Idempotency-Key ")).VIDEO_IDEMPOTENCY_HEADER).toBe("Idempotency-Key");
  for (const header of ["Authorization", "content-type", "Idempotency Key", "key:", "-key", "x".repeat(65)])
    expect(problems(keyed(header))).toEqual([expect.stringMatching(/^VIDEO_IDEMPOTENCY_HEADER must be the name/)]);
});

test("VIDEO_IDEMPOTENCY_HOURS is 24 by default and at most 168", () => {
  const keptFor = (VIDEO_IDEMPOTENCY_HOURS: string) => ({
    ...real,
    VIDEO_IDEMPOTENCY_HEADER: "Idempotency-Key",
    VIDEO_IDEMPOTENCY_HOURS,
  });
  expect(config(real).VIDEO_IDEMPOTENCY_HOURS).toBe(24);
  expect(config(keptFor("2")).VIDEO_IDEMPOTENCY_HOURS).toBe(2);
  expect(problems(keptFor("169"))).toEqual([
    expect.stringMatching(/^VIDEO_IDEMPOTENCY_HOURS must be a whole number from 1 to 168/),
  ]);
});

test.for(["O’Neil & Söhne 24", "動画工房", "a"])("“%s” is a valid name for the video service", (name) => {
  expect(config({ ...real, VIDEO_SERVICE_NAME: ` ${name} ` }).VIDEO_SERVICE_NAME).toBe(name);
});

test.for([
  ["a text of 41 characters", "x".repeat(41)],
  ["bold text", "*Acme*"],
  ["a mention", "<@U1>"],
  ["an address", "https://acme.example"],
  ["a text of two lines", "two\nlines"],
  ["a mention of everyone", "@everyone"],
  ["a text with a right-to-left override", "ac\u202eme"],
] as const)("%s is refused as the video service's name", ([, name]) => {
  const refused = [expect.stringMatching(/^VIDEO_SERVICE_NAME must be a name/)];
  expect(problems({ ...real, VIDEO_SERVICE_NAME: name })).toEqual(refused);
});

test.for(["help@example.com", "#video-help", "@ops in #help, 9:00-17:00", "https://example.com/help?a=1"])(
  "“%s” is a valid contact for the operator",
  (contact) => {
    expect(config({ ...real, OPERATOR_CONTACT: ` ${contact} ` }).operator.contact).toBe(contact);
  },
);

test.for([
  ["a text of 101 characters", "x".repeat(101)],
  ["a mention", "<@U1>"],
  ["a mention of the channel", "<!channel>"],
  ["a text of two lines", "two\nlines"],
  ["a Markdown link", "[click](https://a.example)"],
  ["a text with a right-to-left override", "ac\u202eme"],
  ["a text in code formatting", "`code`"],
] as const)("%s is refused as the operator's contact", ([, contact]) => {
  const refused = [expect.stringMatching(/^OPERATOR_CONTACT must be one line/)];
  expect(problems({ ...real, OPERATOR_CONTACT: contact })).toEqual(refused);
});

test("VIDEO_DASHBOARD_URL must be an https address or an address of this machine", () => {
  const dashboardOf = (url: string) => config({ ...real, VIDEO_DASHBOARD_URL: url }).VIDEO_DASHBOARD_URL;
  for (const url of ["https://acme.example/dashboard?tab=keys#top", "http://127.0.0.1:4000/dashboard"])
    expect(dashboardOf(url)).toBe(url);
  const refused = [expect.stringMatching(/^VIDEO_DASHBOARD_URL must be an https:/)];
  const long = `https://acme.example/${"x".repeat(512)}`;
  for (const url of ["http://acme.example", "javascript:alert(1)", "https://me:secret@acme.example", long])
    expect(problems({ ...real, VIDEO_DASHBOARD_URL: url })).toEqual(refused);
});

test.for(["VIDEO_API_URL", "DISCORD_API_URL", "SLACK_API_URL", "FILMS_S3_ENDPOINT", "POLICY_URL"])(
  "%s must not be a plain http address of another machine",
  (name) => {
    const refused = [expect.stringMatching(`^${name} uses http://.*TRUSTED_ORIGINS\\.$`)];
    for (const url of ["http://v.example", "HTTP://10.0.0.5:8080/api", "http://127.0.0.1.example.com", "http://video"])
      expect(problems({ ...real, ...bucket, [name]: url })).toEqual(refused);
  },
);

test.for(["http://127.8.8.8/base", "http://localhost:4000", "http://[::1]:4000", "http://video.localhost"])(
  "the local address %s may use plain http",
  (url) => {
    expect(problems({ ...real, VIDEO_API_URL: url, DISCORD_API_URL: url, SLACK_API_URL: url })).toEqual([]);
  },
);

test("TRUSTED_ORIGINS can allow plain http for one origin", () => {
  const near = { ...real, VIDEO_API_URL: "http://video.internal:8080/base" };
  expect(problems({ ...near, TRUSTED_ORIGINS: "https://cdn.example.com, http://video.internal:8080/" })).toEqual([]);
  for (const other of ["http://video.internal", "https://video.internal:8080", "video.internal:8080"])
    expect(problems({ ...near, TRUSTED_ORIGINS: other }).join()).toContain("VIDEO_API_URL uses http://");
});

test("commands such as “reelay invite” use a platform's default address if the configured address is plain http", () => {
  const near = { DISCORD_API_URL: "http://proxy.internal/api", SLACK_API_URL: "http://proxy.internal/slack" };
  expect(readParts(near).discord.apiUrl).toBe("https://discord.com/api");
  expect(readParts(near).slack.apiUrl).toBe("https://slack.com/api/");
  const trusted = { ...near, TRUSTED_ORIGINS: "http://proxy.internal" };
  expect(readParts(trusted).discord.apiUrl).toBe(near.DISCORD_API_URL);
  expect(readParts(trusted).slack.apiUrl).toBe(near.SLACK_API_URL);
});

test.for([
  ["DISCORD_TOKN", "DISCORD_TOKEN"],
  ["DISCROD_TOKEN", "DISCORD_TOKEN"],
  ["discord_token", "DISCORD_TOKEN"],
  ["DISCORD_BOT_TOKEN", "DISCORD_TOKEN"],
  ["SLACK_TOKEN", "SLACK_BOT_TOKEN"],
  ["SECRET_KEY", "SECRET_KEYS"],
])("the unknown setting %s is reported with the suggestion %s", ([name = "", meant = ""]) => {
  expect(unknownSettings({ [name]: "x" }, {})).toEqual([`${name} is not a Reelay setting. Did you mean ${meant}?`]);
});

test("every unknown name in .env is reported, except variables of Node, npm and Docker", () => {
  const written = { ALLOWED_GUILD: "1", GUILD: "1", NODE_ENV: "production", COMPOSE_PROJECT_NAME: "reelay", TZ: "UTC" };
  expect(unknownSettings({ ...written, OTHER: "x", ALLOWED_GUILDS: "2" }, written)).toEqual([
    "ALLOWED_GUILD in .env is not a Reelay setting. Correct its name, or remove it.",
    "GUILD in .env is not a Reelay setting. Correct its name, or remove it.",
  ]);
  expect(unknownSettings(written, written)[0]).toBe(
    "ALLOWED_GUILD is not a Reelay setting. Did you mean ALLOWED_GUILDS?",
  );
});

test("environment variables of the machine are not reported as misspelled settings", () => {
  const machine = ["HOME", "PATH", "HOSTNAME", "LOGNAME", "XDG_DATA_DIRS", "NODE_OPTIONS", "NPM_CONFIG_LOG_LEVEL"];
  const set = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "x"]));
  expect(unknownSettings(set([...machine, ...variableNames]), {})).toEqual([]);
  expect(unknownSettings(set(machine), {})).toEqual([]);
  expect(unknownSettings(set(["DISCORD_BOT_TOKEN", "DISCORD_TOKEN"]), {})).toEqual([]);
  expect(unknownSettings({ DISCORD_TOKN: " " }, {})).toEqual([]);
});
