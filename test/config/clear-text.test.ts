import { expect, test } from "vitest";
import { type Environment, readConfig, readDiscord, readSlack } from "../../src/config.ts";
import { aBotOnDiscord } from "../fakes/a-bot-on-discord.ts";

function problems(environment: Environment): readonly string[] {
  const read = readConfig({ ...aBotOnDiscord, ...environment });
  return read.ok ? [] : read.refusal;
}

test.for(["VIDEO_API_URL", "DISCORD_API_URL", "SLACK_API_URL"])(
  "%s over plain http to another machine is refused: keys and tokens would travel in clear",
  (name) => {
    for (const url of [
      "http://video.example.com",
      "HTTP://10.0.0.5:8080/api",
      "http://127.0.0.1.example.com",
      "http://video",
    ])
      expect(problems({ [name]: url })).toEqual([expect.stringMatching(`^${name} uses http://.*TRUSTED_ORIGINS\\.$`)]);
  },
);

test.for([
  "https://video.example.com",
  "http://127.0.0.1:4000",
  "http://127.8.8.8/base",
  "http://localhost:4000",
  "http://[::1]:4000",
  "http://video.localhost",
])("%s may be a base address", (url) => {
  expect(problems({ VIDEO_API_URL: url, DISCORD_API_URL: url, SLACK_API_URL: url })).toEqual([]);
});

test("an operator may name a machine that is trusted all the same, by its very origin", () => {
  const near = { VIDEO_API_URL: "http://video.internal:8080/base" };
  expect(problems({ ...near, TRUSTED_ORIGINS: "https://cdn.example.com, http://video.internal:8080/" })).toEqual([]);
  for (const other of ["http://video.internal", "https://video.internal:8080", "video.internal:8080"])
    expect(problems({ ...near, TRUSTED_ORIGINS: other }).join()).toContain("VIDEO_API_URL uses http://");
});

test("it is told beside every other problem", () => {
  expect(problems({ VIDEO_API_URL: "http://video.example.com", PORT: "many" })).toHaveLength(2);
});

test("the small programs send no token in clear either: they ask the platform itself", () => {
  const near = { DISCORD_API_URL: "http://proxy.internal/api", SLACK_API_URL: "http://proxy.internal/slack" };
  expect(readDiscord(near).apiUrl).toBe("https://discord.com/api");
  expect(readSlack(near).apiUrl).toBe("https://slack.com/api/");
  const trusted = { ...near, TRUSTED_ORIGINS: "http://proxy.internal" };
  expect(readDiscord(trusted).apiUrl).toBe(near.DISCORD_API_URL);
  expect(readSlack(trusted).apiUrl).toBe(near.SLACK_API_URL);
});
