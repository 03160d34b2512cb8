import { describe, expect, test } from "vitest";
import type { ChatMessage, ChatRefusal } from "../../../src/core/chat.ts";
import type { Act, Command } from "../../../src/core/command.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";
import { noRules, type RulesDraft } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import {
  blocked,
  finished,
  formOf,
  makeVideo,
  messageOf,
  press,
  pressOf,
  privateWords,
  withNames,
} from "../command-world.ts";
import { ben, member, team, teamKey, teamWorld, unknownPeople } from "./team-world.ts";

const noCaps: RulesDraft = { teamCaps: "", personCaps: "", askAbove: "never", approvals: [], approveOwn: "no" };
const rulesOf = (given: Partial<RulesDraft> = {}) =>
  ({ kind: "set_team_rules", given: { ...noCaps, ...given } }) as const;
const capped = rulesOf({ teamCaps: "5,000" });
const given = { everyone: "no", people: ["1"], roles: ["2", "3"], places: ["4"] };
const spenders = { kind: "set_team_spenders", given } as const;
const managed = (...managers: readonly string[]) => ({ kind: "set_team_managers", managers }) as const;
const giveKey = { kind: "give_team_key", key: teamKey } as const;
const meanwhile = "Somebody else changed the rules";

test.for(
  withNames<Act>([
    { kind: "team_setup" },
    giveKey,
    { ...capped, version: 1 },
    { ...spenders, version: 1 },
    { ...managed(), version: 1 },
    { kind: "set_team_house", given: { words: "boat", blocked: ["9"], ageRestricted: "yes" }, version: 1 },
    ...(["team_managers", "team_key", "team_rules", "team_spenders", "team_pause"] as const).map((kind) => press(kind)),
    press("ask_remove_team_key"),
    press("remove_team_key"),
  ] as const),
)("only an admin in the server can use %s", async ([, act]) => {
  const world = await teamWorld({ managers: [ben.userId] });
  const before = await world.rules();
  expect(await world.memberReads(act, { standing: member, owner: ben })).toContain("Admins only");
  expect(await world.reads(act)).toContain("Not now");
  expect(await world.adminReads(act, { workspace: null })).toContain("Only in a server or workspace");
  expect(await world.rules()).toEqual(before);
  expect((await world.key())?.equals(teamKey)).toBe(true);
});

test("admin rights are checked again for each change, but may be cached for pages that only show data", async () => {
  const asked: boolean[] = [];
  const people = {
    ...unknownPeople,
    standingOf: async (_: unknown, isFresh: boolean) => {
      asked.push(isFresh);
      return { isAdmin: true, isGuest: false };
    },
  };
  const world = await teamWorld({}, { people });
  for (const form of [capped, spenders, managed()]) await world.asAdmin({ ...form, version: 1 });
  for (const act of [giveKey, press("remove_team_key")]) await world.asAdmin(act);
  expect(asked.splice(0)).toEqual([true, true, true, true, true]);
  for (const kind of ["team_status", "team_report"] as const) await world.asAdmin({ kind });
  expect(asked).toEqual([false, false]);
});

test("/video-team setup shows an admin the last characters of the team's key, the spending caps and who may spend", async () => {
  const some = { isForEveryone: false, people: ["1", "2"], roles: ["3"], channels: ["4"] };
  const words = await (await teamWorld({ ...some, teamMonth: 5_000 })).adminReads({ kind: "team_setup" });
  expect(words).toContain("ends in t3am");
  expect(words).not.toContain(teamKey.reveal());
  expect(words).toContain("5,000 a month for the team; no cap for each person");
  expect(words).toContain("May spend: @1, @2, @&3.");
  expect(words).toContain("Where: in #4.");
  const nobody = await teamWorld({ isForEveryone: false });
  expect(await nobody.adminReads({ kind: "team_setup" })).toContain("Nobody may spend yet");
});

