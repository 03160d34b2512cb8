import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAtTeams, machineTeamBooks } from "../../../src/app/doctor/teams.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { connect } from "../../../src/engines/embedded/connect.ts";
import { openEmbedded } from "../../../src/engines/embedded/embedded.ts";
import { aTeam, aTeamJob } from "../../contracts/team-store.ts";
import { inFolder } from "../../engines/embedded/in-folder.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";

type Deps = Parameters<typeof lookAtTeams>[0];

/** What the doctor says of the teams' books of that folder. */
function said(dir: string) {
  const deps = { config: { DATA_DIR: dir }, lookAtTeamBooks: machineTeamBooks };
  return lookAtTeams(deps as unknown as Deps);
}

async function withTeam(dir: string, act: () => Promise<void> = async () => {}): Promise<void> {
  const engine = await openEmbedded(dir, toldClock(), keptLog());
  if (!engine.ok) throw new Error(engine.refusal.kind);
  const { jobs, teams } = engine.value;
  await teams.saveRules(aTeam, noRules, 0);
  await jobs.insert(aTeamJob(1));
  await act();
  await engine.value.close();
}

test("where no team has paid for a video, nothing is said of teams", () =>
  inFolder(async (dir) => {
    expect(await said(dir)).toBeNull();
    const engine = await openEmbedded(dir, toldClock(), keptLog());
    expect(await said(dir)).toBeNull();
    if (engine.ok) await engine.value.close();
  }));

test("sums that are those of their videos are well, beside a bot and without one", () =>
  inFolder(async (dir) => {
    const well = { ok: true, value: "the sums of one month are those of their videos" };
    await withTeam(dir, async () => expect(await said(dir)).toEqual(well));
    expect(await said(dir)).toEqual(well);
  }));

test.for(["UPDATE team_sums SET held = 9", "DELETE FROM team_sums WHERE person <> 'all'", "DELETE FROM team_ledger"])(
  "sums that are not those of their videos are named: %s",
  (sql) =>
    inFolder(async (dir) => {
      await withTeam(dir);
      const connection = await connect(join(dir, "reelay.db"));
      connection.exec(sql);
      connection.close();
      const refusal = expect.stringContaining("The sums of discord:300000000000000003 2026-11 are not those");
      expect(await said(dir)).toMatchObject({ ok: false, refusal });
    }),
);
