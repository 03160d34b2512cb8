import { expect, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { compare } from "../compare.ts";
import { unjudged } from "../listening.ts";
import { replay } from "../prove.ts";
import type { Transcript } from "../transcript.ts";
import { brokenEdge } from "./broken.ts";
import { brokenOnDiscord } from "./discord.ts";
import { brokenOnSlack } from "./slack.ts";

const every = [...brokenOnDiscord, ...brokenOnSlack];
const some = every.filter((_, nth) => isFull || nth % 6 === 0);
unjudged();

/** A transcript as a platform's would be that has every rule as the emulators have it. */
const checks = [...new Set(some.map(({ check }) => check))];
const asked = (names: readonly string[]): Transcript => ({
  version: 1,
  checks: names.map((name) => ({ name, verdict: { kind: "passed" }, steps: [] })),
});
const sound = replay(asked(checks));

test("there are 40 and more, each under a name of its own", () => {
  expect(every.length).toBeGreaterThanOrEqual(40);
  expect(new Set(every.map(({ what }) => what)).size).toBe(every.length);
});

test.for(some)("an emulator where $what is told from the platform, by its rule", async (broken) => {
  const { check, rule } = broken;
  const platform = await sound;
  const one = { ...platform, checks: platform.checks.filter(({ name }) => name === check) };
  expect(one.checks.map(({ verdict }) => verdict)).toEqual([{ kind: "passed" }]);
  const { wrong } = compare(one, await replay(one, { edge: brokenEdge(broken), hears: broken.hears }));
  expect(wrong.map((each) => each.rule)).toContain(rule);
});