describe("the warning that many people may spend without a cap", () => {
  const noCap = "No cap is set, so the people who may spend can use up all credits in the team's account.";
  const mainButtons = (message: ChatMessage) =>
    message.buttons.flatMap((button) => ("style" in button && button.style === "primary" ? [button.label] : []));

  test("is shown when a key is saved, with the button “Rules”", async () => {
    const world = await teamWorld(null);
    await world.teams.saveRules(team, { ...noRules, isForEveryone: true }, 0);
    const { message } = await finished(await world.asAdmin(giveKey));
    expect(wordsOf(message)).toContain(noCap);
    expect(mainButtons(message)).toEqual(["Rules"]);
  });

  test("is shown when everybody or a role is allowed to spend, and when the caps are removed", async () => {
    const world = await teamWorld({ isForEveryone: false, teamMonth: 500 });
    const saves = async (form: Parameters<typeof world.sets>[0]) => messageOf(await world.sets(form));
    expect(wordsOf(await saves(rulesOf()))).not.toContain(noCap);
    for (const one of [{ everyone: "yes" }, { everyone: "no", roles: ["2"] }]) {
      const message = await saves({ ...spenders, given: { ...given, people: [], roles: [], ...one } });
      expect(wordsOf(message)).toContain(noCap);
      expect(mainButtons(message)).toEqual(["Rules"]);
    }
    expect(wordsOf(await saves(capped))).not.toContain(noCap);
    expect(wordsOf(await saves(rulesOf()))).toContain(noCap);
    expect(await world.adminReads({ kind: "team_setup" })).toContain(noCap);
  });

  test("is not shown if a cap is set, every video needs approval or the team has no key", async () => {
    for (const rules of [{ teamMonth: 1 }, { personMonth: 1 }, { askAbove: 0 }]) {
      const world = await teamWorld(rules);
      expect(await world.adminReads({ kind: "team_setup" })).not.toContain(noCap);
    }
    const world = await teamWorld();
    await world.vault.remove(holderOf(team));
    expect(await world.adminReads({ kind: "team_setup" })).not.toContain(noCap);
  });
});

describe("a team's key", () => {
  test("is stored only for the team, and the answer shows only the last four characters", async () => {
    const world = await teamWorld(null);
    const { message } = await finished(await world.asAdmin({ ...giveKey, key: new Secret(` ${teamKey.reveal()} `) }));
    expect(wordsOf(message)).toContain("The team's key (ends in t3am) is stored encrypted.");
    expect((await world.key())?.equals(teamKey)).toBe(true);
    expect(await world.vault.get(anOwner())).toBeNull();
  });

  test("that the video service refuses is not stored", async () => {
    const world = await teamWorld(null);
    world.client.refuseKey(teamKey);
    const { message } = await finished(await world.asAdmin(giveKey));
    expect(wordsOf(message)).toContain("does not work");
    expect(labelsOf(message)).toEqual(["Team key"]);
    expect(await world.key()).toBeNull();
  });

  test("is removed after a question that shows how many videos are in progress and how many are waiting", async () => {
    const world = await teamWorld({ askAbove: 95, approvals: aDiscordReply() });
    await world.asMember(makeVideo({ pay: "team" }));
    await world.asMember(makeVideo({ pay: "team", resolution: "720p" }));
    const waits = "1 video is waiting. Without a key, it will not be started.";
    const question = await world.asAdmin(press("ask_remove_team_key"));
    for (const words of ["1 video is still in progress.", waits]) expect(privateWords(question)).toContain(words);
    expect(await world.adminReads(pressOf(question, "keep"))).toContain("Nothing was deleted.");
    expect(await world.key()).not.toBeNull();
    const removed = wordsOf(messageOf(await world.asAdmin(press("remove_team_key"))));
    for (const words of ["The team's key is removed", "1 video is still in progress.", waits])
      expect(removed).toContain(words);
    expect(await world.vault.get(holderOf(team))).toBeNull();
    expect(wordsOf(messageOf(await world.asAdmin(press("remove_team_key"))))).toContain("No team key");
  });
});

