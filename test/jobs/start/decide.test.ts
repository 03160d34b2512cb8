import { describe, expect, test } from "vitest";
import { cardPlace } from "../../../src/core/card-place.ts";
import type { JobId, Team } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { monthOf } from "../../../src/core/job/ledger.ts";
import { refuse } from "../../../src/core/result.ts";
import { noticeIdFrom } from "../../../src/core/team/notice.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anApproval, aRunning, aWaiting } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const team: Team = { platform: "discord", teamId: "300000000000000003" };
const teamKey = new Secret("rk-team-0123-team");
const manager = "200000000000000009";
const place = cardPlace(aDiscordReply({ userId: manager })).inChannel("600000000000000006");

async function anAskingWorld(rules: Partial<TeamRules> = {}) {
  const world = aWorld();
  await world.jobs.teams.saveRules(
    team,
    { ...noRules, isForEveryone: true, askAbove: 0, approvals: place, ...rules },
    0,
  );
  await world.vault.put(holderOf(team), teamKey);
  const sealedKey = world.vault.seal(holderOf(team), teamKey);
  const ask = (n = 1) =>
    world.begin({ id: aJobId(n), team, sealedKey, wait: { for: "approval", because: "ask_above" } });
  return {
    world,
    ask,
    decide: () => approvalService(world.deps()),
    /** The message that the managers see. */
    question: () => world.chat.seen.find(({ posted }) => posted !== undefined),
    held: async () => (await world.jobs.teams.month(team, monthOf(world.clock.now()))).all.held,
  };
}

