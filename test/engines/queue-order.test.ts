import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { aClosedJob, aJob, aJobId, anApproval, anOwner, aWaiting } from "../fakes/jobs.ts";
import { type StoresWorld, storesWorld } from "./stores-world.ts";

const of = (person: string, n: number, overrides: Partial<Job> = {}) =>
  aJob({ id: aJobId(n), owner: anOwner(person), workspace: "W", ...overrides });
const turn = { sealedKey: null, state: aWaiting({ for: "turn" }) };
const service = { sealedKey: null, state: aWaiting({ for: "service" }) };
const asked = { sealedKey: null, state: aWaiting(), approval: anApproval() };
const direct = { workspace: null };
const closed = { state: aClosedJob().state };

const ROOM = { ofOwner: 2, ofWorkspace: 3, waitingOfOwner: 5 };

interface Scene {
  readonly there: readonly Job[];
  readonly comes: Job;
  readonly is: "inserted" | "full";
}

const SCENES: Readonly<Record<string, Scene>> = {
  "nobody waits": { there: [of("a", 1), of("a", 2)], comes: of("b", 9), is: "inserted" },
  "one waits for the only free place": {
    there: [of("a", 1), of("a", 2), of("b", 3, turn)],
    comes: of("c", 9),
    is: "full",
  },
  "those who wait are at their own bound": {
    there: [of("a", 1), of("a", 2), of("a", 3, turn), of("a", 4, turn)],
    comes: of("c", 9),
    is: "inserted",
  },
  "others wait for the service, or for an approval": {
    there: [of("a", 1), of("a", 2), of("b", 3, service), of("b", 4, asked)],
    comes: of("c", 9),
    is: "inserted",
  },
  "others wait in another workspace, or in direct messages": {
    there: [of("a", 1), of("a", 2), of("b", 3, { ...turn, workspace: "V" }), of("b", 4, { ...turn, ...direct })],
    comes: of("c", 9),
    is: "inserted",
  },
  "others wait in their direct messages": {
    there: [of("a", 1, { ...turn, ...direct }), of("a", 2, { ...turn, ...direct })],
    comes: of("c", 9, direct),
    is: "inserted",
  },
  "one's own wait in direct messages": {
    there: [of("a", 1, direct), of("a", 2, { ...turn, ...direct })],
    comes: of("a", 9, direct),
    is: "full",
  },
  "one's own wait in a workspace": {
    there: [of("a", 1), of("a", 2, turn)],
    comes: of("a", 9, direct),
    is: "inserted",
  },
  "those who waited have begun, ended or left": {
    there: [of("a", 1), of("b", 2, { beganAt: 5 }), of("c", 3, closed)],
    comes: of("c", 9),
    is: "inserted",
  },
};

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());
const put = async (jobs: JobStore, all: readonly Job[]) => {
  for (const job of all) expect(await jobs.insert(job)).toBe("inserted");
};

test.for(Object.entries(SCENES))("%s", ([, { there, comes, is }]) =>
  inWorld(async ({ jobs }) => {
    await put(jobs, there);
    expect(await jobs.insert(comes, ROOM)).toBe(is);
    const joined = { ...comes, ...turn };
    if (is === "full") expect(await jobs.insert(joined, ROOM)).toBe("inserted");
  }),
);

test("a place that becomes free is for those who wait, though two hundred ask in that moment", () =>
  inWorld(async ({ jobs }) => {
    const room = { ...ROOM, ofWorkspace: 2 };
    const [ends, waits] = [of("a", 1), of("b", 3, turn)];
    await put(jobs, [ends, of("a", 2), waits]);
    const hurry = (from: number) => Array.from({ length: 100 }, (_, n) => jobs.insert(of(`c${n}`, from + n), room));
    const before = hurry(1_000);
    const isFree = jobs.save({ ...ends, ...closed }, 1);
    const answers = await Promise.all([...before, ...hurry(2_000)]);
    expect(await isFree).toBe(true);
    expect(answers.filter((answer) => answer !== "full")).toEqual([]);
    const begun = { ...waits, state: { ...aJob().state, answer: "given" } as Job["state"] };
    expect(await jobs.admit(begun, 1, room)).toBe("saved");
  }));