describe("a form for a team's rules", () => {
  test("saves a cap as a number, and an empty field as no cap", async () => {
    const world = await teamWorld({ personMonth: 100 });
    expect(privateWords(await world.sets(capped))).toContain("5,000 a month for the team; no cap for each person");
    expect(await world.rules()).toMatchObject({ teamMonth: 5_000, personMonth: null, isForEveryone: true });
  });

  test.for<readonly [string, string, Partial<RulesDraft>, string]>([
    ["a team cap in words", "team_caps", { teamCaps: "a lot" }, "a lot"],
    ["a cap of “1,5” for each person", "person_caps", { personCaps: "1,5" }, "1,5"],
    ["an approval limit but no approvals channel", "approvals", { askAbove: "95" }, ""],
    ["a monthly cap for each person but no approvals channel", "approvals", { personCaps: "100" }, ""],
    ["a daily cap for each person but no approvals channel", "approvals", { personCaps: "100 a day" }, ""],
    ["an unusable approvals channel", "approvals", { approvals: ["4"], isApprovalsClosed: true }, "can't post"],
    [
      "“Managers may approve their own videos” in a team with two managers",
      "approve_own",
      { approveOwn: "yes" },
      "Another manager can approve",
    ],
  ])("is not saved with %s, and shows an error next to the field", async ([, field, over, says]) => {
    const world = await teamWorld({ teamMonth: 7, managers: [anOwner().userId, ben.userId] });
    const before = await world.rules();
    const answer = await world.sets(rulesOf(over));
    expect(answer).toMatchObject({ kind: "form_error", field, text: expect.stringContaining(says) });
    expect([await world.rules(), world.posted]).toEqual([before, []]);
  });

  test("keeps all entered values if the form is reopened because no approvals channel was chosen", async () => {
    const world = await teamWorld({ teamMonth: 7 });
    const typed = rulesOf({ teamCaps: "5,000", personCaps: "120", askAbove: "never", approveOwn: "no" });
    const answer = await world.sets(typed);
    expect(wordsOf(messageOf(answer))).toContain("need an approvals channel. Choose one. Nothing was saved.");
    expect(labelsOf(messageOf(answer))).toEqual(["Open the form again"]);
    const again = formOf(await world.asAdmin(pressOf(answer, "reopen_rules")));
    expect(again.values).toEqual({
      team_caps: "5,000 a month",
      person_caps: "120 a month",
      ask_above: "never",
      approvals: "",
      approve_own: "no",
    });
    await world.sets(rulesOf({ ...typed.given, personCaps: "" }));
    expect(await world.adminReads(pressOf(answer, "reopen_rules"))).toContain(meanwhile);
  });

  test.for<readonly [string, Partial<RulesDraft>, Readonly<Record<string, string>>]>([
    ["but not an invalid cap", { teamCaps: "a lot", personCaps: "9" }, { team_caps: "", person_caps: "9 a month" }],
    ["including the unusable channel", { approvals: ["4"], isApprovalsClosed: true }, { approvals: "4" }],
    ["but not a cap with a colon", { teamCaps: "5:000" }, { team_caps: "" }],
  ])("keeps the entered values, %s, if the form is reopened after a refusal", async ([, over, values]) => {
    const world = await teamWorld({});
    const answer = await world.sets(rulesOf({ askAbove: "95", approvals: ["5"], ...over }));
    const again = formOf(await world.asAdmin(pressOf(answer, "reopen_rules")));
    expect(again.values).toMatchObject({ ask_above: "95", ...values });
  });

  test("keeps the entered values if the form is reopened after the bot could not post in the approvals channel", async () => {
    const closed = { kind: "unreachable", detail: "x", channel: "no_access" } as const;
    const world = await teamWorld({}, { postRefusal: closed });
    const { message } = await finished(await world.sets(rulesOf({ teamCaps: "900", approvals: ["77"] })));
    const again = formOf(await world.asAdmin(pressOf({ kind: "private", message }, "reopen_rules")));
    expect(again.values).toMatchObject({ team_caps: "900 a month", approvals: "77" });
  });

  test("with too many forbidden words is refused, and the answer repeats the words", async () => {
    const world = await teamWorld({});
    const words = Array.from({ length: 101 }, (_, nth) => `word ${nth}`).join("\n");
    const answer = await world.asAdmin({
      kind: "set_team_house",
      given: { words, blocked: [], ageRestricted: "no" },
      version: await world.version(),
    });
    expect(messageOf(answer)).toMatchObject({ quote: words });
    expect(labelsOf(messageOf(answer))).toEqual(["Words & people"]);
  });

  test.for([
    ["is not a number", "NaN"],
    ["is empty", ""],
    ["is not a price", "96"],
  ] as const)("is not saved if a forged approval limit %s", async ([, askAbove]) => {
    const world = await teamWorld({ askAbove: 95 });
    privateWords(await world.sets(rulesOf({ askAbove })));
    expect(await world.rules()).toMatchObject({ askAbove: 95 });
  });

  test("named “Who may spend” or “Managers” does not change the caps", async () => {
    const world = await teamWorld({ teamMonth: 7 });
    for (const _ of ["first", "second"]) expect(privateWords(await world.sets(spenders))).toContain("Saved");
    await world.sets(managed(ben.userId));
    const saved = { isForEveryone: false, people: ["1"], roles: ["2", "3"], channels: ["4"] };
    expect(await world.rules()).toMatchObject({ ...saved, teamMonth: 7, managers: [ben.userId] });
  });

  test("named “Who may spend” opens with the saved people and channels", async () => {
    const world = await teamWorld({ people: ["1"], channels: ["4"] });
    expect(Object.values(formOf(await world.asAdmin(press("team_spenders"))).values)).toEqual(["yes", "1", "", "4"]);
  });

  test.for([
    ["Rules", "team_rules", rulesOf({ teamCaps: "9" })],
    ["Who may spend", "team_spenders", { ...spenders, given: { ...given, everyone: "yes" } }],
    ["Managers", "team_managers", managed(ben.userId)],
  ] as const)(
    "named “%s” is not saved if another admin saved changes after the form was opened",
    async ([, id, act]) => {
      const world = await teamWorld({ teamMonth: 7 });
      const { rulesVersion: version } = formOf(await world.asAdmin(press(id))).form;
      if (version === undefined) throw new Error("the form carries no version");
      await world.sets(spenders);
      const before = await world.rules();
      for (const carried of [version, null])
        expect(await world.adminReads({ ...act, version: carried })).toContain(meanwhile);
      expect(await world.rules()).toEqual(before);
      await world.asAdmin({ ...act, version: version + 1 });
      expect(await world.rules()).not.toEqual(before);
    },
  );

  test("is not saved if another admin saves changes at the same time", async () => {
    const { teams } = (await teamWorld({ teamMonth: 7 })).deps;
    const late = await teamWorld({ teamMonth: 7 }, { teams: { ...teams, saveRules: async () => false } });
    expect(privateWords(await late.sets(spenders))).toContain(meanwhile);
  });
});

