import { expect, test } from "vitest";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { finished, makeVideo, messageOf, press, privateWords } from "../command-world.ts";
import { ben, member, team, teamKey, teamWorld, untoldPeople } from "./team-world.ts";

const noCaps = { teamMonth: "", personMonth: "", askAbove: "never", approvals: [], approveOwn: "no" };
const rulesGiven = { ...noCaps, teamMonth: "5,000" };
const spendersGiven = { everyone: "no", people: ["1"], roles: ["2", "3"], places: ["4"] };

test.for([
  { kind: "team_setup" },
  { kind: "give_team_key", key: teamKey },
  { kind: "set_team_rules", given: rulesGiven, version: 1 },
  { kind: "set_team_spenders", given: spendersGiven, version: 1 },
  { kind: "set_team_managers", managers: [], version: 1 },
  press("team_managers"),
  press("team_key"),
  press("team_rules"),
  press("team_spenders"),
  press("ask_remove_team_key"),
  press("remove_team_key"),
] as const)(
  "%o is for admins alone: a member, and somebody whom the chat does not know, change nothing",
  async (act) => {
    const world = await teamWorld({ managers: [ben.userId] });
    const before = await world.rules();
    expect(await world.reads(act, { standing: member, owner: ben })).toContain("Admins only");
    expect(await world.reads(act)).toContain("Not now");
    expect(await world.adminReads(act, { workspace: null })).toContain("Not here");
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
  const words = await world.adminReads({ kind: "team_setup" });
  expect(words).toContain("ends in t3am");
  expect(words).not.toContain(teamKey.reveal());
  expect(words).toContain("5,000 credits for the team, no cap for each person");
  expect(words).toContain("May spend: 2 people and everyone with one role.");
  expect(words).toContain("Where: in 1 channel.");
});

