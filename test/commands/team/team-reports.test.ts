import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../../../src/core/chat.ts";
import type { Answer } from "../../../src/core/command.ts";
import { emptyAccount } from "../../../src/core/team/account.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { auditText, reportCsv } from "../../../src/messages/team/report-page.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aDiscordReply, aJob, aJobId, anApproval, anOwner, aWaiting } from "../../fakes/jobs.ts";
import { anEntry } from "../../fakes/teams.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { finished, labelsIn, makeVideo, messageOf, press } from "../command-world.ts";
import { ben, member, team, teamKey, teamWorld } from "./team-world.ts";

type World = Awaited<ReturnType<typeof teamWorld>>;

const report = { kind: "team_report" } as const;
const approve = () => press("approve", aJobId(1));
const newKey = new Secret("rk-team-9999999999-n3w1");
const rules = { teamMonth: "4321", personMonth: "", askAbove: "never", approvals: [], approveOwn: "no" };
const given = { words: "gun\nred flag", blocked: ["9"], ageRestricted: "yes" };
const spenders = { everyone: "no", people: ["1"], roles: [], places: ["4"] };

/** The last message that the person reads, after all work behind the answer is done. */
async function shownAfter(answer: Answer): Promise<ChatMessage> {
  if (answer.kind === "working") return (await answer.finish()).message;
  return answer.kind === "replace_later" ? answer.finish() : messageOf(answer);
}

async function withJob(world: World, job: Parameters<typeof aJob>[0]): Promise<World> {
  await world.jobs.insert(aJob({ id: aJobId(1), team, ...job }));
  return world;
}
const asked = { owner: ben, approval: anApproval(), sealedKey: null, state: aWaiting() };

const ACTS: readonly (readonly [string, readonly string[], (world: World) => Promise<Answer>])[] = [
  ["key_set", [], (world) => world.asAdmin({ kind: "give_team_key", key: newKey })],
  ["key_removed", [], (world) => world.asAdmin(press("remove_team_key"))],
  ["rules", ["teamMonth"], (world) => world.sets({ kind: "set_team_rules", given: rules })],
  [
    "spenders",
    ["isForEveryone", "people", "channels"],
    (world) => world.sets({ kind: "set_team_spenders", given: spenders }),
  ],
  ["managers", ["managers"], (world) => world.sets({ kind: "set_team_managers", managers: ["7"] })],
  ["house", ["blocked", "words", "isAgeRestrictedOnly"], (world) => world.sets({ kind: "set_team_house", given })],
  ["paused", [], (world) => world.asAdmin(press("team_pause"))],
  ["went_on", [], (world) => world.asAdmin(press("team_go_on"))],
  ["approved", [], async (world) => (await withJob(world, asked)).asAdmin(approve())],
  [
    "declined",
    [],
    async (world) =>
      (await withJob(world, asked)).asAdmin({ kind: "decline", jobId: aJobId(1), note: "a private word" }),
  ],
];

describe("what an admin does", () => {
  test.for(ACTS)("is stored and logged by ids alone: %s", async ([did, changed, act]) => {
    const world = await teamWorld();
    await shownAfter(await act(world));
    const job = /approved|declined/.test(did) ? aJobId(1) : null;
    const by = anOwner().userId;
    expect(await world.teams.audit(team)).toEqual([{ at: world.clock.now(), by, did, changed, job }]);
    const what = changed.length > 0 ? { what: changed.join(",") } : {};
    expect(world.log.lines.filter(({ event }) => event === "audit")).toEqual([
      { level: "info", event: "audit", fields: { workspace: team.teamId, by, act: did, ...(job && { job }), ...what } },
    ]);
    const { message } = await finished(await world.asAdmin(press("team_audit")));
    const shown = JSON.stringify([await world.teams.audit(team), world.log.lines]) + wordsOf(message);
    for (const word of ["gun", "red flag", "a private word", "n3w1", "4321"]) expect(shown).not.toContain(word);
  });

  test.for(ACTS)("stays done where it cannot be stored, and the log says so: %s", async ([did, , act]) => {
    const world = await teamWorld();
    Object.assign(world.teams, { noteAct: () => Promise.reject(new Error("away")) });
    expect(wordsOf(await shownAfter(await act(world)))).not.toMatch(/Not now|went wrong/);
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({
        level: "error",
        event: "audit not kept",
        fields: expect.objectContaining({ act: did }),
      }),
    );
  });
});

