import { expect, test } from "vitest";
import { type Environment, readConfig } from "../../src/config.ts";

const many = {
  VIDEO_API_URL: "https://v.example",
  SLACK_CLIENT_ID: "1.2",
  SLACK_CLIENT_SECRET: "secret",
  SLACK_STATE_SECRET: "0123456789abcdef",
  SLACK_APP_TOKEN: "xapp-1",
  PUBLIC_URL: "https://reelay.example.com/",
};

function problems(environment: Environment): readonly string[] {
  const read = readConfig(environment);
  return read.ok ? [] : read.refusal;
}

test("many workspaces each give a token of their own, over sockets or HTTP", () => {
  const read = readConfig(many);
  expect(read.ok && read.value.slack).toMatchObject({
    access: { kind: "installs", clientId: "1.2", publicUrl: "https://reelay.example.com" },
    transport: { kind: "socket" },
  });
  expect(problems({ ...many, SLACK_APP_TOKEN: "", SLACK_SIGNING_SECRET: "s" })).toEqual([]);
});

test.for<readonly [string, Environment, RegExp]>([
  ["half of it", { ...many, SLACK_CLIENT_SECRET: "", PUBLIC_URL: "" }, /^SLACK_CLIENT_SECRET, PUBLIC_URL are missing/],
  ["no address to come back to", { ...many, PUBLIC_URL: "" }, /^PUBLIC_URL is missing/],
  ["no way in", { ...many, SLACK_APP_TOKEN: "" }, /SLACK_APP_TOKEN.*or SLACK_SIGNING_SECRET/],
  ["one workspace's token as well", { ...many, SLACK_BOT_TOKEN: "xoxb-1" }, /^SLACK_BOT_TOKEN is for one .* Remove it/],
  ["a state secret that can be guessed", { ...many, SLACK_STATE_SECRET: "short" }, /^SLACK_STATE_SECRET must be/],
])("many workspaces with %s are refused with a cure", ([, environment, words]) => {
  expect(problems(environment)).toEqual([expect.stringMatching(words)]);
});

test("a client id alone counts as credentials: no sandbox starts in their place", () => {
  expect(problems({ SLACK_CLIENT_ID: "1.2" }).join()).toMatch(/SLACK_CLIENT_SECRET/);
});
