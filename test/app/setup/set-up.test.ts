import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../sandbox/src/sandbox.ts";
import { machineNetworkDeps } from "../../../src/app/doctor/examine.ts";
import { openAsker } from "../../../src/app/setup/asker.ts";
import { setUp } from "../../../src/app/setup/set-up.ts";
import { withSecretFiles } from "../../../src/config/secret-files.ts";
import { type Environment, readConfig, settingsIn } from "../../../src/config.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { valueIn } from "../../fakes/value-in.ts";

/** Emulators, a folder, and a person who answers through a pipe. Checks that no secret is printed. */
async function aWorld() {
  const sandbox = await startSandbox({ seedKeys: false });
  onTestFinished(() => sandbox.stop());
  const dir = aFolder();
  const {
    DISCORD_TOKEN = "",
    SLACK_BOT_TOKEN = "",
    SLACK_APP_TOKEN = "",
    VIDEO_API_URL = "",
    ...outside
  } = sandbox.env;
  const file = join(dir, ".env");
  const answer = async (answers: readonly string[], set: Environment = {}) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let read = "";
    const keep = (text: string) => {
      read += text;
    };
    output.on("data", (part) => keep(String(part)));
    input.end(answers.map((each) => `${each}\n`).join(""));
    const asker = openAsker({ input, output, isTerminal: false });
    const written = settingsIn(file);
    const environment = { ...outside, DATA_DIR: join(dir, "data"), ...written, ...set };
    const isDone = await setUp({ ...machineNetworkDeps, asker, file, environment, print: (line) => keep(`${line}\n`) });
    asker.close();
    const settings = existsSync(file) ? settingsIn(file) : null;
    for (const secret of [DISCORD_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN, settings?.SECRET_KEYS ?? "no key"])
      expect(read).not.toContain(secret);
    return { isDone, read, settings };
  };
  const tokens = { DISCORD_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN, VIDEO_API_URL };
  return { dir, file, answer, outside, discordKey: sandbox.discord.publicKey, ...tokens, tokens };
}

test("reelay setup writes a .env with which Reelay starts, and shows the next steps", async () => {
  const { file, answer, outside, tokens } = await aWorld();
  const { DISCORD_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN, VIDEO_API_URL } = tokens;
  const { isDone, read, settings } = await answer([
    DISCORD_TOKEN,
    "",
    "y",
    SLACK_BOT_TOKEN,
    SLACK_APP_TOKEN,
    VIDEO_API_URL,
  ]);
  expect(isDone).toBe(true);
  expect(settings).toEqual({ ...tokens, SECRET_KEYS: expect.stringMatching(/^k[0-9a-f]{8}:[\w+/]{43}=$/) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readConfig({ ...outside, ...settings })).toMatchObject({ ok: true, value: { isSandbox: false } });
  expect(read).toContain("  ok: Reelay (application 100000000000000001)");
  const [page = ""] = /file:\S+slack-app\.html/.exec(read) ?? [];
  onTestFinished(() => rmSync(new URL(".", page), { recursive: true }));
  const [, escaped = ""] =
    /href="(https:\/\/api\.slack\.com\/apps\?[^"]+)"/.exec(readFileSync(new URL(page), "utf8")) ?? [];
  const address = escaped.replaceAll("&amp;", "&");
  const manifest = JSON.parse(new URL(address).searchParams.get("manifest_json") ?? "");
  expect(manifest).toMatchObject({ settings: { socket_mode_enabled: true } });
  expect(read).toMatch(/ok: @reelay in reelay-sandbox; the token has every scope that Reelay uses/);
  expect(read).toMatch(/1\. Install Reelay in a server.*\n +https:\/\/discord\.com\/oauth2\/authorize\?/);
  expect(read).toContain("3. On Discord: /video-key set, then /video");
  expect(read).toContain("4. On Slack: /invite @Reelay in a channel");
});

