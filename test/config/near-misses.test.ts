import { expect, test } from "vitest";
import { nearMisses, nearMissText } from "../../src/config/near-misses.ts";
import { variableNames } from "../../src/config.ts";

test.for([
  ["DISCORD_TOKN", "DISCORD_TOKEN"],
  ["DISCROD_TOKEN", "DISCORD_TOKEN"],
  ["discord_token", "DISCORD_TOKEN"],
  ["DISCORD_BOT_TOKEN", "DISCORD_TOKEN"],
  ["SLACK_TOKEN", "SLACK_BOT_TOKEN"],
  ["VIDEO_URL", "VIDEO_API_URL"],
  ["SECRET_KEY", "SECRET_KEYS"],
])("%s is told to be no setting, and %s to be the one that was meant", ([name = "", meant = ""]) => {
  const [found] = nearMisses({ [name]: "x" }, variableNames);
  expect(found).toEqual({ name, meant });
  expect(found && nearMissText(found)).toBe(`${name} is not a Reelay setting. Did you mean ${meant}?`);
});

test("what the machine sets, and what is set rightly, is no near miss", () => {
  const machine = ["HOME", "PATH", "HOSTNAME", "LOGNAME", "XDG_DATA_DIRS", "NODE_OPTIONS", "NPM_CONFIG_LOG_LEVEL"];
  const set = Object.fromEntries([...machine, ...variableNames].map((name) => [name, "x"]));
  expect(nearMisses(set, variableNames)).toEqual([]);
  expect(nearMisses({ DISCORD_BOT_TOKEN: "x", DISCORD_TOKEN: "y" }, variableNames)).toEqual([]);
  expect(nearMisses(Object.fromEntries(machine.map((name) => [name, "x"])), variableNames)).toEqual([]);
  expect(nearMisses({ DISCORD_TOKN: " " }, variableNames)).toEqual([]);
});
