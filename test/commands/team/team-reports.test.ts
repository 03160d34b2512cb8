import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../../../src/core/chat.ts";
import type { Act, Answer, Command, Finish } from "../../../src/core/command.ts";
import { noUsage } from "../../../src/core/team/usage.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { auditText, reportCsv } from "../../../src/messages/team/report-page.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aJob, aJobId, anApproval, anOwner, aWaiting } from "../../fakes/jobs.ts";
import { anEntry } from "../../fakes/teams.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { finished, labelsIn, makeVideo, messageOf, press, withNames } from "../command-world.ts";
import { ben, member, team, teamKey, teamWorld } from "./team-world.ts";

type World = Awaited<ReturnType<typeof teamWorld>>;

const report = { kind: "team_report" } as const;
const status = { kind: "team_status" } as const;
const audit = press("team_audit");
const approve = press("approve", aJobId(1));
const decline = { kind: "decline", jobId: aJobId(1), note: "a private word" } as const;
const newKey = new Secret("rk-team-9999999999-n3w1");
const rules = { teamCaps: "4321", personCaps: "", askAbove: "never", approvals: [], approveOwn: "no" };
const given = { words: "gun\nred flag", blocked: ["9"], ageRestricted: "yes" };
const house = { kind: "set_team_house", given } as const;
const spenders = {
  kind: "set_team_spenders",
  given: { everyone: "no", people: ["1"], roles: [], places: ["4"] },
} as const;
const asBen: Partial<Command> = { owner: ben, standing: member };
const away = () => Promise.reject(new Error("away"));

/** The last message that the person sees, after the background work of the answer. */
async function shownAfter(answer: Answer): Promise<ChatMessage> {
  if (answer.kind === "working") return (await answer.finish()).message;
  return answer.kind === "replace_later" ? answer.finish() : messageOf(answer);
}

const adminEnds = async (world: World, act: Act) => finished(await world.asAdmin(act));
const textOf = async ({ file }: Finish) => Buffer.from((await file?.within(10_000))?.content ?? []).toString();

/** Adds another person's video that waits for an approval. */
async function withAsked(world: World): Promise<World> {
  const waiting = { approval: anApproval(), sealedKey: null, state: aWaiting() };
  await world.jobs.insert(aJob({ id: aJobId(1), team, owner: ben, ...waiting }));
  return world;
}

const ACTS: readonly (readonly [
  action: string,
  did: string,
  changed: readonly string[],
  act: (world: World) => Promise<Answer>,
])[] = [
  ["a new team key", "key_set", [], (world) => world.asAdmin({ kind: "give_team_key", key: newKey })],
  ["the removal of the team key", "key_removed", [], (world) => world.asAdmin(press("remove_team_key"))],
  ["new caps", "rules", ["teamMonth"], (world) => world.sets({ kind: "set_team_rules", given: rules })],
  ["new spenders", "spenders", ["isForEveryone", "people", "channels"], (world) => world.sets(spenders)],
  ["new managers", "managers", ["managers"], (world) => world.sets({ kind: "set_team_managers", managers: ["7"] })],
  [
    "new forbidden words and blocked people",
    "house",
    ["blocked", "words", "isAgeRestrictedOnly"],
    (world) => world.sets(house),
  ],
  ["pausing Reelay", "paused", [], (world) => world.asAdmin(press("team_pause"))],
  ["resuming Reelay", "went_on", [], (world) => world.asAdmin(press("team_go_on"))],
  ["an approved video", "approved", [], async (world) => (await withAsked(world)).asAdmin(approve)],
  ["a declined video", "declined", [], async (world) => (await withAsked(world)).asAdmin(decline)],
];

