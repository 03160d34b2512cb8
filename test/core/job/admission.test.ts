import { describe, expect, test } from "vitest";
import { type AdmitFacts, type InsertFacts, judgeAdmit, judgeInsert } from "../../../src/core/job/admission.ts";
import { type Job, takesPlace } from "../../../src/core/job/job.ts";
import type { Capacity } from "../../../src/core/job/job-storage.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { noUsage } from "../../../src/core/team/usage.ts";
import { aGathering, aJob, aJobId, anApproval, aWaiting } from "../../fakes/jobs.ts";
import { inBoth } from "../../fakes/teams.ts";

const capacity: Capacity = { ofOwner: 2, ofWorkspace: 5, waitingOfOwner: 3 };
const nothing = { running: 0, waiting: 0, runningInWorkspace: 0 };
const inTurn = (overrides: Partial<Job> = {}) => aJob({ state: aWaiting({ for: "turn" }), ...overrides });
const spent = (charged: number) => ({
  rules: { ...noRules, teamMonth: 300 },
  taken: inBoth({ team: { ...noUsage, charged }, person: noUsage }),
});

function insert(job: Job, facts: Partial<InsertFacts> = {}, parts: readonly Job[] = []) {
  return judgeInsert(
    job,
    { capacity, parts },
    { isRepeated: false, isKnown: false, taken: nothing, queue: [], spending: () => null, ...facts },
  );
}

describe("a new job", () => {
  test.for([
    ["is accepted if its owner has a free slot", aJob(), { running: 1 }, "inserted"],
    ["is refused if its owner has no free slot", aJob(), { running: 2 }, "full"],
    ["is accepted if its workspace has a free slot", aJob(), { runningInWorkspace: 4 }, "inserted"],
    ["is refused if its workspace has no free slot", aJob(), { runningInWorkspace: 5 }, "full"],
    ["is accepted even if many of its owner's jobs wait", aJob(), { waiting: 9 }, "inserted"],
    [
      "can wait if its owner's queue has space",
      inTurn(),
      { running: 9, runningInWorkspace: 9, waiting: 2 },
      "inserted",
    ],
    ["cannot wait if its owner's queue is full", inTurn(), { waiting: 3 }, "full"],
  ] as const)("%s", ([, job, taken, answer]) => {
    expect(insert(job, { taken: { ...nothing, ...taken } })).toBe(answer);
  });

  test.for([
    [3, "accepted", 2],
    [4, "refused", 2],
    [5, "accepted", 0],
    [6, "refused", 0],
    [3, "accepted", 9],
    [4, "refused", 9],
  ] as const)("for a batch of %i videos is %s if its owner has %i running jobs", ([count, result, running]) => {
    const parts = Array.from({ length: count }, (_, n) => inTurn({ id: aJobId(n) }));
    const batch = aJob({ price: 0, state: aGathering({ answer: "due" }) });
    expect(insert(batch, { taken: { ...nothing, running } }, parts)).toBe(result === "accepted" ? "inserted" : "full");
  });

  test("can wait but cannot start if another waiting job needs the workspace's last free slot", () => {
    const queue = [{ owner: "discord:9", waiting: 1, running: 0 }];
    const taken = { ...nothing, runningInWorkspace: 4 };
    expect(insert(aJob({ workspace: "W" }), { taken, queue })).toBe("full");
    expect(insert(inTurn({ workspace: "W" }), { taken, queue })).toBe("inserted");
  });

  test("in direct messages is accepted even if other people's jobs wait", () => {
    const queue = [{ owner: "discord:9", waiting: 1, running: 0 }];
    expect(insert(aJob({ workspace: null }), { taken: nothing, queue })).toBe("inserted");
  });

  test("is checked first for a duplicate, then for a free slot, then against the team's caps", () => {
    const taken = { ...nothing, running: 2 };
    const spending = () => spent(300);
    expect(insert(aJob(), { isRepeated: true, isKnown: true, taken, spending })).toBe("repeated");
    expect(insert(aJob(), { isKnown: true, taken, spending })).toBe("exists");
    expect(insert(aJob(), { taken, spending })).toBe("full");
    expect(insert(aJob(), { spending })).toBe("team_month");
    expect(insert(aJob(), { spending: () => spent(205) })).toBe("inserted");
    expect(insert(aJob(), { spending: () => ({ ...spent(0), rules: null }) })).toBe("no_rules");
  });

  test("is accepted with any number of running jobs if no limit is set", () => {
    const taken = { ...nothing, running: 2 };
    const unknown = { isRepeated: false, isKnown: false };
    expect(judgeInsert(aJob(), { parts: [] }, { ...unknown, taken, queue: [], spending: () => null })).toBe("inserted");
  });

  test("for a batch is checked against the team's caps with the total price of all videos", () => {
    const parts = [1, 2, 3].map((n) => inTurn({ id: aJobId(n) }));
    expect(insert(aJob({ price: 0 }), { spending: () => spent(15) }, parts)).toBe("inserted");
    expect(insert(aJob({ price: 0 }), { spending: () => spent(16) }, parts)).toBe("team_month");
  });
});

describe("a job that stops waiting", () => {
  const team = { platform: "discord", teamId: "3" } as const;
  const begun = aJob();
  const admit = (job: Job, facts: Partial<AdmitFacts> & Pick<AdmitFacts, "before">) =>
    judgeAdmit(job, { capacity, parts: [] }, { taken: nothing, spending: () => null, ...facts });

  test("needs a free slot only if it starts to run", () => {
    const taken = { ...nothing, running: 2 };
    expect(takesPlace(begun)).toBe(true);
    expect(admit(begun, { before: inTurn(), taken })).toBe("full");
    expect(admit(begun, { before: begun, taken })).toBe("saved");
    expect(admit(inTurn(), { before: aJob({ state: aWaiting() }), taken })).toBe("saved");
  });

  test("is not checked against the team's caps if the job's price is already reserved", () => {
    const asked = aJob({ team, approval: anApproval(), state: aWaiting() });
    const spending = () => spent(300);
    expect(admit(inTurn({ team }), { before: asked, spending })).toBe("team_month");
    expect(admit(aJob({ team }), { before: inTurn({ team }), spending })).toBe("saved");
  });

  test("is checked against the team's caps with the total price of its videos if the job is a batch", () => {
    const before = aJob({ team, price: 0, approval: anApproval(), state: aWaiting() });
    const parts = [inTurn({ team }), aJob({ team, state: aWaiting({ for: "film" }) }), aJob({ state: aWaiting() })];
    const judged = (charged: number) =>
      judgeAdmit(
        { ...before, state: aGathering() },
        { capacity, parts },
        { before, taken: nothing, spending: () => spent(charged) },
      );
    expect([judged(15), judged(16)]).toEqual(["saved", "team_month"]);
  });
});