test("an action that was refused, came too late or changed nothing is not stored", async () => {
  const world = await teamWorld();
  await world.asMember(press("team_pause"));
  await world.asAdmin({ kind: "set_team_house", given, version: 99 });
  await world.asAdmin(press("ask_remove_team_key"));
  await withJob(world, asked);
  await shownAfter(await world.asMember(approve()));
  expect(await world.teams.audit(team)).toEqual([]);
  for (const _ of ["the first word", "a later one"]) await shownAfter(await world.asAdmin(approve()));
  expect(await world.teams.audit(team)).toHaveLength(1);
});

describe("the report", () => {
  test("names the last five things that managers did, and a button gives all in a file", async () => {
    const world = await teamWorld({ managers: [ben.userId] });
    for (let n = 0; n < 7; n += 1) await world.asAdmin(press(n % 2 === 0 ? "team_pause" : "team_go_on"));
    await world.sets({ kind: "set_team_rules", given: rules });
    await world.asMember(makeVideo({ pay: "team" }));
    const { message } = await world.ends(report, { owner: ben, standing: member });
    const section = message.sections?.at(-1);
    expect(section?.title).toBe("Activity log");
    expect(section?.body).toHaveLength(5);
    expect(wordsOf(message)).toContain("Rules · Credits a month for the team");
    expect(labelsOf(message)).toEqual(["Activity log"]);

    const { file } = await world.ends(press("team_audit"), { owner: ben, standing: member });
    const written = await file?.within(10_000);
    const lines = Buffer.from(written?.content ?? [])
      .toString()
      .trim()
      .split("\n");
    expect(file?.name).toMatch(/^reelay-activity-2026-11-\d\d\.txt$/);
    expect(lines[0]).toMatch(
      /^2026-11-\d\d \d\d:\d\d UTC · \(200000000000000002\) · Rules · Credits a month for the team$/,
    );
    expect(lines).toHaveLength(8);
  });

  test("of a team without videos tells it, too; the file is for managers alone", async () => {
    const world = await teamWorld();
    await world.asAdmin(press("team_pause"));
    const { message } = await finished(await world.asAdmin(report));
    expect(wordsOf(message)).toContain("Reelay paused");
    expect(await world.memberReads(press("team_audit"))).toContain("Admins only");
  });

  test("where nobody did anything says nothing of it, and there is no file", async () => {
    const world = await teamWorld();
    const { message } = await finished(await world.asAdmin(report));
    expect(wordsOf(message)).not.toContain("Activity log");
    const { file, message: empty } = await finished(await world.asAdmin(press("team_audit")));
    expect([file, wordsOf(empty)]).toEqual([undefined, expect.stringContaining("Nothing yet.")]);
  });
});

test.for([report, press("team_audit")])("a report that cannot be made says so, and names no video: %o", async (act) => {
  const world = await teamWorld();
  Object.assign(world.teams, { audit: () => Promise.reject(new Error("away")) });
  const { message } = await finished(await world.asAdmin(act));
  expect(wordsOf(message)).toContain("Reelay could not prepare this for you. Nothing was charged.");
});

test.for([report, { kind: "team_status" } as const, press("team_rules")])(
  "where the team's rules cannot be read, an admin reads that: %o",
  async (act) => {
    const world = await teamWorld();
    Object.assign(world.teams, { rules: () => Promise.reject(new Error("away")) });
    expect(await world.adminReads(act)).toContain("cannot read the team's rules right now");
  },
);

test("the file names who did it, and which video it was about; somebody who has gone is nobody there", () => {
  const audit = [anEntry(0, { did: "approved", job: aJobId(1) }), { ...anEntry(1), by: null }];
  const [first, second] = auditText(audit, new Map([["7", "Cleo"]]), en).split("\n");
  expect(first).toMatch(new RegExp(` UTC · Cleo \\(7\\) · Video approved · ${aJobId(1)}$`));
  expect(second).toMatch(/ UTC · somebody whose data was deleted · Rules$/);
});