describe("an admin's action", () => {
  test.for(ACTS)(
    "is recorded in the audit log without the entered text or key (action: %s)",
    async ([, did, changed, act]) => {
      const world = await teamWorld();
      await shownAfter(await act(world));
      const job = /approved|declined/.test(did) ? aJobId(1) : null;
      const by = anOwner().userId;
      expect(await world.teams.audit(team)).toEqual([{ at: world.clock.now(), by, did, changed, job }]);
      const what = changed.length > 0 ? { what: changed.join(",") } : {};
      const fields = { workspace: team.teamId, by, act: did, ...(job && { job }), ...what };
      const logged = world.log.lines.filter(({ event }) => event === "audit");
      expect(logged).toEqual([{ level: "info", event: "audit", fields }]);
      const { message } = await adminEnds(world, audit);
      const shown = JSON.stringify([await world.teams.audit(team), world.log.lines]) + wordsOf(message);
      for (const word of ["gun", "red flag", "a private word", "n3w1", "4321"]) expect(shown).not.toContain(word);
    },
  );

  test.for(ACTS)(
    "ends without an error message even if the audit log cannot be written (action: %s)",
    async ([, did, , act]) => {
      const world = await teamWorld();
      Object.assign(world.teams, { noteAct: away });
      expect(wordsOf(await shownAfter(await act(world)))).not.toMatch(/Not now|went wrong/);
      const fields = expect.objectContaining({ act: did });
      expect(world.log.lines).toContainEqual(
        expect.objectContaining({ level: "error", event: "audit not kept", fields }),
      );
    },
  );

  test("is not recorded if the action was refused, was not confirmed or had no effect", async () => {
    const world = await withAsked(await teamWorld());
    await world.asMember(press("team_pause"));
    await world.asAdmin({ ...house, version: 99 });
    await world.asAdmin(press("ask_remove_team_key"));
    await shownAfter(await world.asMember(approve));
    expect(await world.teams.audit(team)).toEqual([]);
    for (const _ of ["the first word", "a later one"]) await shownAfter(await world.asAdmin(approve));
    expect(await world.teams.audit(team)).toHaveLength(1);
  });

  test("appears in the export of the admin's own data", async () => {
    const acts = [{ team, at: 0, did: "house" as const, changed: ["words" as const], job: null }];
    const { deps } = await teamWorld();
    const world = await teamWorld({}, { data: { ...deps.data, acts: async () => acts } });
    const { whatYouDidAsAManager } = JSON.parse(await textOf(await world.ends({ kind: "export_data" })));
    expect(whatYouDidAsAManager).toEqual([
      expect.objectContaining({ team: team.teamId, at: "1970-01-01T00:00:00.000Z", did: "house", changed: ["words"] }),
    ]);
  });
});

describe("a team's report", () => {
  test("shows each person's videos and the admins' five latest actions, but only to admins", async () => {
    const world = await teamWorld({ managers: [ben.userId] });
    for (let n = 0; n < 7; n += 1) await world.asAdmin(press(n % 2 === 0 ? "team_pause" : "team_go_on"));
    await world.asAdmin(press("team_go_on"));
    await world.sets({ kind: "set_team_rules", given: rules });
    await world.asMember(makeVideo({ pay: "team" }));
    const end = await world.ends(report, asBen);
    const section = end.message.sections?.at(-1);
    expect([section?.title, section?.body.length]).toEqual(["Activity log", 5]);
    for (const words of ["1 video", "Rules · Caps for the team, in credits"])
      expect(wordsOf(end.message)).toContain(words);
    expect(labelsOf(end.message)).toEqual(["Activity log"]);
    const [head, row] = (await textOf(end)).split("\r\n");
    expect(head).toBe('"month","person","name","videos","charged","came_back","perhaps"');
    expect(row).toBe('"2026-11","200000000000000002","","1","0","0","0"');

    const all = await world.ends(audit, asBen);
    const lines = (await textOf(all)).trim().split("\n");
    expect(all.file?.name).toMatch(/^reelay-activity-2026-11-\d\d\.txt$/);
    expect(lines[0]).toMatch(/^2026-11-\d\d \d\d:\d\d UTC · \(2\d+2\) · Rules · Caps for the team, in credits$/);
    expect(lines).toHaveLength(9);
    for (const act of [report, audit]) expect(await world.memberReads(act)).toContain("Admins only");
  });

  test("contains no file if the team has no videos and no admin actions", async () => {
    const world = await teamWorld();
    const [costs, acts] = [await adminEnds(world, report), await adminEnds(world, audit)];
    expect(wordsOf(costs.message)).toContain("No videos with the team's key yet.");
    expect(wordsOf(costs.message)).not.toContain("Activity log");
    expect(wordsOf(acts.message)).toContain("Nothing yet.");
    expect([costs.file, acts.file]).toEqual([undefined, undefined]);
    await world.asAdmin(press("team_pause"));
    expect(wordsOf((await adminEnds(world, report)).message)).toContain("Reelay paused");
  });

  test("shows the spending of people who deleted their data, without names", async () => {
    const world = await teamWorld();
    const spent = { ...noUsage, videos: 3, charged: 285 };
    world.teams.spent = async () => ({ all: spent, people: new Map(), deleted: [spent] });
    const end = await adminEnds(world, report);
    expect(wordsOf(end.message)).toContain("a deleted person: 3 videos, 285 credits used");
    expect((await textOf(end)).split("\r\n")[1]).toBe('"2026-11","deleted","","3","285","0","0"');
  });

  test.for(withNames<Act>([report, audit]))(
    "is replaced by an error message if the audit log cannot be read (requested with %s)",
    async ([, act]) => {
      const world = await teamWorld();
      Object.assign(world.teams, { audit: away });
      const { message } = await adminEnds(world, act);
      expect(wordsOf(message)).toContain("Reelay could not prepare this for you. Nothing was charged.");
    },
  );
});