test("where nobody may spend yet, the page says so", async () => {
  const world = await teamWorld({ isForEveryone: false });
  expect(await world.adminReads({ kind: "team_setup" })).toContain("Nobody may spend yet");
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
    press("remove_team_key"),
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

test("of two admins who save at once the second is warned", async () => {
  const world = await teamWorld({ teamMonth: 7 });
  const { teams } = world.deps;
  const late = { ...teams, saveRules: async () => false };
  const other = await teamWorld({ teamMonth: 7 }, { teams: late });
  expect(privateWords(await other.sets({ kind: "set_team_spenders", given: spendersGiven }))).toContain(
    "Somebody else changed the rules",
  );
});

test("a channel for approvals in which the platform says that the bot may not write is refused at its field, untried", async () => {
  const world = await teamWorld();
  const given = { ...rulesGiven, approvals: ["4"], isApprovalsClosed: true as const };
  const answer = await world.sets({ kind: "set_team_rules", given });
  expect(answer).toMatchObject({ kind: "form_error", field: "approvals", text: expect.stringContaining("can't post") });
});

test("the forms open with the rules as they are", async () => {
  const world = await teamWorld({ teamMonth: 5_000, people: ["1"], channels: ["4"] });
  const rules = await world.asAdmin(press("team_rules"));
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
  const spenders = await world.asAdmin(press("team_spenders"));
  expect(spenders).toMatchObject({
    kind: "form",
    form: { fields: [{ id: "everyone", value: "yes" }, { chosen: ["1"] }, { id: "roles" }, { chosen: ["4"] }] },
  });
});

test("the team's key is removed after a question that says how many videos are in progress with it", async () => {
  const world = await teamWorld();
  await world.asMember({ kind: "make_video", from: "command", draft: aDraft({}) });
  const asked = await world.asAdmin(press("ask_remove_team_key"));
  expect(privateWords(asked)).toContain("1 video is in progress with the team's key.");
  expect(await world.key()).not.toBeNull();
  expect(wordsOf(messageOf(await world.asAdmin(press("remove_team_key"))))).toContain("The team's key is removed");
  expect(await world.vault.get(holderOf(team))).toBeNull();
  expect(wordsOf(messageOf(await world.asAdmin(press("remove_team_key"))))).toContain("nothing to remove");
});

test("removing the key says apart how many videos go on with it, and how many wait and will not begin", async () => {
  const world = await teamWorld({ askAbove: 95, approvals: aDiscordReply() });
  await world.asMember(makeVideo({ pay: "team" }));
  await world.asMember(makeVideo({ pay: "team", resolution: "720p" }));
  const waits = "1 video is waiting. Without a key, it will not be started.";
  const asked = await world.adminReads(press("ask_remove_team_key"));
  expect(asked).toContain("1 video is in progress with the team's key.");
  expect(asked).toContain(waits);
  const removed = wordsOf(messageOf(await world.asAdmin(press("remove_team_key"))));
  expect(removed).toContain("1 video is still in progress.");
  expect(removed).toContain(waits);
});

const asking = { ...noCaps, askAbove: "143", approvals: ["77"], approveOwn: "yes" };

test("who approves is saved as it was picked, and the caps stay", async () => {
  const world = await teamWorld({ teamMonth: 7 });
  expect(await world.asAdmin(press("team_managers"))).toMatchObject({ kind: "form", form: { id: "team_managers" } });
  await world.sets({ kind: "set_team_managers", managers: [ben.userId] });
  expect(await world.rules()).toMatchObject({ teamMonth: 7, managers: [ben.userId] });
});

const ownFine = { ...noCaps, approveOwn: "yes" };

test("nobody may approve their own where somebody else is a manager; the one manager who sets it may", async () => {
  const world = await teamWorld({ managers: [anOwner().userId, ben.userId] });
  expect(await world.sets({ kind: "set_team_rules", given: ownFine })).toMatchObject({
    kind: "form_error",
    field: "approve_own",
    text: expect.stringContaining("Another manager can approve"),
  });
  expect(await world.rules()).toMatchObject({ mayApproveOwn: false });
  await world.sets({ kind: "set_team_managers", managers: [anOwner().userId] });
  await world.sets({ kind: "set_team_rules", given: ownFine });
  expect(await world.rules()).toMatchObject({ mayApproveOwn: true });
});

test("once somebody else becomes a manager, nobody may approve their own videos, and the answer says so", async () => {
  const world = await teamWorld({ mayApproveOwn: true });
  const own = await world.sets({ kind: "set_team_managers", managers: [anOwner().userId] });
  expect(privateWords(own)).not.toContain("nobody may approve their own");
  expect(await world.rules()).toMatchObject({ mayApproveOwn: true });
  const shown = await world.sets({ kind: "set_team_managers", managers: [ben.userId] });
  expect(privateWords(shown)).toContain("Another manager can decide now, so nobody may approve their own videos.");
  expect(await world.rules()).toMatchObject({ mayApproveOwn: false, managers: [ben.userId] });
});

test("an approvals channel is saved once the bot has posted there, with its admin's language", async () => {
  const world = await teamWorld();
  const { message } = await finished(await world.sets({ kind: "set_team_rules", given: asking }, { locale: "de" }));
  expect(wordsOf(message)).toContain("143");
  expect(world.posted).toEqual([expect.stringMatching(/^77 /)]);
  expect(await world.rules()).toMatchObject({
    askAbove: 143,
    mayApproveOwn: true,
    locale: "de",
    approvals: { channelId: "77", userId: anOwner().userId },
  });
  await world.sets({ kind: "set_team_rules", given: asking });
  expect(world.posted).toHaveLength(1);
  await world.sets({ kind: "set_team_rules", given: noCaps });
  expect(await world.rules()).toMatchObject({ askAbove: null, approvals: null, mayApproveOwn: false });
});

test("a channel where the bot cannot post changes nothing, and the admin reads what to do", async () => {
  const world = await teamWorld({ teamMonth: 7 }, { canPost: false });
  const before = await world.rules();
  const { message } = await finished(await world.sets({ kind: "set_team_rules", given: asking }));
  expect(wordsOf(message)).toContain("View Channel");
  expect(await world.rules()).toEqual(before);
});

test.for([
  { ...noCaps, askAbove: "95" },
  { ...noCaps, personMonth: "100" },
])("what needs an approvals channel is not saved without one: %j", async (given) => {
  const world = await teamWorld();
  const before = await world.rules();
  expect(await world.sets({ kind: "set_team_rules", given })).toMatchObject({
    kind: "form_error",
    field: "approvals",
  });
  expect(await world.rules()).toEqual(before);
});

test.for([
  ["team_rules", { kind: "set_team_rules", given: { ...noCaps, teamMonth: "9" } }],
  ["team_spenders", { kind: "set_team_spenders", given: { ...spendersGiven, everyone: "yes" } }],
  ["team_managers", { kind: "set_team_managers", managers: [ben.userId] }],
] as const)(
  "the form %s that was opened before another admin saved changes nothing, and says so",
  async ([id, act]) => {
    const world = await teamWorld({ teamMonth: 7 });
    const opened = await world.asAdmin(press(id));
    const version = opened.kind === "form" ? opened.form.rulesVersion : undefined;
    if (version === undefined) throw new Error("the form carries no version");
    await world.sets({ kind: "set_team_spenders", given: spendersGiven });
    const before = await world.rules();
    for (const carried of [version, null])
      expect(await world.adminReads({ ...act, version: carried })).toContain("Somebody else changed the rules");
    expect(await world.rules()).toEqual(before);
    await world.asAdmin({ ...act, version: version + 1 });
    expect(await world.rules()).not.toEqual(before);
  },
);

test("a channel that another admin's rules made unneeded is not posted into", async () => {
  const world = await teamWorld();
  const answer = await world.asAdmin({ kind: "set_team_rules", given: asking, version: 0 });
  expect(privateWords(answer)).toContain("Somebody else changed the rules");
  expect(world.posted).toEqual([]);
});

test("a channel of another server is neither posted to nor saved", async () => {
  const people = { ...untoldPeople, isChannelHere: async (_: unknown, channelId: string) => channelId !== "77" };
  const world = await teamWorld({}, { people });
  const { message } = await finished(await world.sets({ kind: "set_team_rules", given: asking }));
  expect(wordsOf(message)).toContain("can't post in that channel");
  expect([world.posted, (await world.rules())?.approvals]).toEqual([[], null]);
});

test.for(["NaN", "", "-1", "1e3", "96"])(
  "a forged form that says %j for what needs an approval saves nothing",
  async (askAbove) => {
    const world = await teamWorld({ askAbove: 95 });
    privateWords(await world.sets({ kind: "set_team_rules", given: { ...noCaps, askAbove } }));
    expect(await world.rules()).toMatchObject({ askAbove: 95 });
  },
);
