import { describe, expect, it, onTestFinished, test } from "vitest";
import { startDiscord } from "../../sandbox/src/discord/discord-emulator.ts";
import { listen, reply } from "../../sandbox/src/http.ts";
import { openJournal } from "../../sandbox/src/journal.ts";
import { inviteText } from "../../src/app/program/print-invite.ts";
import { readParts } from "../../src/config.ts";
import { manualClock } from "../fakes/manual-clock.ts";

async function aServer(status: number, body: unknown) {
  const server = await listen((_request, response) => reply(response, status, body));
  onTestFinished(() => server.close());
  return `${server.origin}/api`;
}

describe("npx reelay invite", () => {
  it("prints a link that adds the bot to a server, and a link that installs the app for one person", async () => {
    const clock = manualClock();
    const discord = await startDiscord({ clock, journal: openJournal(clock) });
    onTestFinished(() => discord.stop());
    const text = await inviteText(discord);
    const links = (text.ok ? text.value : text.refusal).match(/https:\S+/g)?.map((link) => new URL(link)) ?? [];
    expect(links.map(({ origin, pathname }) => origin + pathname)).toEqual([
      "https://discord.com/oauth2/authorize",
      "https://discord.com/oauth2/authorize",
    ]);
    expect(links.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      {
        client_id: discord.applicationId,
        integration_type: "0",
        scope: "bot applications.commands",
        permissions: "274878024704",
      },
      { client_id: discord.applicationId, integration_type: "1", scope: "applications.commands" },
    ]);
  });

  test.for<readonly [string, number, unknown, RegExp]>([
    ["Discord rejects the token", 401, { code: 0 }, /refused DISCORD_TOKEN\. Copy the bot's token again/],
    ["the response has the HTTP status 404", 404, {}, /status 404\)\. Check DISCORD_API_URL/],
    ["Discord limits requests", 429, { retry_after: 7 }, /busy\. Try again in \d+ seconds/],
    ["Discord has an outage", 503, {}, /Discord has a problem \(status 503\)\. Try again later/],
    ["the response is invalid", 200, { id: "x&y" }, /names no application/],
  ])("prints an error message that does not contain the token if %s", async ([, status, body, words]) => {
    const text = await inviteText({ token: "canary", apiUrl: await aServer(status, body) });
    expect(text.ok ? text.value : text.refusal).toMatch(words);
    expect(text.ok).toBe(false);
    expect(JSON.stringify(text)).not.toContain("canary");
  });

  it("prints how to fix the problem if DISCORD_TOKEN is not set", async () => {
    const text = await inviteText(readParts({ DISCORD_TOKEN: " " }).discord);
    expect(text).toEqual({
      ok: false,
      refusal: "DISCORD_TOKEN is missing. Copy the bot's token from the Developer Portal into .env.",
    });
  });
});
