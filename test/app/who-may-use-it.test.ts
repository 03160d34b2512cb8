import { expect, test } from "vitest";
import { whoMayUseIt } from "../../src/app/who-may-use-it.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { machineChance } from "../../src/core/clock.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";

const discord = { DISCORD_TOKEN: "token" };
const slack = { SLACK_BOT_TOKEN: "xoxb-1", SLACK_APP_TOKEN: "xapp-1" };

function configOf(environment: Record<string, string>) {
  return valueIn(readConfig({ VIDEO_API_URL: "https://video.example.com", ...environment }));
}

function admission(environment: Record<string, string>) {
  return whoMayUseIt(configOf(environment));
}

test("without access lists, the summary of access says that everybody may make videos", () => {
  expect(admission({ ...discord, ...slack })).toEqual({
    lines: ["Discord: everybody where it is installed", "Slack: everybody where it is installed"],
    gaps: [],
  });
});

test("the summary of access names the access lists that apply to each platform", () => {
  const lists = { ALLOWED_GUILDS: "1", ALLOWED_TEAMS: "T1", ALLOWED_ROLES: "2", ALLOWED_CHANNELS: "3,C3" };
  expect(admission({ ...discord, ...slack, ...lists })).toEqual({
    lines: ["Discord: ALLOWED_GUILDS, ALLOWED_CHANNELS, ALLOWED_ROLES", "Slack: ALLOWED_TEAMS, ALLOWED_CHANNELS"],
    gaps: [],
  });
});

test("a bot with ALLOWED_ROLES as the only access list is reported as open to everybody on Slack", () => {
  const roles = { ALLOWED_ROLES: "2" };
  expect(admission({ ...discord, ...slack, ...roles }).gaps).toEqual([
    "ALLOWED_ROLES does not apply to Slack, which has no roles: everybody there can make videos. Set ALLOWED_TEAMS or ALLOWED_CHANNELS.",
  ]);
  expect(admission({ ...discord, ...roles }).gaps).toEqual([]);
  expect(admission({ ...slack, ...discord, ...roles, ALLOWED_TEAMS: "T1" }).gaps).toEqual([]);
});

test("a bot with ALLOWED_CHANNELS of only one platform is reported as closed on the other platform", () => {
  const both = { ...discord, ...slack };
  expect(admission({ ...both, ALLOWED_CHANNELS: "100000000000000001" }).gaps).toEqual([
    "ALLOWED_CHANNELS has no channel of Slack, so nobody can make videos there. Add the ids of some.",
  ]);
  expect(admission({ ...both, ALLOWED_CHANNELS: "C1" }).gaps).toEqual([
    "ALLOWED_CHANNELS has no channel of Discord, so nobody can make videos there. Add the ids of some.",
  ]);
  expect(admission({ ...slack, ALLOWED_CHANNELS: "C1" }).gaps).toEqual([]);
});

test("a starting bot logs a warning if ALLOWED_ROLES leaves Slack open to everybody", async () => {
  // The start fails right after that warning, before it opens anything.
  const start = async (environment: Record<string, string>) => {
    const log = recordingLog();
    const config = configOf({ ...discord, ...slack, ALLOWED_ROLES: "2", POLICY_FILE: "nowhere.yaml", ...environment });
    expect(await startApp(config, { clock: manualClock(), chance: machineChance, log })).toMatchObject({ ok: false });
    return log.lines;
  };
  expect(await start({})).toEqual([
    {
      level: "warn",
      event: "a list of who may make videos leaves a platform out",
      fields: { detail: expect.stringMatching(/^ALLOWED_ROLES does not apply to Slack/) },
    },
  ]);
  expect(await start({ ALLOWED_TEAMS: "T1" })).toEqual([]);
});
