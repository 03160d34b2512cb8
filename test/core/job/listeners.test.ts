import { expect, test } from "vitest";
import { withListener, withoutListener } from "../../../src/core/job/listeners.ts";
import { aJob, anOwner } from "../../fakes/jobs.ts";

const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${n}`);

test("one notification names 39 people besides the owner, each once", () => {
  const job = aJob({ notify: people(38) });
  const full = withListener(job, "ben");
  expect(full.notify).toEqual([...people(38), "ben"]);
  expect([withListener(full, "ada"), withListener(full, "ben")]).toEqual([full, full]);
});

test("the owner is named only where they are not notified anyway", () => {
  const { userId } = anOwner();
  const job = aJob();
  expect(withListener(job, userId)).toBe(job);
  expect(withListener(aJob({ isSilent: true }), userId).notify).toEqual([userId]);
});

test("who does not listen leaves nothing behind", () => {
  const job = aJob({ notify: ["ada", "ben"] });
  expect(withoutListener(job, "cleo")).toBe(job);
  expect(withoutListener(job, "ada").notify).toEqual(["ben"]);
});