test.for([
  ["over the gateway", [""], {}],
  ["by HTTP in addition to the gateway", ["y", ""], { DISCORD_PUBLIC_KEY: true }],
  ["by HTTP alone", ["yes", "Y"], { DISCORD_PUBLIC_KEY: true, DISCORD_GATEWAY: "off" }],
] as const)(
  "in reelay setup the operator can choose to receive Discord commands %s",
  async ([, givenAnswer, expected]) => {
    const { answer, discordKey, outside, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
    const { settings, read } = await answer([DISCORD_TOKEN, ...givenAnswer, "n", VIDEO_API_URL]);
    const isByHttp = "DISCORD_PUBLIC_KEY" in expected;
    expect(settings).toEqual({
      ...{ DISCORD_TOKEN, VIDEO_API_URL, SECRET_KEYS: expect.any(String) },
      ...expected,
      ...(isByHttp && { DISCORD_PUBLIC_KEY: discordKey }),
    });
    expect(readConfig({ ...outside, ...settings })).toMatchObject({ ok: true });
    expect(read).toContain(
      "over the gateway, a connection that Reelay opens: it needs no public address, and suits one process",
    );
    expect(read).toContain("over HTTP, to your public address: several processes behind a proxy can share them");
    expect(/Set PUBLIC_URL .* npx reelay doctor then has Discord send commands there/.test(read)).toBe(isByHttp);
  },
);

test("reelay setup explains an invalid answer and asks again until the operator corrects, keeps or skips the value", async () => {
  const { answer, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  const again = await answer([
    "wrong",
    "not one word",
    DISCORD_TOKEN,
    "",
    "",
    "http://127.0.0.1:1",
    "",
    "nowhere",
    "http://video.example.com",
    VIDEO_API_URL,
  ]);
  expect(again.settings).toMatchObject({ DISCORD_TOKEN, VIDEO_API_URL });
  expect(again.read).toMatch(/WRONG: Discord refused DISCORD_TOKEN\. Copy the bot's token again/);
  expect(again.read).toContain("It contains a space, a quote");
  expect(again.read).toMatch(/NOT CHECKED: The video service cannot be reached \(connection refused\)/);
  expect(again.read).toContain("WRONG: It must be an address such as");
  expect(again.read).toContain("WRONG: VIDEO_API_URL uses http://, so others could read people's API keys in transit.");

  const settled = await (await aWorld()).answer(["wrong", "keep", "", "n", "nowhere", ""]);
  expect(settled.settings).toEqual({ DISCORD_TOKEN: "wrong", SECRET_KEYS: expect.any(String) });
  expect(settled.read).toContain("1. Run this command again with the video service's address");
  expect(settled.read).toContain(
    "2. npx reelay invite prints the addresses at which people install Reelay on Discord.",
  );
});

test("reelay setup asks only for missing settings, and does not change the other lines of .env", async () => {
  const { file, answer, tokens, SLACK_APP_TOKEN, VIDEO_API_URL } = await aWorld();
  const { DISCORD_TOKEN, SLACK_BOT_TOKEN } = tokens;
  const text = `# mine\nSECRET_KEYS=mine\nPORT=3001\nSLACK_APP_TOKEN=\nDISCORD_TOKEN=${DISCORD_TOKEN}\nSLACK_BOT_TOKEN=${SLACK_BOT_TOKEN} # bot\n`;
  writeFileSync(file, text);
  chmodSync(file, 0o644);
  const { isDone, read } = await answer([SLACK_APP_TOKEN, VIDEO_API_URL]);
  expect(isDone).toBe(true);
  expect(readFileSync(file, "utf8")).toBe(
    `${text.replace("SLACK_APP_TOKEN=", `SLACK_APP_TOKEN=${SLACK_APP_TOKEN}`)}VIDEO_API_URL=${VIDEO_API_URL}\n`,
  );
  expect(read).toContain(`Others on this machine could read ${file}. Now only you can.`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const before = statSync(file);
  const second = await answer([]);
  expect(second.isDone).toBe(true);
  expect(second.read).toContain(`Nothing new: ${file} is unchanged.`);
  expect(statSync(file).ino).toBe(before.ino);
});

test("in reelay setup the operator can replace or keep a refused token in .env", async () => {
  const { file, answer, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  writeFileSync(file, `DISCORD_TOKEN=old\nVIDEO_API_URL=${VIDEO_API_URL}\nSECRET_KEYS=a:none\n`, { mode: 0o600 });
  expect((await answer(["", "n"])).settings).toMatchObject({ DISCORD_TOKEN: "old" });
  expect((await answer(["worse", "", "n"])).settings).toMatchObject({ DISCORD_TOKEN: "old" });
  expect((await answer([DISCORD_TOKEN, "", "n"])).settings).toMatchObject({ DISCORD_TOKEN });
});

test("reelay setup writes nothing if the operator stops before the end", async () => {
  const { file, answer, tokens } = await aWorld();
  const all = [tokens.DISCORD_TOKEN, "y", "y", "y", tokens.SLACK_BOT_TOKEN, tokens.SLACK_APP_TOKEN];
  for (const count of all.keys()) {
    const { isDone, read } = await answer(all.slice(0, count));
    expect(isDone).toBe(false);
    expect(read).toMatch(/Stopped\. Nothing was written\.\n$/);
    expect(existsSync(file)).toBe(false);
  }
});

test("reelay setup keeps an existing master key, because a new key could not decrypt the stored API keys", async () => {
  const { dir, answer, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  mkdirSync(join(dir, "data"));
  writeFileSync(join(dir, "data", "secret.keys"), "k:…");
  const { settings, read } = await answer([DISCORD_TOKEN, "", "", VIDEO_API_URL]);
  expect(settings).toEqual({ DISCORD_TOKEN, VIDEO_API_URL });
  expect(read).toMatch(/Reelay keeps using the master key in .*secret\.keys/);
});

test("reelay setup skips Slack if one of the two Slack tokens is missing", async () => {
  const { answer, SLACK_BOT_TOKEN, VIDEO_API_URL } = await aWorld();
  const half = await answer(["", "yes", SLACK_BOT_TOKEN, "", VIDEO_API_URL]);
  expect(half.settings).toEqual({ VIDEO_API_URL });
  expect(half.read).toContain("Slack needs both tokens, so it is skipped.");
  expect(half.read).toContain("No account is set up.");
});

test("reelay setup asks only for the Slack tokens that the chosen kind of Slack app needs", async () => {
  const { answer, SLACK_BOT_TOKEN, VIDEO_API_URL } = await aWorld();
  const many = await answer(["", VIDEO_API_URL], { SLACK_CLIENT_ID: "1" });
  expect(many.read).toContain("It is already set up for many workspaces.");
  const world = await aWorld();
  const byHttp = await world.answer(["", world.SLACK_BOT_TOKEN, world.VIDEO_API_URL], { SLACK_SIGNING_SECRET: "s" });
  expect(byHttp.settings).toMatchObject({ SLACK_BOT_TOKEN });
});

test("reelay setup asks nothing and changes nothing if .env has an invalid line", async () => {
  const { file, answer } = await aWorld();
  writeFileSync(file, "no sense\n");
  const { isDone, read } = await answer([]);
  expect(isDone).toBe(false);
  expect(read).toMatch(/Line 1 is not NAME=value/);
  expect(read).not.toContain("Discord");
  expect(readFileSync(file, "utf8")).toBe("no sense\n");
});

test("reelay setup copies a setting from the shell into .env only if .env does not have the setting", async () => {
  const { file, answer, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  writeFileSync(file, `VIDEO_API_URL=${VIDEO_API_URL}\n`, { mode: 0o600 });
  const SECRET_KEYS = `a:${Buffer.alloc(32).toString("base64")}`;
  const { settings, read } = await answer(["n"], { DISCORD_TOKEN, SECRET_KEYS, VIDEO_API_URL: `${VIDEO_API_URL}/` });
  expect(settings).toEqual({ DISCORD_TOKEN, SECRET_KEYS, VIDEO_API_URL });
  expect(read).toContain("Your shell sets DISCORD_TOKEN, SECRET_KEYS. Saved here too");
});

test("reelay setup checks a secret that is in a separate file, and does not copy the secret into .env", async () => {
  const { dir, file, answer, outside, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  const keys = `a:${Buffer.alloc(32).toString("base64")}`;
  const [tokenFile, keysFile] = [join(dir, "discord"), join(dir, "keys")];
  writeFileSync(tokenFile, DISCORD_TOKEN);
  writeFileSync(keysFile, keys);
  const files = { DISCORD_TOKEN_FILE: tokenFile, SECRET_KEYS_FILE: keysFile };
  const { settings, isDone, read } = await answer(["n", VIDEO_API_URL], valueIn(withSecretFiles(files)));
  expect([isDone, settings]).toEqual([true, { VIDEO_API_URL }]);
  expect(read).not.toContain("Your shell sets");
  expect(readFileSync(file, "utf8")).not.toContain(keys);
  expect(withSecretFiles({ ...outside, ...files, ...settings })).toMatchObject({ ok: true });

  writeFileSync(tokenFile, "wrong");
  const refused = await answer(["n"], valueIn(withSecretFiles(files)));
  expect(refused.read).toMatch(
    /WRONG: Discord refused DISCORD_TOKEN.*\n.*Change it there: setup only writes to \.env\./,
  );
  expect(refused.settings).toEqual({ VIDEO_API_URL });
});

test("reelay setup asks for the dashboard, the service's name and a contact after all other questions", async () => {
  const { file, answer, outside, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  const dashboard = "https://acme.example/dashboard#keys";
  const { settings, read } = await answer([
    ...[DISCORD_TOKEN, "", "n", VIDEO_API_URL],
    ...["http://acme.example", dashboard, "O’Neil's Videos", "#video-help"],
  ]);
  const shown = {
    VIDEO_DASHBOARD_URL: dashboard,
    VIDEO_SERVICE_NAME: "O’Neil's Videos",
    OPERATOR_CONTACT: "#video-help",
  };
  expect(settings).toMatchObject(shown);
  expect(readConfig({ ...outside, ...settings })).toMatchObject({ ok: true, value: shown });
  expect(read).toContain("WRONG: It must be an https:// address");
  expect(readFileSync(file, "utf8")).toContain('OPERATOR_CONTACT="#video-help"\n');
  const again = await answer(["", "n"]);
  expect(again.read).toContain("ok: #video-help");
  expect(again.read).toContain("is unchanged");

  const without = await (await aWorld()).answer(["", "n", VIDEO_API_URL, dashboard]);
  expect(without.settings).toEqual({ VIDEO_API_URL });
  expect(without.read).toContain("No account is set up. SANDBOX=on npx reelay start runs Reelay on its sandbox");
});

test("reelay setup can save a token that cannot be checked because the platform is unreachable", async () => {
  const { answer, DISCORD_TOKEN, VIDEO_API_URL } = await aWorld();
  const away = { DISCORD_API_URL: "http://127.0.0.1:1" };
  const { settings, read } = await answer([DISCORD_TOKEN, "keep", "y", "n", VIDEO_API_URL], away);
  expect(settings).toMatchObject({ DISCORD_TOKEN, VIDEO_API_URL });
  expect(settings).not.toHaveProperty("DISCORD_PUBLIC_KEY");
  expect(read).toMatch(/NOT CHECKED: Discord cannot be reached/);
  expect(read).toContain("Discord did not return the application's public key, so Reelay uses the gateway.");
  expect(read).not.toContain("WRONG");
});
