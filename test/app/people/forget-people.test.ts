import type Keyv from "keyv";
import { describe, expect, test } from "vitest";
import { forgetPeople, forgetTeams, forgetWorkspaces } from "../../../src/app/people/forget-people.ts";
import { installationsIn, recordsRemover } from "../../../src/app/people/people.ts";
import { eraseSoon } from "../../../src/app/storage.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { refusedKeys } from "../../../src/keys/vault.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aJob, aJobId, anOwner, aSlackOwner, aWaiting } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { memoryKeyv, swapIn } from "../../fakes/memory-keyv.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { memoryVault } from "../../fakes/vault.ts";

const deleted = () => {};

async function namesIn(store: Keyv): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const [name] of store.iterator?.({}) ?? []) names.push(name);
  return names;
}

describe("a person's data", () => {
  const ada = anOwner("1");

  /** `open` lists how many of the person's videos are in progress at each query. */
  function world(open: readonly number[] = [], own: readonly Job[] = []) {
    const clock = manualClock();
    const leaving = memoryKeyv();
    const answers = [...open];
    /** Actions of another process that run while a person is being deleted or a note is being saved. */
    const meanwhile: (() => Promise<unknown>)[] = [];
    const seen = {
      removed: 0,
      films: [] as unknown[],
      acceptedBy: [] as number[],
      offList: [] as string[],
      withdrawn: [] as string[],
    };
    const people = forgetPeople({
      leaving,
      async swap(entry) {
        if (entry.before === undefined) await meanwhile.shift()?.();
        return swapIn(leaving)(entry);
      },
      clock,
      log: recordingLog(),
      jobs: {
        openJobsOf: async () => own,
        listedIn: async () => ["theirs"],
        async forget(_owner, acceptedBy) {
          seen.acceptedBy.push(acceptedBy);
          await meanwhile.shift()?.();
          return answers.shift() ?? 0;
        },
      },
      async forgetFilms(...whose) {
        seen.films.push([...whose, seen.acceptedBy.length]);
      },
      async removeRecords() {
        seen.removed += 1;
        await meanwhile.shift()?.();
      },
      withdraw: async (jobId) => seen.withdrawn.push(jobId),
      takeOff: async (jobId, userId) => seen.offList.push(`${jobId} ${userId}`),
      deleted,
      changed: () => {},
    });
    return { clock, leaving, meanwhile, seen, people };
  }

  const at = manualClock().now();
  const waits = (n: number, more: Partial<Job> = {}) =>
    aJob({ id: aJobId(n), owner: ada, acceptedAt: at, state: aWaiting(), ...more });

  test("is deleted at once, together with waiting videos, if no video is in progress", async () => {
    const own = [waits(1), aJob({ id: aJobId(2), owner: ada }), waits(3, { acceptedAt: at + 1 })];
    const { people, leaving, seen, clock } = world([], own);
    await people.forget(ada);
    expect(seen).toMatchObject({
      removed: 1,
      offList: ["theirs 1"],
      acceptedBy: [clock.now()],
      withdrawn: [aJobId(1)],
    });
    // Films go first, so that they are not served while the rest is deleted.
    expect(seen.films).toEqual([[ada, clock.now(), 0]]);
    expect(await leaving.get("discord:1")).toBeUndefined();
  });

  test("stays marked for deletion until the video in progress has ended", async () => {
    const { people, leaving, seen, clock } = world([1, 1, 0]);
    const askedAt = clock.now();
    await people.forget(ada);
    await clock.advance(60_000);
    expect(await leaving.get("discord:1")).toBeDefined();
    await clock.advance(600_000);
    expect(await leaving.get("discord:1")).toBeUndefined();
    expect(seen).toMatchObject({ removed: 1, acceptedBy: [askedAt, askedAt, askedAt] });
  });

  test.for([
    ["records", 0],
    ["videos", 1],
  ] as const)(
    "is deleted again if another process requests a deletion while %s are being deleted",
    async ([, turns]) => {
      const { people, leaving, meanwhile, seen, clock } = world();
      const newer = { at: clock.now() + 1, left: "all" };
      meanwhile.push(...Array.from({ length: turns }, () => async () => {}), () => leaving.set("discord:1", newer));
      await people.forget(ada);
      expect(await leaving.get("discord:1")).toEqual(newer);
      await people.resume();
      expect(seen.removed).toBe(2);
      expect(seen.acceptedBy.at(-1)).toBe(newer.at);
      expect(await leaving.get("discord:1")).toBeUndefined();
    },
  );

  test("is deleted if another process saves a deletion request while the person removes Reelay", async () => {
    const { people, leaving, meanwhile, seen } = world([1]);
    meanwhile.push(() => leaving.set("discord:1", { at, left: "all" }));
    await people.deauthorized(ada);
    expect(seen.removed).toBe(1);
  });

  test("is kept if the person removes Reelay, but waiting videos at the person's expense are cancelled", async () => {
    const team = { platform: "discord", teamId: "3" } as const;
    const own = [waits(1), waits(2, { team }), waits(3, { acceptedAt: at + 1 }), aJob({ id: aJobId(4), owner: ada })];
    const { people, leaving, seen } = world([], own);
    await people.deauthorized(ada);
    expect(seen).toEqual({ removed: 0, films: [], acceptedBy: [], offList: [], withdrawn: [aJobId(1)] });
    expect(await leaving.get("discord:1")).toBeUndefined();
  });

  test("is still deleted if the person removes Reelay during the deletion", async () => {
    const { people, leaving, seen } = world([1, 1]);
    await people.forget(ada);
    await people.deauthorized(ada);
    expect(await leaving.get("discord:1")).toMatchObject({ left: "videos" });
    expect(seen.removed).toBe(1);
  });

  test("is deleted from every store, and the data of people with similar ids is kept", async () => {
    const [settings, requests] = [memoryKeyv(), memoryKeyv()];
    for (const name of ["slack:T1:U1", "slack:T1:U11", "slack:T11:U1"]) {
      await settings.set(name, 1);
      await requests.set(`${name}:a`, 1);
      await requests.set(`${name}:b`, 1);
    }
    await recordsRemover([settings, requests])(aSlackOwner("U1", "T1"));
    const there = [...(await namesIn(settings)), ...(await namesIn(requests))];
    expect(there).toHaveLength(6);
    expect(there.filter((key) => /^slack:T1:U1(:|$)/.test(key))).toEqual([]);
  });
});

