import { expect, test } from "vitest";
import { emptyAccount } from "../../../src/core/team/account.ts";
import { reportCsv } from "../../../src/messages/team/report-page.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { finished, makeVideo, privateWords } from "../command-world.ts";
import { ben, member, teamWorld } from "./team-world.ts";

const report = { kind: "team_report" } as const;

test("a manager reads what each person's videos came to, and gets a line for each in a file", async () => {
  const world = await teamWorld({ managers: [ben.userId] });
  await world.asMember(makeVideo({ pay: "team" }));
  const { message, file } = await finished(await world.does(report, { owner: ben, standing: member }));
  expect(wordsOf(message)).toContain("1 video");
  const written = await file?.within(1_000);
  const text = Buffer.from(written?.content ?? []).toString();
  expect(text.split("\r\n")[0]).toBe('"month","person","name","videos","charged","came_back","perhaps"');
  expect(text).toContain('"2026-11","200000000000000002","","1","0","0","0"');
});

test("a member who is no manager gets no report", async () => {
  const world = await teamWorld();
  expect(privateWords(await world.asMember(report))).toContain("Admins only");
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
