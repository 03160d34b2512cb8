import { expect, test } from "vitest";
import { labelsOf } from "../../messages/words-of.ts";
import { makeVideo, messageOf, privateWords } from "../command-world.ts";
import { ben, member, teamKey, teamWorld } from "./team-world.ts";

test("anybody reads whether they may spend, what is left for them and the team, and when the month begins anew", async () => {
  const world = await teamWorld({ teamMonth: 1_000, personMonth: 300 });
  await world.asMember(makeVideo({ pay: "team" }));
  await world.asMember(makeVideo({ pay: "team" }), { owner: ben });
  const words = privateWords(await world.asMember({ kind: "team_status" }));
  expect(words).toContain("You may spend this team's credits here.");
  expect(words).toContain("Left for you this month: 205 credits.");
  expect(words).toContain("Left for the team this month: 810 credits.");
  expect(words).toContain("A new month (by UTC) begins on");
});

test("a member and a stranger see no digit of the team's key", async () => {
  const world = await teamWorld();
  for (const act of [{ kind: "team_status" }, { kind: "team_setup" }, { kind: "team_report" }] as const) {
    const words = privateWords(await world.asMember(act));
    expect(words).not.toContain(teamKey.lastFour());
    expect(words).not.toContain("ends in");
  }
});

test("the way to set the team up is offered to admins alone", async () => {
  const world = await teamWorld();
  expect(labelsOf(messageOf(await world.asAdmin({ kind: "team_status" })))).toEqual(["Set up", "Approvals"]);
  expect(labelsOf(messageOf(await world.asMember({ kind: "team_status" })))).toEqual([]);
});

test("who may not spend reads why, and no sums", async () => {
  const world = await teamWorld({ isForEveryone: false, teamMonth: 1_000 });
  const words = privateWords(await world.asMember({ kind: "team_status" }));
  expect(words).toContain("You may not spend this team's credits.");
  expect(words).not.toContain("Left for");
});

test("without a team key, and in a direct message, it says so", async () => {
  const world = await teamWorld(null);
  expect(privateWords(await world.asMember({ kind: "team_status" }))).toContain("no key of its own");
  expect(privateWords(await world.does({ kind: "team_status" }, { workspace: null, standing: member }))).toContain(
    "Not here",
  );
});
