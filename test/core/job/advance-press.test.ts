import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { aClosedJob, aJob, anAnnouncing, anOwner, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { succeeded } from "../../messages/every-job.ts";

const now = TEST_START + 1_000;
const asked = { kind: "link_asked", videoUrl: "https://cdn.example.com/w.mp4" } as const;
const done = aClosedJob({ state: { status: "closed", outcome: succeeded, told: true, closedAt: TEST_START } });

describe("somebody who wants to be told", () => {
  test.for([aJob(), aJob({ state: aRunning() })])("is put on the list once, and the owner never", (job) => {
    const listed = ["ben", "ben", anOwner().userId, "cleo"].reduce(
      (one, userId) => advance(one, { kind: "notify_me", userId }, now),
      job,
    );
    expect(listed).toEqual({ ...job, notify: ["ben", "cleo"] });
  });

  test.for([done, aJob({ state: anAnnouncing(succeeded) })])("comes too late where the end is known", (job) => {
    expect(advance(job, { kind: "notify_me", userId: "ben" }, now)).toBe(job);
  });
});

describe("a link that was asked for once more", () => {
  const posting = aJob({
    state: {
      status: "posting",
      outcome: succeeded,
      settledAt: now,
      nonce: "n",
      triedAt: null,
      attempts: 0,
      notBefore: now,
    },
  });

  test.for([done, posting, aJob({ state: anAnnouncing(succeeded) })])(
    "replaces the old one, and nobody says how long it works",
    (job) => {
      const after = advance(job, asked, now);
      expect(outcomeOf(after)).toEqual({ ...succeeded, videoUrl: asked.videoUrl, expiresAt: null });
      expect(after.state.status).toBe(job.state.status);
    },
  );

  test.for([null, succeeded.videoUrl])("changes nothing in a closed job where it is %s", (videoUrl) => {
    expect(advance(done, { kind: "link_asked", videoUrl }, now)).toBe(done);
  });

  test("changes nothing where no video was made", () => {
    const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
    const job = aClosedJob({ state: { status: "closed", outcome: failed, told: true, closedAt: TEST_START } });
    expect(advance(job, asked, now)).toBe(job);
  });
});