test("managers may no longer approve their own videos after another manager is added", async () => {
  const world = await teamWorld();
  const own = await world.sets(managed(anOwner().userId));
  expect(privateWords(own)).not.toContain("nobody may approve their own");
  await world.sets(rulesOf({ approveOwn: "yes" }));
  expect(await world.rules()).toMatchObject({ mayApproveOwn: true });
  expect(privateWords(await world.sets(managed(anOwner().userId)))).not.toContain("nobody may approve their own");
  expect(await world.rules()).toMatchObject({ mayApproveOwn: true });
  const shown = await world.sets(managed(ben.userId));
  expect(privateWords(shown)).toContain("Another manager can decide now, so nobody may approve their own videos.");
  expect(await world.rules()).toMatchObject({ mayApproveOwn: false, managers: [ben.userId] });
});

describe("an approvals channel", () => {
  const asking = rulesOf({ askAbove: "143", approvals: ["77"], approveOwn: "yes" });

  test("is saved with the admin's language after the bot has posted in the channel", async () => {
    const world = await teamWorld();
    const { message } = await finished(await world.sets(asking, { locale: "de" }));
    expect(wordsOf(message)).toContain("143");
    expect(world.posted).toEqual([expect.stringMatching(/^77 /)]);
    const approvals = { channelId: "77", userId: anOwner().userId };
    expect(await world.rules()).toMatchObject({ askAbove: 143, mayApproveOwn: true, locale: "de", approvals });
    await world.sets(asking);
    expect(world.posted).toHaveLength(1);
    await world.sets(rulesOf());
    expect(await world.rules()).toMatchObject({ askAbove: null, approvals: null, mayApproveOwn: false });
  });

  const closed = { kind: "unreachable", detail: "x", channel: "no_access" } as const;
  const archived = { kind: "unreachable", detail: "channel_message 400/50083", channel: "other" } as const;
  const outage = { kind: "unavailable", unclear: true, detail: "status 503" } as const;
  const seenAs = (isHere: Result<boolean, ChatRefusal>) => ({
    people: { ...unknownPeople, isChannelHere: async () => isHere },
  });

  test.for<readonly [string, Parameters<typeof teamWorld>[1], readonly string[], RegExp]>([
    ["the bot lacks a permission", { postRefusal: closed }, ["77"], /can't post in that channel.*View Channel/s],
    ["the platform refuses the bot's message", { postRefusal: archived }, ["77"], /did not let Reelay post/],
    [
      "the platform is down when the bot posts",
      { postRefusal: outage },
      ["77"],
      /Discord gave no clear answer just now/,
    ],
    ["the channel belongs to another server", seenAs(ok(false)), [], /can't post in that channel/],
    ["the channel is hidden from the bot", seenAs(refuse(closed)), [], /can't post in that channel.*View Channel/s],
    ["the platform is down when the channel is looked up", seenAs(refuse(outage)), [], /gave no clear answer/],
  ])("is not saved if %s, and the answer shows the reason", async ([, changes, tried, reason]) => {
    const world = await teamWorld({ teamMonth: 7 }, changes);
    const before = await world.rules();
    const { message } = await finished(await world.sets(asking));
    expect(wordsOf(message)).toMatch(reason);
    expect(wordsOf(message).includes("View Channel")).toBe(reason.source.includes("can't post"));
    expect([await world.rules(), world.posted.map((line) => line.split(" ")[0])]).toEqual([before, tried]);
  });

  test("is logged with the platform's error code if the platform refuses the bot's message", async () => {
    const world = await teamWorld({}, { postRefusal: archived });
    await finished(await world.sets(asking));
    const fields = expect.objectContaining({ detail: "channel_message 400/50083" });
    expect(world.log.lines).toContainEqual({ level: "info", event: "approvals channel not reached", fields });
  });

  test("gets no message if another admin changed the rules before the form was submitted", async () => {
    const world = await teamWorld();
    expect(await world.adminReads({ ...asking, version: 0 })).toContain(meanwhile);
    expect(world.posted).toEqual([]);
  });
});

describe("a blocked person", () => {
  const doors = [
    ...(["team_setup", "team_report", "team_approvals"] as const).map((kind) => ({ kind })),
    { kind: "decline", jobId: "0".repeat(20), note: "no" },
    giveKey,
    { ...capped, version: 1 },
    { ...spenders, version: 1 },
    { ...managed(), version: 1 },
    { kind: "set_team_house", given: { words: "", blocked: [], ageRestricted: "no" }, version: 1 },
    ...(["team_setup", "team_key", "ask_remove_team_key", "remove_team_key", "team_report", "team_audit"] as const).map(
      (kind) => press(kind),
    ),
    ...(["team_rules", "team_spenders", "team_managers", "team_house", "team_pause", "team_go_on"] as const).map(
      (kind) => press(kind),
    ),
    press("team_approvals"),
    ...(["show_approval", "show_picture", "approve", "ask_decline"] as const).map((kind) =>
      press(kind, "0".repeat(20)),
    ),
  ] as const;

  async function reads(world: Awaited<ReturnType<typeof teamWorld>>, act: Act, command: Partial<Command> = {}) {
    const answer = await world.asAdmin(act, command);
    if (answer.kind !== "working") return "message" in answer ? wordsOf(answer.message) : answer.kind;
    return wordsOf((await answer.finish()).message);
  }

  test.for(withNames<Act>(doors))("cannot use %s (a manager, blocked by the team)", async ([, act]) => {
    const world = await teamWorld({ blocked: [ben.userId], managers: [ben.userId] });
    const before = await world.rules();
    expect(await reads(world, act, { owner: ben })).toContain("An admin has blocked you here");
    const asNamed = await reads(world, act, { owner: ben, standing: member });
    expect(asNamed).toMatch(/An admin has blocked you here|Admins only/);
    expect(await world.rules()).toEqual(before);
    expect((await world.key())?.equals(teamKey)).toBe(true);
  });

  test.for(withNames<Act>(doors))("cannot use %s (an admin, blocked by the operator)", async ([, act]) => {
    const world = await teamWorld({ managers: [anOwner().userId] }, blocked);
    const before = await world.rules();
    expect(await reads(world, act)).toContain("You can't make videos with this bot.");
    expect(await world.rules()).toEqual(before);
  });

  test("sees no buttons in the team status and is not listed as a manager", async () => {
    const world = await teamWorld({ blocked: [ben.userId], managers: [ben.userId] });
    const status = await world.asAdmin({ kind: "team_status" }, { owner: ben });
    expect(labelsOf(messageOf(status))).toEqual([]);
    expect(wordsOf(messageOf(status))).not.toContain(ben.userId);
  });
});

test("an admin cannot block themselves", async () => {
  const world = await teamWorld();
  const given = { words: "", blocked: [anOwner().userId], ageRestricted: "no" };
  expect(await world.sets({ kind: "set_team_house", given })).toMatchObject({ kind: "form_error", field: "blocked" });
  expect((await world.rules())?.blocked).toEqual([]);
});