describe("a video that needs an approval", () => {
  test("is asked for in the approvals channel, once, and nothing is paid or held", async () => {
    const { world, ask, question, held } = await anAskingWorld();
    await ask();
    await world.clock.advance(HOUR);
    expect(question()).toMatchObject({ posted: place.channelId });
    expect(question()?.text).toContain("95 credits");
    expect(world.chat.calls.filter(({ call }) => call === "post")).toHaveLength(1);
    expect([world.video.prompts(), await held()]).toEqual([[], 0]);
    expect((await world.jobOf()).sealedKey).toBeNull();
  });

  test("that stands with its managers is looked at, and nothing is written until it is decided", async () => {
    const { world, ask } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    let writes = 0;
    const { save } = world.notices;
    world.notices.save = (...saved) => {
      writes += 1;
      return save.call(world.notices, ...saved);
    };
    await world.clock.advance(23 * HOUR);
    expect(writes).toBe(0);
    await world.clock.advance(2 * HOUR);
    expect(writes).toBeGreaterThan(0);
  });

  test("approved by a process that dies as it saves that, is woken soon all the same", async () => {
    const { world, ask } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    const alarms: number[] = [];
    world.jobs.admit = () => new Promise(() => {});
    const { scheduler, ...deps } = world.deps();
    const schedule = (_: string, at: number) => void alarms.push(at);
    void approvalService({ ...deps, scheduler: { ...scheduler, schedule } }).approve(aJobId(1), manager);
    await world.clock.advance(SECOND);
    expect(alarms).toEqual([world.clock.now() + 9 * SECOND]);
  });

  test("approved, says so on its card first, and is paid for once with the team's key of that time", async () => {
    const { world, ask, decide, question } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    const next = new Secret("rk-next-0123-next");
    await world.vault.put(holderOf(team), next);
    const shownBeforePaid: string[] = [];
    const submit = world.video.submit.bind(world.video);
    world.video.submit = (...asked) => {
      shownBeforePaid.push(world.chat.seen[0]?.text ?? "");
      return submit(...asked);
    };
    expect((await decide().approve(aJobId(), manager)).ok).toBe(true);
    await world.clock.advance(SECOND);
    expect(shownBeforePaid).toHaveLength(1);
    expect(shownBeforePaid[0]).toContain("Approved");
    expect(new Set(world.video.calls.map(({ lastFour }) => lastFour))).toEqual(new Set([next.lastFour()]));
    expect(question()?.text).toContain("Approved");
    await world.clock.advance(60 * SECOND);
    expect(world.video.prompts()).toHaveLength(1);
  });

  test("that nobody answers expires after a day", async () => {
    const { world, ask, question } = await anAskingWorld();
    await ask();
    await world.clock.advance(24 * HOUR - SECOND);
    expect((await world.jobOf()).state.status).toBe("waiting");
    await world.clock.advance(11 * 60 * SECOND);
    expect((await world.jobOf()).state).toMatchObject({ status: "closed", outcome: { why: "expired" } });
    expect(question()?.text).toContain("Expired");
    expect(world.video.prompts()).toEqual([]);
  });

  test("is decided by the first word; later ones read what it was", async () => {
    const { world, ask, decide } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    const both = await Promise.all([decide().approve(aJobId(), manager), decide().decline(aJobId(), "other", null)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const refused = both.find((one) => !one.ok);
    expect(refused).toMatchObject({ refusal: { kind: "decided", job: { approval: { decision: {} } } } });
    await world.clock.advance(HOUR);
    expect(world.video.prompts().length).toBe(both[0]?.ok ? 1 : 0);
  });

  test("over the team's cap stays open: nothing is held, and it can be approved when there is room", async () => {
    const { world, ask, decide, held } = await anAskingWorld({ teamMonth: 100 });
    await ask(1);
    await ask(2);
    await world.clock.advance(SECOND);
    expect((await decide().approve(aJobId(1), manager)).ok).toBe(true);
    expect(await decide().approve(aJobId(2), manager)).toMatchObject({ ok: false, refusal: { kind: "team_month" } });
    expect(await held()).toBe(95);
    const stored = await world.jobs.teams.rules(team);
    await world.jobs.teams.saveRules(team, { ...noRules, teamMonth: 200, approvals: place }, stored?.version ?? 0);
    expect((await decide().approve(aJobId(2), manager)).ok).toBe(true);
  });
});

describe("the managers' question", () => {
  test("that cannot be posted in its channel goes to the admin who chose it", async () => {
    const { world, ask, question } = await anAskingWorld();
    world.chat.refuseNext([{ kind: "unreachable", detail: "no access" }], "post");
    await ask();
    await world.clock.advance(SECOND);
    expect(question()).toMatchObject({ posted: manager });
  });

  test("that reaches nobody is reported on the card, stays open, and is tried again in an hour", async () => {
    const { world, ask, question } = await anAskingWorld();
    const closed = { kind: "unreachable", detail: "no access" } as const;
    world.chat.refuseNext([closed, closed], "post");
    await ask();
    await world.clock.advance(20 * SECOND);
    expect(question()).toBeUndefined();
    const firstText = world.chat.seen[0]?.text;
    await world.clock.advance(HOUR + 20 * SECOND);
    expect(question()).toMatchObject({ posted: place.channelId });
    expect(world.chat.seen[0]?.text).not.toBe(firstText);
    expect((await world.jobOf()).state.status).toBe("waiting");
  });

  test("that may have arrived is posted once, though its answer was lost", async () => {
    const { world, ask } = await anAskingWorld();
    world.chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "cut" }], "post");
    await ask();
    await world.clock.advance(HOUR);
    expect(world.chat.seen.filter(({ posted }) => posted)).toHaveLength(1);
  });

  test("says the decision though the process died between the two", async () => {
    const { world, ask, decide, question } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    world.crashAfterSave((job) => job.approval?.decision?.word === "declined");
    void decide().decline(aJobId(), manager, null);
    await world.clock.advance(SECOND);
    await world.restart();
    await world.clock.advance(40 * SECOND);
    expect(question()?.text).toContain("Declined");
    expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("is asked once, though the process died before that was saved", async () => {
    const { world, ask } = await anAskingWorld();
    world.crashAfterSave(({ state }) => state.status === "waiting" && state.answer === "given");
    await Promise.race([ask(), world.clock.advance(SECOND)]);
    await world.restart();
    await world.clock.advance(HOUR);
    expect(world.chat.seen.filter(({ posted }) => posted)).toHaveLength(1);
  });
});

describe("a decision", () => {
  /** One waiting job, the alarms that its decisions set, and the sums that they had looked at. */
  async function aWaitingJob(over: Partial<Job> = {}) {
    const { jobs, deps, clock } = aWorld();
    const job = aJob({ state: aWaiting(), approval: anApproval(), ...over });
    await jobs.teams.saveRules(team, { ...noRules, isForEveryone: true }, 0);
    await jobs.insert(job);
    const alarms: [string, number][] = [];
    const spent: unknown[] = [];
    const left: unknown[] = [];
    const { scheduler, managers, ...others } = deps();
    const decide = approvalService({
      ...others,
      queues: { ...others.queues, left: async ({ id }) => void left.push(id) },
      scheduler: { ...scheduler, schedule: (id, at) => void alarms.push([id, at - clock.now()]) },
      managers: { ...managers, spent: async (...asked) => void spent.push(asked) },
    });
    return { jobs, job, decide, alarms, spent, left };
  }

  test("wakes the job and the managers' question at once, and the team's sums are looked at", async () => {
    const { decide, job, alarms, spent } = await aWaitingJob({ team });
    expect((await decide.decline(job.id, manager, null)).ok).toBe(true);
    const notice = noticeIdFrom("approval", job.id);
    const atOnce = [job.id, notice].map((id) => [id, 0]);
    expect(alarms).toEqual([[job.id, 10_000], ...atOnce]);
    expect(spent).toEqual([[team, monthOf(job.acceptedAt)]]);
  });

  test.for([
    ["service", 0],
    ["turn", 1],
  ] as const)(
    "of a person who pays, withdraws the video that waits for the %s: places left %i",
    async ([cause, places]) => {
      const { decide, job, spent, left } = await aWaitingJob({ state: aWaiting({ for: cause }) });
      expect(await decide.withdraw(job.id)).toMatchObject({ value: { state: { outcome: { why: "withdrawn" } } } });
      expect([spent, left]).toEqual([[], Array(places).fill(job.id)]);
    },
  );

  test("about a video that is forgotten or decided changes nothing", async () => {
    const { decide, job, alarms } = await aWaitingJob({ state: aClosedJob().state });
    expect(await decide.withdraw(aJobId(9))).toEqual(refuse({ kind: "gone" }));
    expect(alarms).toEqual([]);
    expect(await decide.decline(job.id, manager, null)).toEqual(refuse({ kind: "decided", job }));
    expect(alarms).toEqual([[job.id, 0]]);
  });

  test("is made anew where another save came first, and asks for no place", async () => {
    const { decide, job, jobs } = await aWaitingJob();
    const { save } = jobs;
    jobs.save = async () => {
      jobs.save = save;
      return false;
    };
    jobs.admit = () => Promise.reject(new Error("asked for a place"));
    expect(await decide.decline(job.id, manager, null)).toMatchObject({ ok: true });
  });

  test("that a store refuses a place is a bug", async () => {
    const { decide, job, jobs } = await aWaitingJob();
    jobs.admit = async () => "full";
    await expect(decide.approve(job.id, manager)).rejects.toThrow(`job ${job.id} was refused a place`);
  });

  test("to cancel the rest of a batch counts the videos that had not begun, nor were forgotten, by then", async () => {
    const parts = [1, 2, 3, 4].map((nth) => aJobId(10 + nth));
    const { decide, job, jobs, alarms } = await aWaitingJob({ parts });
    for (const [index, id] of parts.entries())
      await jobs.insert(aJob({ id, partOf: { job: job.id, nth: index + 1 }, state: aWaiting({ for: "turn" }) }));
    const { load } = jobs;
    const seen = new Set<JobId>();
    jobs.load = async (id) => {
      const stored = await load(id);
      if (!seen.has(id)) return seen.add(id) && stored;
      if (id === parts[1]) return null;
      return stored && id === parts[2] ? { ...stored, job: { ...stored.job, state: aRunning() } } : stored;
    };
    expect(await decide.cancelRest(job.id)).toBe(2);
    expect((await load(parts[0] ?? ""))?.job.state).toMatchObject({
      outcome: { kind: "not_started", why: "withdrawn" },
    });
    expect(alarms).toEqual([[job.id, 0]]);
    expect(await decide.cancelRest(aJobId(9))).toBe(0);
  });
});
