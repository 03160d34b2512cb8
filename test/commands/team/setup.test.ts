import { expect, test } from "vitest";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { finished, makeVideo, messageOf, privateWords } from "../command-world.ts";
import { ben, member, pressed, team, teamKey, teamWorld } from "./team-world.ts";
import { untoldPeople } from "./untold-people.ts";

const noCaps = { teamMonth: "", personMonth: "", askAbove: "never", approvals: [], approveOwn: "no" };
const rulesGiven = { ...noCaps, teamMonth: "5,000" };
const spendersGiven = { everyone: "no", people: ["1"], roles: ["2", "3"], places: ["4"] };

test.for([
  { kind: "team_setup" },
  { kind: "give_team_key", key: teamKey },
  { kind: "set_team_rules", given: rulesGiven, version: 1 },
  { kind: "set_team_spenders", given: spendersGiven, version: 1 },
  { kind: "set_team_managers", managers: [], version: 1 },
  pressed("team_managers"),
  pressed("team_key"),
  pressed("team_rules"),
  pressed("team_spenders"),
  pressed("ask_remove_team_key"),
  pressed("remove_team_key"),
] as const)(
  "%o is for admins alone: a member, and somebody whom the chat does not know, change nothing",
  async (act) => {
    const world = await teamWorld({ managers: [ben.userId] });
    const before = await world.rules();
    expect(privateWords(await world.does(act, { standing: member, owner: ben }))).toContain("Admins only");
    expect(privateWords(await world.does(act))).toContain("Not now");
    expect(privateWords(await world.asAdmin(act, { workspace: null }))).toContain("Not here");
    expect(await world.rules()).toEqual(before);
    expect((await world.key())?.equals(teamKey)).toBe(true);
  },
);

test("an admin sees the team's key by its last four, its caps and who may spend", async () => {
  const world = await teamWorld({
    teamMonth: 5_000,
    isForEveryone: false,
    people: ["1", "2"],
    roles: ["3"],
    channels: ["4"],
  });
  const words = privateWords(await world.asAdmin({ kind: "team_setup" }));
  expect(words).toContain("ends in t3am");
  expect(words).not.toContain(teamKey.reveal());
  expect(words).toContain("5,000 credits for the team, no cap for each person");
  expect(words).toContain("May spend: 2 people and everyone with one role.");
  expect(words).toContain("Where: in 1 channel.");
});

test("where nobody may spend yet, the page says so", async () => {
  const world = await teamWorld({ isForEveryone: false });
  expect(privateWords(await world.asAdmin({ kind: "team_setup" }))).toContain("Nobody may spend yet");
});

test("a team's key is tested, stored for the team alone, and shown by its last four", async () => {
  const world = await teamWorld(null);
  const working = await world.asAdmin({ kind: "give_team_key", key: new Secret(` ${teamKey.reveal()} `) });
  const { message } = await finished(working);
  expect(wordsOf(message)).toContain("The team's key (ends in t3am) is stored encrypted.");
  expect((await world.key())?.equals(teamKey)).toBe(true);
  expect(await world.vault.get(anOwner())).toBeNull();
});

test("a key that the service does not accept is not stored", async () => {
  const world = await teamWorld(null);
  world.client.refuseKey(teamKey);
  const { message } = await finished(await world.asAdmin({ kind: "give_team_key", key: teamKey }));
  expect(wordsOf(message)).toContain("does not work");
  expect(labelsOf(message)).toEqual(["Team key"]);
  expect(await world.key()).toBeNull();
});

test("caps are saved as numbers, and an empty one is none", async () => {
  const world = await teamWorld({ personMonth: 100 });
  expect(privateWords(await world.sets({ kind: "set_team_rules", given: rulesGiven }))).toContain(
    "5,000 credits for the team",
  );
  expect(await world.rules()).toMatchObject({
    teamMonth: 5_000,
    personMonth: null,
    isForEveryone: true,
  });
});

