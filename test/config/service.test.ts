import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { aBotOnDiscord } from "../fakes/a-bot-on-discord.ts";

const read = (environment: Readonly<Record<string, string>>) => readConfig({ ...aBotOnDiscord, ...environment });

test.for(["Acme", "Filmwerk 24", "O’Neil & Söhne", "動画工房", "a"])("%s may be the video service's name", (name) => {
  expect(read({ VIDEO_SERVICE_NAME: ` ${name} ` })).toMatchObject({ ok: true, value: { VIDEO_SERVICE_NAME: name } });
});

test.for(["x".repeat(41), "*Acme*", "<@U1>", "https://acme.example", "two\nlines", "@everyone", "ac\u202eme"])(
  "%j is no name that stands in a sentence",
  (name) => {
    expect(read({ VIDEO_SERVICE_NAME: name })).toMatchObject({
      ok: false,
      refusal: [expect.stringMatching(/^VIDEO_SERVICE_NAME must be a name/)],
    });
  },
);

test.for<readonly [string, string]>([
  ["https://acme.example/dashboard?tab=keys#top", "https://acme.example/dashboard?tab=keys#top"],
  ["https://acme.example", "https://acme.example/"],
  ["http://127.0.0.1:4000/dashboard", "http://127.0.0.1:4000/dashboard"],
])("%s may be its dashboard", ([url, page]) => {
  expect(read({ VIDEO_DASHBOARD_URL: url })).toMatchObject({ ok: true, value: { VIDEO_DASHBOARD_URL: page } });
});

test.for([
  "http://acme.example",
  "javascript:alert(1)",
  "acme.example",
  "https://me:secret@acme.example",
  `https://acme.example/${"x".repeat(512)}`,
])("%s is no dashboard: people give their keys and money there", (url) => {
  expect(read({ VIDEO_DASHBOARD_URL: url })).toMatchObject({
    ok: false,
    refusal: [expect.stringMatching(/^VIDEO_DASHBOARD_URL must be an https:/)],
  });
});
