import { expect, test } from "vitest";
import type { Entry } from "../src/journal.ts";
import { connectDiscordBot, connectSlackBot } from "./key-bot.ts";
import { mounted } from "./mounted.ts";

const kindsOf = (entries: readonly Entry[], place: Entry["place"]) =>
  entries.filter((entry) => entry.place === place).map((entry) => entry.kind);

test("the sandbox provides every environment variable that connects a bot to the sandbox", async () => {
  const { sandbox } = await mounted();
  expect(sandbox.env).toEqual({
    VIDEO_API_URL: sandbox.video.url,
    DISCORD_TOKEN: sandbox.discord.token,
    DISCORD_API_URL: sandbox.discord.apiUrl,
    SLACK_BOT_TOKEN: sandbox.slack.botToken,
    SLACK_APP_TOKEN: sandbox.slack.appToken,
    SLACK_API_URL: sandbox.slack.apiUrl,
    SANDBOX: "off",
    TRUSTED_ORIGINS: sandbox.video.url,
  });
});

test("when a bot connects, the sandbox adds an API key for the simulated user Ada, but none for the simulated user Ben", async () => {
  const { sandbox, get } = await mounted();
  await Promise.all([connectDiscordBot(sandbox.env), connectSlackBot(sandbox.env)]);
  await Promise.all([
    sandbox.discord.command("ada", "video", { prompt: "a boat" }),
    sandbox.slack.command("ada", "/video a boat"),
  ]);
  await sandbox.seeded();

  const entries = sandbox.journal.since(0);
  for (const place of ["discord", "slack"] as const) {
    const own = kindsOf(entries, place);
    expect(own.filter((kind) => kind === "submit_form")).toHaveLength(1);
    expect(own.lastIndexOf("command")).toBeGreaterThan(own.indexOf("submit_form"));
  }
  // Ada dismisses the confirmation, so the page does not show it.
  expect(JSON.stringify(entries.filter(({ place }) => place === "discord"))).toContain("Your key works.");
  expect(sandbox.discord.messages("ada").filter(({ content }) => content === "Your key works.")).toEqual([]);
  expect(sandbox.slack.openForms("ada")).toEqual([]);
  expect(entries.filter((entry) => entry.personId === "ben")).toEqual([]);
  expect(JSON.stringify(await (await get("/sandbox/state")).json())).not.toContain(sandbox.video.key);
});

test("the sandbox's event stream contains neither the sandbox's API key nor a key typed by a person", async () => {
  const { sandbox, origin, post } = await mounted();
  await Promise.all([connectDiscordBot(sandbox.env), connectSlackBot(sandbox.env)]);
  await sandbox.discord.command("ben", "video-key", {}, { subcommand: "set" });
  const form = await sandbox.journal.find(
    ({ place, kind, personId }) => place === "discord" && kind === "form" && personId === "ben",
  );
  await post("/sandbox/discord/submit", {
    person: "ben",
    formId: form.interactionId,
    values: { key: "vk-typed-by-ben" },
  });
  await sandbox.slack.command("ben", "/video-key set");
  const view = await sandbox.journal.find(
    ({ place, kind, personId }) => place === "slack" && kind === "form" && personId === "ben",
  );
  await post("/sandbox/slack/submit", {
    person: "ben",
    viewId: view.interactionId,
    values: { key: "vk-typed-by-ben" },
  });
  await sandbox.journal.find(
    ({ place, kind, payload }) =>
      place === "slack" && kind === "form_updated" && JSON.stringify(payload).includes("refused"),
  );
  await sandbox.seeded();
  sandbox.journal.add({ place: "video", kind: "settled", payload: { canary: `x${sandbox.video.key}x` } });

  const response = await fetch(`${origin}/sandbox/events`);
  let stream = "";
  for await (const part of response.body ?? []) {
    stream += Buffer.from(part).toString();
    if (stream.includes("canary")) break;
  }
  expect(stream).toContain("submit_form");
  expect(stream).not.toContain(sandbox.video.key);
  expect(stream).not.toContain("vk-typed-by-ben");
});

test("typing the word “sandbox” into the key form on the sandbox page adds a working API key", async () => {
  const { sandbox, post } = await mounted({ seedKeys: false });
  await connectSlackBot(sandbox.env);
  await sandbox.slack.command("ben", "/video-key set");
  const form = await sandbox.journal.find(({ kind }) => kind === "form");
  await post("/sandbox/slack/submit", { person: "ben", viewId: form.interactionId, values: { key: "sandbox" } });
  await sandbox.journal.find(
    ({ kind, payload }) => kind === "form_updated" && JSON.stringify(payload).includes("works"),
  );
});

test("the sandbox adds the simulated user Ada's API key even if the bot's commands have the prefix “film”", async () => {
  const { sandbox } = await mounted();
  await connectDiscordBot(sandbox.env, { prefix: "film" });
  await sandbox.discord.command("ada", "film", { prompt: "a boat" });
  const entries = sandbox.journal.since(0).filter(({ place }) => place === "discord");
  expect(JSON.stringify(entries)).toContain("Your key works.");
});

test("a sandbox that adds no API keys sends no command on behalf of a simulated person", async () => {
  const { sandbox } = await mounted({ seedKeys: false });
  await connectDiscordBot(sandbox.env);
  await sandbox.discord.command("ada", "video", { prompt: "a boat" });
  expect(kindsOf(sandbox.journal.since(0), "discord").filter((kind) => kind === "command")).toHaveLength(1);
});