test("an admin's right is asked for afresh where it changes something, and five minutes old at most where it only tells", async () => {
  const asked: boolean[] = [];
  const people = {
    ...untoldPeople,
    standingOf: async (_: unknown, isFresh: boolean) => {
      asked.push(isFresh);
      return { isAdmin: true, isGuest: false };
    },
  };
  const world = await teamWorld({}, { people });
  const changing = [
    { kind: "set_team_rules", given: rulesGiven, version: 1 },
    { kind: "set_team_spenders", given: spendersGiven, version: 1 },
    { kind: "set_team_managers", managers: [], version: 1 },
    { kind: "give_team_key", key: teamKey },
    pressed("remove_team_key"),
  ] as const;
  for (const act of changing) await world.asAdmin(act);
  expect(asked).toEqual(changing.map(() => true));
  for (const kind of ["team_status", "team_report"] as const) await world.asAdmin({ kind });
  expect(asked.slice(changing.length)).toEqual([false, false]);
});

test.for([
  ["team_month", { teamMonth: "a lot", personMonth: "" }],
  ["person_month", { teamMonth: "", personMonth: "1,5" }],
] as const)("what is no number at %s is said at its field, and nothing is saved", async ([field, caps]) => {
  const world = await teamWorld({ teamMonth: 7 });
  const answer = await world.sets({ kind: "set_team_rules", given: { ...noCaps, ...caps } });
  expect(answer).toMatchObject({ kind: "form_error", field });
  expect(await world.rules()).toMatchObject({ teamMonth: 7 });
});

test("who may spend is saved as it was picked, and the caps stay", async () => {
  const world = await teamWorld({ teamMonth: 7 });
  await world.sets({ kind: "set_team_spenders", given: spendersGiven });
  expect(privateWords(await world.sets({ kind: "set_team_spenders", given: spendersGiven }))).toContain("Saved");
  expect(await world.rules()).toMatchObject({
    teamMonth: 7,
    isForEveryone: false,
    people: ["1"],
    roles: ["2", "3"],
    channels: ["4"],
  });
});

test("of two admins who save at once the second is told", async () => {
  const world = await teamWorld({ teamMonth: 7 });
  const { teams } = world.deps;
  const late = { ...teams, saveRules: async () => false };
  const other = await teamWorld({ teamMonth: 7 }, { teams: late });
  expect(privateWords(await other.sets({ kind: "set_team_spenders", given: spendersGiven }))).toContain(
    "Somebody else changed the rules",
  );
});

test("the forms open with the rules as they are", async () => {
  const world = await teamWorld({ teamMonth: 5_000, people: ["1"], channels: ["4"] });
  const rules = await world.asAdmin(pressed("team_rules"));
  expect(rules).toMatchObject({
    kind: "form",
    form: {
      id: "team_rules",
      fields: [
        { id: "team_month", value: "5000" },
        { id: "person_month", value: "" },
        { id: "ask_above", value: "never" },
        { id: "approvals", chosen: [] },
        { id: "approve_own", value: "no" },
      ],
    },
  });
  const spenders = await world.asAdmin(pressed("team_spenders"));
  expect(spenders).toMatchObject({
    kind: "form",
    form: { fields: [{ id: "everyone", value: "yes" }, { chosen: ["1"] }, { id: "roles" }, { chosen: ["4"] }] },
  });
});

test("the team's key is removed after a question that says how many videos are in progress with it", async () => {
  const world = await teamWorld();
  await world.asMember({ kind: "make_video", from: "command", draft: aDraft({}) });
  const asked = await world.asAdmin(pressed("ask_remove_team_key"));
  expect(privateWords(asked)).toContain("1 video is in progress with the team's key.");
  expect(await world.key()).not.toBeNull();
  expect(wordsOf(messageOf(await world.asAdmin(pressed("remove_team_key"))))).toContain("The team's key is removed");
  expect(await world.vault.get(holderOf(team))).toBeNull();
  expect(wordsOf(messageOf(await world.asAdmin(pressed("remove_team_key"))))).toContain("nothing to remove");
});

test("removing the key says apart how many videos go on with it, and how many wait and will not begin", async () => {
  const world = await teamWorld({ askAbove: 95, approvals: aDiscordReply() });
  await world.asMember(makeVideo({ pay: "team" }));
  await world.asMember(makeVideo({ pay: "team", resolution: "720p" }));
  const waits = "1 video is waiting. Without a key, it will not be started.";
  const asked = privateWords(await world.asAdmin(pressed("ask_remove_team_key")));
  expect(asked).toContain("1 video is in progress with the team's key.");
  expect(asked).toContain(waits);
  const removed = wordsOf(messageOf(await world.asAdmin(pressed("remove_team_key"))));
  expect(removed).toContain("1 video is still in progress.");
  expect(removed).toContain(waits);
});
