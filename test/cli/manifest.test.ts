import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { manifestText } from "../../src/app/program/registered-at-slack.ts";
import { readParts } from "../../src/config.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { valueIn } from "../fakes/value-in.ts";
import { manifestShape } from "../frontends/slack/manifest-shape.ts";

async function printed(environment: Record<string, string>, isHttp = false) {
  const { manifest } = readParts(environment);
  const text = valueIn(await manifestText(isHttp ? { ...manifest, transport: "http" } : manifest));
  return manifestShape.parse(parse(text));
}

const PUBLIC_URL = "https://bot.example.com/reelay/";
const REQUESTS = "https://bot.example.com/reelay/slack/events";

describe("npx reelay manifest", () => {
  it("prints the manifest of a Socket Mode app with all commands and events", async () => {
    const { features, oauth_config, settings } = await printed({});
    expect(settings.socket_mode_enabled).toBe(true);
    const commands = commandSpecs("video").map(({ name }) => `/${name}`);
    expect(features.slash_commands.map(({ command }) => command)).toEqual(commands);
    expect(features.shortcuts).toMatchObject([
      { type: "global", callback_id: "make_video" },
      { type: "message", callback_id: "animate_this", name: "Animate this" },
    ]);
    expect(settings.event_subscriptions?.bot_events).toEqual(expect.arrayContaining(["app_mention", "message.im"]));
    const { bot, bot_optional } = oauth_config.scopes;
    expect(bot_optional).toEqual(["channels:history", "groups:history"]);
    // Slack requires that the list of all scopes includes the optional ones.
    const some = ["app_mentions:read", "im:history", "chat:write", "channels:history", "groups:history"];
    expect(bot).toEqual(expect.arrayContaining(some));
    expect(new Set(bot).size).toBe(bot.length);
  });

  it("prints the manifest of an app for many workspaces if PUBLIC_URL is set", async () => {
    const { oauth_config, settings } = await printed({ PUBLIC_URL, SLACK_APP_TOKEN: "xapp-1" });
    expect(oauth_config.redirect_urls).toEqual(["https://bot.example.com/reelay/slack/oauth_redirect"]);
    expect(settings).toMatchObject({ socket_mode_enabled: true, org_deploy_enabled: true });
    expect(settings.event_subscriptions?.bot_events).toEqual(
      expect.arrayContaining(["app_uninstalled", "tokens_revoked"]),
    );
    const alone = await printed({});
    expect(alone.oauth_config.redirect_urls).toBeUndefined();
    expect(alone.settings).not.toHaveProperty("org_deploy_enabled");
    expect(alone.settings.event_subscriptions?.bot_events).not.toContain("app_uninstalled");
  });

  it("prints the operator's contact in a description that reaches Slack's minimum of 174 characters", async () => {
    const aboutIn = async (environment: Record<string, string>) =>
      parse(valueIn(await manifestText(readParts(environment).manifest))).display_information.long_description;
    expect(await aboutIn({ OPERATOR_CONTACT: "<script>" })).toBeUndefined();
    const about = await aboutIn({ OPERATOR_CONTACT: "#help", PRIVACY_URL: "https://example.com/privacy" });
    expect(about).toMatch(/\nContact: #help\nPrivacy policy: https:\/\/example\.com\/privacy$/);
    expect(about.length).toBeGreaterThanOrEqual(174);
    expect((await aboutIn({ OPERATOR_CONTACT: "a", COMMAND_PREFIX: "a" })).length).toBeGreaterThanOrEqual(174);
  });

  it("uses COMMAND_PREFIX in the names of the commands", async () => {
    const { features } = await printed({ COMMAND_PREFIX: "clip" });
    expect(features.slash_commands.map(({ command }) => command)).toContain("/clip-help");
  });

  test.for<readonly [string, Record<string, string>, boolean]>([
    ["only a signing secret is set", { PUBLIC_URL, SLACK_SIGNING_SECRET: "s" }, false],
    ["the option --http is given", { PUBLIC_URL, SLACK_APP_TOKEN: "xapp-1" }, true],
  ])("prints Slack's request URLs if %s", async ([, environment, isHttp]) => {
    const { features, settings } = await printed(environment, isHttp);
    expect(settings).toMatchObject({ socket_mode_enabled: false, interactivity: { request_url: REQUESTS } });
    expect(new Set(features.slash_commands.map(({ url }) => url))).toEqual(new Set([REQUESTS]));
  });

  test.for([
    ["empty", ""],
    ["a plain http address", "http://bot.example.com"],
    ["an address without https://", "bot.example.com"],
  ] as const)("ends with an error if requests come over HTTP and PUBLIC_URL is %s", async ([, url]) => {
    const text = await manifestText({ ...readParts({ PUBLIC_URL: url }).manifest, transport: "http" });
    expect(text).toEqual({
      ok: false,
      refusal: "Slack needs an https address for its requests. Set PUBLIC_URL to it.",
    });
  });
});