describe("a Slack workspace's data", () => {
  const token = new Secret("xoxb-canary");

  /** `open` lists the jobs that still run at each query. */
  async function world(open: readonly (readonly string[])[]) {
    const clock = manualClock();
    const [leaving, settings] = [memoryKeyv(), memoryKeyv()];
    for (const owner of ["slack:T1:U1", "slack:T1:U2:x", "slack:T11:U1", "discord:T1"]) await settings.set(owner, 1);
    const installations = installationsIn(memoryVault());
    await installations.keep("T1", { token, installedAt: 1_000 });
    const answers = [...open];
    const seen = { left: [] as string[], teams: [] as string[], films: [] as unknown[] };
    const workspaces = forgetWorkspaces({
      leaving,
      swap: swapIn(leaving),
      stores: [settings],
      installations,
      clock,
      log: recordingLog(),
      deleted,
      jobs: { forgetInstallation: async () => answers.shift() ?? [] },
      forgetTeam: async ({ teamId }) => void seen.teams.push(teamId),
      forgetFilms: async (...whose) => void seen.films.push(whose),
      leave: async (id) => seen.left.push(id),
    });
    return { clock, leaving, settings, installations, workspaces, seen };
  }

  test("is deleted when the workspace removes Reelay, and other workspaces' data is kept", async () => {
    const { workspaces, leaving, settings, seen } = await world([]);
    await workspaces.noteLeft("T1", 2_000);
    expect(await namesIn(settings)).toEqual(["slack:T11:U1", "discord:T1"]);
    expect(seen.teams).toEqual(["T1"]);
    expect(seen.films).toEqual([[{ platform: "slack", teamId: "T1" }, 2_000]]);
    expect(await leaving.get("T1")).toBeUndefined();
  });

  test("stays marked for deletion until the workspace's last job has ended", async () => {
    const { workspaces, leaving, clock, seen } = await world([["j1"], ["j1"], ["j1"], ["j1"], []]);
    await workspaces.noteLeft("T1", 2_000);
    expect(seen.left).toEqual(["j1"]);
    await clock.advance(60_000);
    expect(await leaving.get("T1")).toBe(2_000);
    await clock.advance(600_000);
    expect(await leaving.get("T1")).toBeUndefined();
    expect(seen.left).toEqual(["j1", "j1"]);
  });

  test("is kept if the workspace has reinstalled Reelay before an older removal is reported", async () => {
    const { workspaces, installations, settings } = await world([]);
    await installations.keep("T1", { token, installedAt: 3_000 });
    await workspaces.noteLeft("T1", 2_000);
    expect(await namesIn(settings)).toHaveLength(4);
  });
});

