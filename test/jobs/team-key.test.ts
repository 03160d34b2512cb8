import { expect, test } from "vitest";
import type { Team } from "../../src/core/job/ids.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { aJobId, anOwner } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const MINUTE = 60_000;
const team: Team = { platform: "discord", teamId: "300000000000000003" };
const teamKey = new Secret("rk-team-0123-team");
const ownKey = new Secret("rk-own-0123-own1");

async function aTeamsWorld() {
  const world = aWorld();
  await world.jobs.teams.saveRules(team, { ...noRules, isForEveryone: true }, 0);
  await world.vault.put(anOwner(), ownKey);
  await world.vault.put(holderOf(team), teamKey);
  return { world, begin: () => world.begin({ team, sealedKey: world.vault.seal(holderOf(team), teamKey) }) };
}

const keysUsed = (world: ReturnType<typeof aWorld>) => new Set(world.video.calls.map(({ lastFour }) => lastFour));

test("a team's video is paid for and polled with the team's key, never with its person's own", async () => {
  const { world, begin } = await aTeamsWorld();
  await begin();
  await world.clock.advance(MINUTE);
  for (const taskId of world.video.taskIds()) world.video.succeed(taskId);
  await world.clock.advance(MINUTE);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", outcome: { kind: "succeeded" } });
  expect(keysUsed(world)).toEqual(new Set([teamKey.lastFour()]));
});

test("where the key that a team's video began with cannot be opened, the team's present one pays, and without one nobody's does", async () => {
  const { world } = await aTeamsWorld();
  await world.begin({ team, sealedKey: "broken" });
  expect(keysUsed(world)).toEqual(new Set([teamKey.lastFour()]));

  await world.vault.remove(holderOf(team));
  await world.begin({ id: aJobId(2), team, sealedKey: "broken" });
  expect((await world.jobOf(aJobId(2))).state).toMatchObject({
    outcome: { kind: "refused", refusal: { kind: "no_key" } },
  });
  expect(keysUsed(world)).toEqual(new Set([teamKey.lastFour()]));
});
