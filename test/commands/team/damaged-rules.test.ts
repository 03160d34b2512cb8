import { expect, test } from "vitest";
import { noRules } from "../../../src/core/team/rules.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { makeVideo, messageOf, privateWords } from "../command-world.ts";
import { ben, member, pressed, team, teamKey, teamWorld } from "./team-world.ts";

/** A team whose rules, which named Ben, cannot be read any more. */
async function aDamagedTeam() {
  const world = await teamWorld({ teamMonth: 300, managers: [ben.userId] });
  world.jobs.teams.damage(team);
  return world;
}

test("an admin reads that the rules are damaged, and resets them after a question; the key stays", async () => {
  const world = await aDamagedTeam();
  const page = messageOf(await world.asAdmin({ kind: "team_setup" }));
  expect(page.title).toBe("The rules are damaged");
  expect(labelsOf(page)).toEqual(["Reset rules"]);
  const question = messageOf(await world.asAdmin(pressed("ask_reset_team_rules")));
  expect(labelsOf(question)).toEqual(["Reset rules", "Cancel"]);
  await expect(world.rules()).rejects.toThrow("damaged");

  const words = privateWords(await world.asAdmin(pressed("reset_team_rules")));
  expect(words).toContain("The rules are reset.");
  expect(words).toContain("May spend: nobody yet.");
  expect(await world.rules()).toEqual(noRules);
  expect((await world.key())?.equals(teamKey)).toBe(true);
  await world.asAdmin({
    kind: "set_team_spenders",
    given: { everyone: "yes", people: [], roles: [], places: [] },
    version: 3,
  });
  expect(await world.rules()).toMatchObject({ isForEveryone: true });
});

test("nobody but an admin resets them, and nobody spends by them", async () => {
  const world = await aDamagedTeam();
  for (const kind of ["ask_reset_team_rules", "reset_team_rules"] as const) {
    expect(privateWords(await world.does(pressed(kind), { owner: ben, standing: member }))).toContain("Admins only");
    expect(privateWords(await world.does(pressed(kind)))).toContain("Not now");
    expect(privateWords(await world.asAdmin(pressed(kind), { workspace: null }))).toContain("Not here");
  }
  expect(privateWords(await world.does({ kind: "team_report" }, { owner: ben, standing: member }))).toContain(
    "Not now",
  );
  await world.asMember(makeVideo({ pay: "team" }));
  expect(world.orders).toEqual([]);
  await expect(world.rules()).rejects.toThrow("damaged");
});

test("rules that are whole stay as they are", async () => {
  const world = await teamWorld({ teamMonth: 300 });
  const words = privateWords(await world.asAdmin(pressed("reset_team_rules")));
  expect(words).toContain("300 credits for the team");
  expect(words).not.toContain("The rules are reset.");
  expect(await world.rules()).toMatchObject({ teamMonth: 300 });
});
