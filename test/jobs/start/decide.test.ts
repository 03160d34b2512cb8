import { describe, expect, test } from "vitest";
import { type JobId, noticeIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { monthOf } from "../../../src/core/period.ts";
import { refuse } from "../../../src/core/result.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { aClosedJob, aJob, aJobId, anApproval, aRunning, aWaiting } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aTeamWorld, manager } from "../world.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

async function anAskingWorld(rules: Partial<TeamRules> = {}) {
  const world = await aTeamWorld({ askAbove: 0, ...rules });
  const wait = { for: "approval", because: "ask_above" } as const;
  return {
    world,
    ask: (n = 1) => world.begin({ id: aJobId(n), team: aTeam, wait }),
    decide: () => approvalService(world.deps()),
    question: () => world.toManagers()[0],
  };
}

describe("a video that needs an approval", () => {
  test("leads to one question in the approvals channel without reserving credits", async () => {
    const { world, ask, question } = await anAskingWorld();
    await ask();
    await world.clock.advance(HOUR);
    expect(question()).toMatchObject({ posted: world.approvals.channelId });
    expect(question()?.text).toContain("95 credits");
    expect(world.chat.calls.filter(({ call }) => call === "post")).toHaveLength(1);
    expect([world.video.prompts(), await world.held()]).toEqual([[], 0]);
    expect((await world.jobOf()).sealedKey).toBeNull();
  });

  test("does not save its notice to the managers again while the decision is pending", async () => {
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

  test("shows “Approved” on its card before the team's API key is charged", async () => {
    const { world, ask, decide, question } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    const next = new Secret("rk-next-0123-next");
    await world.vault.put(holderOf(aTeam), next);
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

  test("shows the managers why the approved video failed", async () => {
    const { world, ask, decide, question } = await anAskingWorld();
    await ask();
    await world.clock.advance(SECOND);
    await decide().approve(aJobId(), manager);
    await world.clock.advance(2 * SECOND);
    world.video.fail(world.video.taskIds()[0] ?? "", "No faces, please");
    await world.clock.advance(60 * SECOND);
    expect(question()?.text).toMatch(/Approved by.*\n.*95 credits refunded\n.*“No faces, please”/);
    expect(world.toManagers()).toHaveLength(1);
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({ event: "job settled", fields: expect.objectContaining({ reason: "given" }) }),
    );
    expect(JSON.stringify(world.log.lines)).not.toContain("No faces");
  });

  test("can be approved only if its price fits within the team's monthly cap", async () => {
    const { world, ask, decide } = await anAskingWorld({ teamMonth: 100 });
    await ask(1);
    await ask(2);
    await world.clock.advance(SECOND);
    expect((await decide().approve(aJobId(1), manager)).ok).toBe(true);
    expect(await decide().approve(aJobId(2), manager)).toMatchObject({ ok: false, refusal: { kind: "team_month" } });
    expect(await world.held()).toBe(95);
    const stored = await world.jobs.teams.rules(aTeam);
    await world.jobs.teams.saveRules(
      aTeam,
      { ...noRules, teamMonth: 200, approvals: world.approvals },
      stored?.version ?? 0,
    );
    expect((await decide().approve(aJobId(2), manager)).ok).toBe(true);
  });
});

describe("a question to a team's managers", () => {
  test("is sent to the admin who chose the approvals channel if the bot cannot post in that channel", async () => {
    const { world, ask, question } = await anAskingWorld();
    world.chat.refuseNext([{ kind: "unreachable", detail: "no access" }], "post");
    await ask();
    await world.clock.advance(SECOND);
    expect(question()).toMatchObject({ posted: manager, message: { buttons: [] } });
    // A press in a Discord direct message does not name a team, so the question has no such button there.
    expect(question()?.message).not.toHaveProperty("readAll");
  });

  test("is sent again after an hour if neither the channel nor the admin could be reached", async () => {
    const { world, ask, question } = await anAskingWorld();
    const closed = { kind: "unreachable", detail: "no access" } as const;
    world.chat.refuseNext([closed, closed], "post");
    await ask();
    await world.clock.advance(20 * SECOND);
    expect(question()).toBeUndefined();
    const firstText = world.chat.seen[0]?.text;
    await world.clock.advance(HOUR + 20 * SECOND);
    expect(question()).toMatchObject({ posted: world.approvals.channelId });
    expect(world.chat.seen[0]?.text).not.toBe(firstText);
    expect((await world.jobOf()).state.status).toBe("waiting");
  });

  test("is posted only once if the platform's response to the post is lost", async () => {
    const { world, ask } = await anAskingWorld();
    world.chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "cut" }], "post");
    await ask();
    await world.clock.advance(HOUR);
    expect(world.toManagers()).toHaveLength(1);
  });

  test("shows the decision even if the process dies between saving and showing the decision", async () => {
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

  test("is posted only once even if the process dies before it records the post", async () => {
    const { world, ask } = await anAskingWorld();
    world.crashAfterSave(({ state }) => state.status === "waiting" && state.answer === "given");
    await Promise.race([ask(), world.clock.advance(SECOND)]);
    await world.restart();
    await world.clock.advance(HOUR);
    expect(world.toManagers()).toHaveLength(1);
  });
});

describe("the approval service", () => {
  async function aWaitingJob(over: Partial<Job> = {}) {
    const jobWorld = await aJobToStep({ state: aWaiting(), approval: anApproval(), ...over });
    return { ...jobWorld, decide: approvalService(jobWorld.deps()) };
  }

  test("schedules an immediate next step for a declined job and for its notice to the managers", async () => {
    const { decide, job, woken, told } = await aWaitingJob({ team: aTeam });
    expect((await decide.decline(job.id, manager, null)).ok).toBe(true);
    const notice = noticeIdFrom("approval", job.id);
    const atOnce = [job.id, notice].map((id) => [id, 0]);
    expect(woken).toEqual([[job.id, 10_000], ...atOnce]);
    expect(told).toEqual([["spent", aTeam, monthOf(job.acceptedAt)]]);
  });

  test("before saving an approval, schedules the job's next step in 10 s", async () => {
    const { decide, job, jobs, woken, clock } = await aWaitingJob({ team: aTeam });
    jobs.admit = () => new Promise(() => {});
    void decide.approve(job.id, manager);
    await clock.advance(SECOND);
    expect(woken).toEqual([[job.id, 10_000]]);
  });

  test("removes a withdrawn video from the queue", async () => {
    const { decide, job, told, left } = await aWaitingJob({ state: aWaiting({ for: "turn" }) });
    expect(await decide.withdraw(job.id)).toMatchObject({ value: { state: { outcome: { why: "withdrawn" } } } });
    expect([told, left]).toEqual([[], [job.id]]);
  });

  test("refuses to decide on a job that was deleted or is already decided", async () => {
    const { decide, job, woken } = await aWaitingJob({ state: aClosedJob().state });
    expect(await decide.withdraw(aJobId(9))).toEqual(refuse({ kind: "gone" }));
    expect(woken).toEqual([]);
    expect(await decide.decline(job.id, manager, null)).toEqual(refuse({ kind: "decided", job }));
    expect(woken).toEqual([[job.id, 0]]);
  });

  test("declines a job on the second attempt if another process saved the job first", async () => {
    const { decide, job, jobs } = await aWaitingJob();
    const { save } = jobs;
    jobs.save = async () => {
      jobs.save = save;
      return false;
    };
    jobs.admit = () => Promise.reject(new Error("asked for a place"));
    expect(await decide.decline(job.id, manager, null)).toMatchObject({ ok: true });
  });

  test("throws if the store refuses an approved video because too many videos are running", async () => {
    const { decide, job, jobs } = await aWaitingJob();
    jobs.admit = async () => "full";
    await expect(decide.approve(job.id, manager)).rejects.toThrow(`job ${job.id} was refused a place`);
  });

  test("returns the number of videos that it cancelled in a batch, not counting running or deleted videos", async () => {
    const parts = [1, 2, 3, 4].map((nth) => aJobId(10 + nth));
    const { decide, job, jobs, woken } = await aWaitingJob({ parts });
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
    expect((await load(parts[0] ?? ""))?.job.state).toMatchObject({ outcome: { why: "withdrawn" } });
    // Once for the batch, and once for each part that ends.
    expect(woken).toEqual(Array(3).fill([job.id, 0]));
    expect(await decide.cancelRest(aJobId(9))).toBe(0);
  });
});
