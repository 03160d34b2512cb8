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
    ["is accepted if its owner has a free place", aJob(), { running: 1 }, "inserted"],
    ["is refused if its owner has no free place", aJob(), { running: 2 }, "full"],
    ["is accepted if its workspace has a free place", aJob(), { runningInWorkspace: 4 }, "inserted"],
    ["is refused if its workspace has no free place", aJob(), { runningInWorkspace: 5 }, "full"],
    ["is accepted however many others wait", aJob(), { waiting: 9 }, "inserted"],
    [
      "is accepted to wait if there is space in the queue",
      inTurn(),
      { running: 9, runningInWorkspace: 9, waiting: 2 },
      "inserted",
    ],
    ["is refused to wait if the queue is full", inTurn(), { waiting: 3 }, "full"],
  ] as const)("%s", ([, job, taken, answer]) => {
    expect(insert(job, { taken: { ...nothing, ...taken } })).toBe(answer);
  });

  test.for([
    [3, 2, "is inserted"],
    [4, 2, "is refused"],
    [5, 0, "is inserted"],
    [6, 0, "is refused"],
    [3, 9, "is inserted"],
    [4, 9, "is refused"],
  ] as const)("that is a batch of %i parts, while %i jobs are running, %s", ([count, running, result]) => {
    const parts = Array.from({ length: count }, (_, n) => inTurn({ id: aJobId(n) }));
    const batch = aJob({ price: 0, state: aGathering({ answer: "due" }) });
    expect(insert(batch, { taken: { ...nothing, running } }, parts)).toBe(
      result === "is inserted" ? "inserted" : "full",
    );
  });

  test("does not overtake anybody for a workspace's last place, and direct messages have no such limit", () => {
    const queue = [{ owner: "discord:9", waiting: 1, running: 0 }];
    const taken = { ...nothing, runningInWorkspace: 4 };
    expect(insert(aJob({ workspace: "W" }), { taken, queue })).toBe("full");
    expect(insert(inTurn({ workspace: "W" }), { taken, queue })).toBe("inserted");
    expect(insert(aJob({ workspace: null }), { taken: nothing, queue })).toBe("inserted");
  });

  test("is checked for repetition first, then for a free place, then against the team's caps; without limits only the caps apply", () => {
    const taken = { ...nothing, running: 2 };
    const spending = () => spent(300);
    expect(insert(aJob(), { isRepeated: true, isKnown: true, taken, spending })).toBe("repeated");
    expect(insert(aJob(), { isKnown: true, taken, spending })).toBe("exists");
    expect(insert(aJob(), { taken, spending })).toBe("full");
    expect(insert(aJob(), { spending })).toBe("team_month");
    expect(insert(aJob(), { spending: () => spent(205) })).toBe("inserted");
    expect(insert(aJob(), { spending: () => ({ ...spent(0), rules: null }) })).toBe("no_rules");
    const unknown = { isRepeated: false, isKnown: false };
    expect(judgeInsert(aJob(), { parts: [] }, { ...unknown, taken, queue: [], spending: () => null })).toBe("inserted");
  });

  test("that is a batch is checked against the team's caps with the cost of all parts", () => {
    const parts = [1, 2, 3].map((n) => inTurn({ id: aJobId(n) }));
    expect(insert(aJob({ price: 0 }), { spending: () => spent(15) }, parts)).toBe("inserted");
    expect(insert(aJob({ price: 0 }), { spending: () => spent(16) }, parts)).toBe("team_month");
  });
});

describe("a waiting job that continues", () => {
  const team = { platform: "discord", teamId: "3" } as const;
  const begun = aJob();
  const admit = (job: Job, facts: Partial<AdmitFacts> & Pick<AdmitFacts, "before">) =>
    judgeAdmit(job, { capacity, parts: [] }, { taken: nothing, spending: () => null, ...facts });

  test("needs a free place only if it takes a place now", () => {
    const taken = { ...nothing, running: 2 };
    expect(takesPlace(begun)).toBe(true);
    expect(admit(begun, { before: inTurn(), taken })).toBe("full");
    expect(admit(begun, { before: begun, taken })).toBe("saved");
    expect(admit(inTurn(), { before: aJob({ state: aWaiting() }), taken })).toBe("saved");
  });

  test("is checked against the team's caps only if its price is reserved from now on", () => {
    const asked = aJob({ team, approval: anApproval(), state: aWaiting() });
    const spending = () => spent(300);
    expect(admit(inTurn({ team }), { before: asked, spending })).toBe("team_month");
    expect(admit(aJob({ team }), { before: inTurn({ team }), spending })).toBe("saved");
  });

  test("that is a batch is checked against the team's caps with all parts, if at least one is reserved from now on", () => {
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
