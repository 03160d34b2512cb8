import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { aClosedJob, aJob, aJobId, anOwner, aWaiting } from "../fakes/jobs.ts";
import { storesWorld } from "./stores-world.ts";

const of = (person: string, n: number, overrides: Partial<Job> = {}) =>
  aJob({ id: aJobId(n), owner: anOwner(person), workspace: "W", ...overrides });
const turn = { sealedKey: null, state: aWaiting({ for: "turn" }) };
const closed = { state: aClosedJob().state };

test("a place that becomes free is for those who wait there, though two hundred ask in that moment", async () => {
  const { jobs } = storesWorld();
  const room = { ofOwner: 2, ofWorkspace: 2, waitingOfOwner: 5 };
  const [ends, waits] = [of("a", 1), of("b", 3, turn)];
  for (const job of [ends, of("a", 2), waits]) expect(await jobs.insert(job)).toBe("inserted");
  expect(await jobs.insert(of("c", 4, { workspace: "V" }), room)).toBe("inserted");
  const hurry = (from: number) => Array.from({ length: 100 }, (_, n) => jobs.insert(of(`c${n}`, from + n), room));
  const before = hurry(1_000);
  const isFree = jobs.save({ ...ends, ...closed }, 1);
  const answers = await Promise.all([...before, ...hurry(2_000)]);
  expect(await isFree).toBe(true);
  expect(answers.filter((answer) => answer !== "full")).toEqual([]);
  const begun = { ...waits, state: { ...aJob().state, answer: "given" } as Job["state"] };
  expect(await jobs.admit(begun, 1, room)).toBe("saved");
});
