import { expect, test } from "vitest";
import { ok, refuse } from "../../../src/core/result.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { finished, privateWords } from "../command-world.ts";
import { ben, pressed, teamWorld } from "./team-world.ts";
import { untoldPeople } from "./untold-people.ts";

const noCaps = { teamMonth: "", personMonth: "", askAbove: "never", approvals: [], approveOwn: "no" };
const spendersGiven = { everyone: "no", people: ["1"], roles: ["2", "3"], places: ["4"] };

const asking = { ...noCaps, askAbove: "143", approvals: ["77"], approveOwn: "yes" };

test("who approves is saved as it was picked, and the caps stay", async () => {
  const world = await teamWorld({ teamMonth: 7 });
  expect(await world.asAdmin(pressed("team_managers"))).toMatchObject({ kind: "form", form: { id: "team_managers" } });
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

test("where somebody else becomes a manager, nobody may approve their own from then on, and that is said", async () => {
  const world = await teamWorld({ mayApproveOwn: true });
  const own = await world.sets({ kind: "set_team_managers", managers: [anOwner().userId] });
  expect(privateWords(own)).not.toContain("nobody may approve their own");
  expect(await world.rules()).toMatchObject({ mayApproveOwn: true });
  const said = await world.sets({ kind: "set_team_managers", managers: [ben.userId] });
  expect(privateWords(said)).toContain("Another manager can decide now, so nobody may approve their own videos.");
  expect(await world.rules()).toMatchObject({ mayApproveOwn: false, managers: [ben.userId] });
});

test("an approvals channel is saved once the bot has posted there, with its admin's language", async () => {
  const posted: string[] = [];
  const world = await teamWorld(
    {},
    {
      post: async (reply, message) => {
        posted.push(`${reply.channelId} ${message.title}`);
        return ok(reply);
      },
    },
  );
  const { message } = await finished(await world.sets({ kind: "set_team_rules", given: asking }, { locale: "de" }));
  expect(wordsOf(message)).toContain("143");
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatch(/^77 /);
  expect(await world.rules()).toMatchObject({
    askAbove: 143,
    mayApproveOwn: true,
    locale: "de",
    approvals: { channelId: "77", userId: anOwner().userId },
  });
  await world.sets({ kind: "set_team_rules", given: asking });
  expect(posted).toHaveLength(1);
  await world.sets({ kind: "set_team_rules", given: noCaps });
  expect(await world.rules()).toMatchObject({ askAbove: null, approvals: null, mayApproveOwn: false });
});

test("a channel where the bot cannot post changes nothing, and the admin reads what to do", async () => {
  const closed = async () => refuse({ kind: "unreachable", detail: "no access" } as const);
  const world = await teamWorld({ teamMonth: 7 }, { post: closed });
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
    const opened = await world.asAdmin(pressed(id));
    const version = opened.kind === "form" ? opened.form.rulesVersion : undefined;
    if (version === undefined) throw new Error("the form carries no version");
    await world.sets({ kind: "set_team_spenders", given: spendersGiven });
    const before = await world.rules();
    for (const carried of [version, null])
      expect(privateWords(await world.asAdmin({ ...act, version: carried }))).toContain(
        "Somebody else changed the rules",
      );
    expect(await world.rules()).toEqual(before);
    await world.asAdmin({ ...act, version: version + 1 });
    expect(await world.rules()).not.toEqual(before);
  },
);

test("a channel that another admin's rules made unneeded is not posted into", async () => {
  const never = () => Promise.reject(new Error("posted"));
  const world = await teamWorld({}, { post: never });
  const answer = await world.asAdmin({ kind: "set_team_rules", given: asking, version: 0 });
  expect(privateWords(answer)).toContain("Somebody else changed the rules");
});

test("a channel of another server is neither posted to nor saved", async () => {
  const posted: string[] = [];
  const world = await teamWorld(
    {},
    {
      people: { ...untoldPeople, isChannelHere: async (_, channelId) => channelId !== "77" },
      post: async (reply) => {
        posted.push(reply.channelId);
        return ok(reply);
      },
    },
  );
  const { message } = await finished(await world.sets({ kind: "set_team_rules", given: asking }));
  expect(wordsOf(message)).toContain("can't post in that channel");
  expect([posted, (await world.rules())?.approvals]).toEqual([[], null]);
});

test.for(["NaN", "", "-1", "1e3", "96"])(
  "a forged form that says %j for what needs an approval saves nothing",
  async (askAbove) => {
    const world = await teamWorld({ askAbove: 95 });
    privateWords(await world.sets({ kind: "set_team_rules", given: { ...noCaps, askAbove } }));
    expect(await world.rules()).toMatchObject({ askAbove: 95 });
  },
);