test.for(withNames<Act>([report, status, press("team_rules")]))(
  "%s shows an error message if the team's rules cannot be read",
  async ([, act]) => {
    const world = await teamWorld();
    Object.assign(world.teams, { rules: away });
    expect(await world.adminReads(act)).toContain("cannot read the team's rules right now");
  },
);

test("the audit file names the person and the video of each action, but no person whose data was deleted", () => {
  const audit = [anEntry(0, { did: "approved", job: aJobId(1) }), { ...anEntry(1), by: null }];
  const [first, second] = auditText(audit, new Map([["7", "Cleo"]]), en).split("\n");
  expect(first).toMatch(new RegExp(` UTC · Cleo \\(7\\) · Video approved · ${aJobId(1)}$`));
  expect(second).toMatch(/ UTC · somebody whose data was deleted · Rules$/);
});

test("a team's report file has separate columns for charged, refunded and uncertain credits", () => {
  const usage = { ...noUsage, videos: 2, charged: 300, refunded: 95, unknown: 143 };
  const month = { all: usage, people: new Map([["1", usage]]), deleted: [] };
  expect(reportCsv([["2026-11", month]], new Map([["1", "Ada"]])).split("\r\n")[1]).toBe(
    '"2026-11","1","Ada","2","300","95","143"',
  );
});

describe("/video-team status", () => {
  test("shows whether the person may spend, how many credits remain and when each cap is reset", async () => {
    const world = await teamWorld({ teamMonth: 1_000, personMonth: 300, personDay: 250 });
    for (const owner of [anOwner(), ben]) await world.asMember(makeVideo({ pay: "team" }), { owner });
    const words = await world.memberReads(status);
    expect(words).toContain("You may spend this team's credits here.");
    expect(words).toContain("Left for you this month: 205 credits.");
    expect(words).toContain("Left for the team this month: 810 credits.");
    expect(words).toContain("The monthly cap (UTC) starts again on");
    expect(words).toContain("Left for you today (UTC): 155 credits.");
    expect(words).toContain("The daily cap (UTC) starts again on");
    expect(words).not.toContain("Left for the team today");
  });

  test("does not show the admins' buttons or the last characters of the team's key to a member", async () => {
    const world = await teamWorld();
    for (const act of [status, report, { kind: "team_setup" } as const]) {
      const words = await world.memberReads(act);
      expect(words).not.toContain(teamKey.lastFour());
      expect(words).not.toContain("ends in");
    }
    expect(labelsIn(await world.asAdmin(status))).toEqual(["Set up", "Approvals"]);
    expect(labelsIn(await world.asMember(status))).toEqual([]);
  });

  test("shows no amounts to a person who may not spend", async () => {
    const words = await (await teamWorld({ isForEveryone: false, teamMonth: 1_000 })).memberReads(status);
    expect(words).toContain("You may not spend this team's credits.");
    expect(words).not.toContain("Left for");
  });

  test("says that the team has no key", async () => {
    const world = await teamWorld(null);
    expect(await world.memberReads(status)).toContain("no key of its own");
  });

  test("is refused in a direct message", async () => {
    const world = await teamWorld(null);
    expect(await world.memberReads(status, { workspace: null })).toContain("Only in a server or workspace");
  });
});