describe("a team's data", () => {
  const team = { platform: "discord", teamId: "300000000000000003" } as const;
  const key = new Secret("rk-team-0123-team");

  /** A team with a key, rules, one running video and one waiting. `start` restarts the bot. */
  async function world() {
    const [jobs, vault, clock] = [memoryJobStore(), memoryVault(), manualClock()];
    const refused = refusedKeys(memoryKeyv(), vault);
    const notes = new FailingMap();
    const leaving = memoryKeyv(notes);
    await vault.put(holderOf(team), key);
    await refused.note(team, key, 0);
    await jobs.teams.saveRules(team, noRules, 0);
    await jobs.insert(aJob({ id: aJobId(1), team }));
    await jobs.insert(aJob({ id: aJobId(2), team, state: aWaiting({ for: "turn" }) }));
    const left: Job["id"][] = [];
    const leave = async (id: Job["id"]) => void left.push(id);
    const films: unknown[] = [];
    const forgetFilms = async (...whose: readonly unknown[]) => void films.push(whose);
    const given = {
      leaving,
      swap: swapIn(leaving),
      teams: jobs.teams,
      vault,
      refused,
      leave,
      forgetFilms,
      deleted,
      clock,
    };
    const start = () => forgetTeams({ ...given, log: recordingLog() });
    const there = async () => [(await vault.get(holderOf(team)))?.reveal(), (await jobs.teams.rules(team))?.version];
    return { jobs, vault, refused, clock, left, films, notes, leaving, there, start, teams: start() };
  }

  /** A map whose next `failures` writes fail. */
  class FailingMap extends Map<string, unknown> {
    failures = 0;
    override set(name: string, value: unknown): this {
      this.#mayFail();
      return super.set(name, value);
    }
    override delete(name: string): boolean {
      this.#mayFail();
      return super.delete(name);
    }
    #mayFail(): void {
      if (this.failures === 0) return;
      this.failures -= 1;
      throw new Error("the disk is full");
    }
  }

  test("is deleted, together with stored and waiting videos, when the team removes Reelay", async () => {
    const { refused, left, films, clock, there, teams } = await world();
    await teams.left(team);
    expect(films).toEqual([[team, clock.now()]]);
    expect([...(await there()), await refused.has(team, key)]).toEqual([undefined, undefined, false]);
    expect(left).toEqual([aJobId(2)]);
  });

  test.for([
    ["the store failed", 0, 1],
    ["the deletion request could not be saved", 1, 0],
  ] as const)("is deleted a minute later if the first deletion failed because %s", async ([, unnoted, failures]) => {
    const { jobs, clock, notes, leaving, there, teams } = await world();
    notes.failures = unnoted;
    jobs.failNext(failures);
    await teams.left(team);
    expect(await there()).toEqual([key.reveal(), 1]);
    await clock.advance(60_000);
    expect(await there()).toEqual([undefined, undefined]);
    expect(await leaving.get("discord:300000000000000003")).toBeUndefined();
  });

  test("is deleted after a restart if the first deletion failed", async () => {
    const { jobs, there, start, teams } = await world();
    jobs.failNext();
    await teams.left(team);
    teams.stop();
    expect(await there()).toEqual([key.reveal(), 1]);
    await start().resume();
    expect(await there()).toEqual([undefined, undefined]);
  });

  test("is kept if the team reinstalls Reelay after a failed deletion and a restart", async () => {
    const { jobs, leaving, clock, there, start, teams } = await world();
    jobs.failNext();
    await teams.left(team);
    teams.stop();
    await clock.advance(600_000);
    expect(await there()).toEqual([key.reveal(), 1]);
    const again = start();
    await again.joined(team);
    await again.resume();
    expect(await there()).toEqual([key.reveal(), 1]);
    expect(await leaving.get("discord:300000000000000003")).toBeUndefined();
  });

  test.for([
    ["the deletion request was not saved", 1, 0, 0],
    ["the saved deletion request could not be removed from the store", 0, 1, 1],
  ] as const)("is kept after a reinstallation, even if %s", async ([, unnoted, failures, undropped]) => {
    const { jobs, vault, clock, notes, there, start, teams } = await world();
    notes.failures = unnoted;
    jobs.failNext(failures);
    await teams.left(team);
    notes.failures = undropped;
    await teams.joined(team);
    await vault.put(holderOf(team), new Secret("rk-entered-since"));
    expect(await jobs.teams.saveRules(team, { ...noRules, isForEveryone: true }, 1)).toBe(true);
    await clock.advance(600_000);
    teams.stop();
    await start().resume();
    expect(await there()).toEqual(["rk-entered-since", 2]);
  });
});

test("several deletions in quick succession cause one erasure of the write-ahead log, and a failed erasure is repeated", async () => {
  const clock = manualClock();
  const results = [false, true];
  let erased = 0;
  const { deleted, stop } = eraseSoon({
    clock,
    log: recordingLog(),
    async erase() {
      erased += 1;
      return results.shift() ?? true;
    },
  });
  for (let n = 0; n < 5; n += 1) {
    deleted();
    await clock.advance(900);
    expect(erased).toBe(0);
  }
  await clock.advance(100);
  expect(erased).toBe(1);
  await clock.advance(59_000);
  expect(erased).toBe(1);
  await clock.advance(600_000);
  expect(erased).toBe(2);
  deleted();
  stop();
  await clock.advance(600_000);
  expect(erased).toBe(2);
});