test("a manager's own data tells what they did", async () => {
  const acts = [{ team, at: 0, did: "house" as const, changed: ["words" as const], job: null }];
  const world = await teamWorld();
  const deps = await teamWorld({}, { data: { ...world.deps.data, acts: async () => acts } });
  const { file } = await deps.ends({ kind: "export_data" }, { reply: aDiscordReply() });
  const { content } = (await file?.within(10_000)) ?? { content: [] };
  expect(JSON.parse(Buffer.from(content).toString())).toMatchObject({
    whatYouDidAsAManager: [{ team: team.teamId, at: "1970-01-01T00:00:00.000Z", did: "house", changed: ["words"] }],
  });
});

test("a manager reads what each person's videos came to, and gets a line for each in a file", async () => {
  const world = await teamWorld({ managers: [ben.userId] });
  await world.asMember(makeVideo({ pay: "team" }));
  const { message, file } = await world.ends(report, { owner: ben, standing: member });
  expect(wordsOf(message)).toContain("1 video");
  const written = await file?.within(1_000);
  const text = Buffer.from(written?.content ?? []).toString();
  expect(text.split("\r\n")[0]).toBe('"month","person","name","videos","charged","came_back","perhaps"');
  expect(text).toContain('"2026-11","200000000000000002","","1","0","0","0"');
});

test("a member who is no manager gets no report", async () => {
  const world = await teamWorld();
  expect(await world.memberReads(report)).toContain("Admins only");
});

test("a team without videos reads so, and gets no file", async () => {
  const world = await teamWorld();
  const { message, file } = await finished(await world.asAdmin(report));
  expect(wordsOf(message)).toContain("No videos with the team's key yet.");
  expect(file).toBeUndefined();
});

test("where all who spent have deleted their data, the report has the sum, and no file", async () => {
  const world = await teamWorld();
  const all = { ...emptyAccount, videos: 3, charged: 285 };
  world.teams.month = async () => ({ all, people: new Map() });
  const { message, file } = await finished(await world.asAdmin(report));
  expect(wordsOf(message)).toContain("3 videos");
  expect(wordsOf(message)).not.toContain("The file");
  expect(file).toBeUndefined();
});

const account = { ...emptyAccount, videos: 2, charged: 300, refunded: 95, unknown: 143 };

test("charged is gross, what came back and what is in doubt have columns of their own", () => {
  const people = new Map([["1", account]]);
  expect(reportCsv([["2026-11", { all: account, people }]], new Map([["1", "Ada"]]))).toBe(
    '"month","person","name","videos","charged","came_back","perhaps"\r\n"2026-11","1","Ada","2","300","95","143"\r\n',
  );
});

test("anybody reads whether they may spend, what is left for them and the team, and when the month begins anew", async () => {
  const world = await teamWorld({ teamMonth: 1_000, personMonth: 300 });
  await world.asMember(makeVideo({ pay: "team" }));
  await world.asMember(makeVideo({ pay: "team" }), { owner: ben });
  const words = await world.memberReads({ kind: "team_status" });
  expect(words).toContain("You may spend this team's credits here.");
  expect(words).toContain("Left for you this month: 205 credits.");
  expect(words).toContain("Left for the team this month: 810 credits.");
  expect(words).toContain("A new month (by UTC) begins on");
});

test("a member and a stranger see no digit of the team's key", async () => {
  const world = await teamWorld();
  for (const act of [{ kind: "team_status" }, { kind: "team_setup" }, { kind: "team_report" }] as const) {
    const words = await world.memberReads(act);
    expect(words).not.toContain(teamKey.lastFour());
    expect(words).not.toContain("ends in");
  }
});

test("the way to set the team up is offered to admins alone", async () => {
  const world = await teamWorld();
  expect(labelsIn(await world.asAdmin({ kind: "team_status" }))).toEqual(["Set up", "Approvals"]);
  expect(labelsIn(await world.asMember({ kind: "team_status" }))).toEqual([]);
});

test("who may not spend reads why, and no sums", async () => {
  const world = await teamWorld({ isForEveryone: false, teamMonth: 1_000 });
  const words = await world.memberReads({ kind: "team_status" });
  expect(words).toContain("You may not spend this team's credits.");
  expect(words).not.toContain("Left for");
});

test("without a team key, and in a direct message, it says so", async () => {
  const world = await teamWorld(null);
  expect(await world.memberReads({ kind: "team_status" })).toContain("no key of its own");
  expect(await world.reads({ kind: "team_status" }, { workspace: null, standing: member })).toContain("Not here");
});
