import { WebClient } from "@slack/web-api";
import { expect, test } from "vitest";
import { codeOf, slackWorld } from "./slack-world.ts";

const redirect_uri = "https://app.example/slack/oauth_redirect";

/** `allow` is a person's consent to install the app; `exchange` is the app's request for a token. */
async function installWorld() {
  const world = await slackWorld();
  const { slack, clientOptions } = world;
  const app = { client_id: slack.clientId, client_secret: slack.clientSecret, redirect_uri };
  const allow = async (changed: Record<string, string> = {}) => {
    const page = new URL("../oauth/v2/authorize", slack.apiUrl);
    const asked = { client_id: slack.clientId, scope: "commands", redirect_uri, state: "s", ...changed };
    for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
    const response = await fetch(page, { redirect: "manual" });
    return { status: response.status, back: new URL(response.headers.get("location") ?? "https://none.example") };
  };
  const code = async (team: string) => (await allow({ team })).back.searchParams.get("code") ?? "";
  const exchange = (code: string, changed: object = {}) =>
    new WebClient(undefined, clientOptions).oauth.v2.access({ ...app, code, ...changed });
  return { ...world, allow, code, exchange };
}

test("Slack's OAuth page redirects to the app with the given state, and refuses an unknown app or an empty scope", async () => {
  const { allow } = await installWorld();
  const { status, back } = await allow();
  expect([status, back.origin, back.searchParams.get("state")]).toEqual([302, "https://app.example", "s"]);
  expect((await allow({ client_id: "another" })).status).toBe(400);
  expect((await allow({ scope: "" })).status).toBe(400);
});

test("a Slack OAuth code can be exchanged for a token only once and only by its own app", async () => {
  const { slack, code, exchange, clientOptions } = await installWorld();
  const given = await code(slack.elsewhere.teamId);
  expect(await codeOf(exchange(given, { client_id: "another" }))).toBe("invalid_client_id");
  expect(await codeOf(exchange(given, { client_secret: "another" }))).toBe("bad_client_secret");
  expect(await codeOf(exchange(given, { redirect_uri: "https://evil.example/" }))).toBe("bad_redirect_uri");
  const installed = await exchange(given);
  expect(installed).toMatchObject({ token_type: "bot", scope: "commands", team: { id: slack.elsewhere.teamId } });
  expect(await codeOf(exchange(given))).toBe("code_already_used");
  expect(await codeOf(exchange("made-up"))).toBe("invalid_code");
  const bot = new WebClient(installed.access_token, clientOptions);
  expect(await bot.auth.test()).toMatchObject({ team_id: slack.elsewhere.teamId });
});

test("a Slack bot posts in the workspace of its token, even if two workspaces have the same channel id", async () => {
  const { slack, web, code, exchange, clientOptions } = await installWorld();
  const { access_token: token } = await exchange(await code(slack.elsewhere.teamId));
  await new WebClient(token, clientOptions).chat.postMessage({ channel: slack.channelId, text: "there" });
  await web.chat.postMessage({ channel: slack.channelId, text: "here" });
  expect(slack.elsewhere.messages("ada").map(({ text }) => text)).toEqual(["there"]);
  expect(slack.messages("ada").map(({ text }) => text)).toEqual(["here"]);
});

test("a Slack app outside the Marketplace can read a channel's messages only once a minute, at most 15 at a time", async () => {
  const { slack, web, clock, code, exchange, clientOptions } = await installWorld();
  const { access_token: token } = await exchange(await code(slack.elsewhere.teamId));
  const installed = new WebClient(token, clientOptions);
  const channel = slack.channelId;
  for (let nth = 1; nth <= 20; nth += 1) {
    for (const bot of [web, installed]) await bot.chat.postMessage({ channel, text: `${nth}` });
    clock.advance(1_000);
  }
  const read = async (bot: WebClient, limit?: number) => {
    const { messages = [], has_more: hasMore } = await bot.conversations.history({ channel, ...(limit && { limit }) });
    return [messages.length, hasMore];
  };
  const isLimited = (call: Promise<unknown>) =>
    call.then(
      () => false,
      ({ retryAfter }) => retryAfter,
    );
  expect([await read(web), await read(web, 200)]).toEqual([
    [20, false],
    [20, false],
  ]);
  expect(await read(installed, 200)).toEqual([15, true]);
  expect(await isLimited(read(installed))).toBe(60);
  clock.advance(60_000);
  expect(await read(installed)).toEqual([15, true]);
  clock.advance(60_000);
  expect(await read(installed, 3)).toEqual([3, true]);
  const ts = slack.elsewhere.messages("ada")[0]?.ts ?? "";
  expect((await installed.conversations.replies({ channel, ts })).messages).toHaveLength(1);
  expect(await isLimited(installed.conversations.replies({ channel, ts }))).toBe(60);
});

test("uninstalling a Slack app revokes the app's token and sends the app the events tokens_revoked and app_uninstalled", async () => {
  const { slack, web, code, exchange, clientOptions, connect } = await installWorld();
  const { access_token: token } = await exchange(await code(slack.elsewhere.teamId));
  const { next } = await connect();
  slack.uninstall(slack.elsewhere.teamId);
  expect(await codeOf(new WebClient(token, clientOptions).auth.test())).toBe("token_revoked");
  expect(await codeOf(web.auth.test())).toBe("ok");
  const events = [await next(), await next()].map(({ body }) => body);
  expect(events).toMatchObject([
    { team_id: slack.elsewhere.teamId, event: { type: "tokens_revoked" } },
    { team_id: slack.elsewhere.teamId, event: { type: "app_uninstalled" } },
  ]);
});
