import { expect, test } from "vitest";
import { continuationId, continuesOf, continuing, nthOf } from "../../../src/core/film/film-chain.ts";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import { frameOf, judgedAnew } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aJob, aJobId, aRequest } from "../../fakes/jobs.ts";

test("a video that goes on from none is the first of its chain, and each next one counts on", () => {
  const first = aJob();
  expect(continuesOf(first)).toBeNull();
  expect(nthOf(first)).toBe(1);
  const second = aJob({ id: aJobId(2), request: aRequest({ picture: frameOf(continuing(first)) }) });
  expect(continuesOf(second)).toEqual({ job: first.id, nth: 2 });
  expect(continuing(second)).toEqual({ job: second.id, nth: 3 });
});

test("each form of a card's *Continue* is for another job, and no other button's", () => {
  const ids = [continuationId(aJobId(1), 0), continuationId(aJobId(1), 1), continuationId(aJobId(2), 0)];
  expect(new Set(ids).size).toBe(3);
});

test("a frame that was taken for one job is taken afresh for the next", () => {
  const taken = { ...frameOf({ job: aJobId(1), nth: 2 }), url: "https://cdn.test/frame.png", isChecked: true };
  expect(judgedAnew(aRequest({ picture: taken })).picture).toEqual(frameOf({ job: aJobId(1), nth: 2 }));
  const planned = planVideo(aDraft({ ratio: "9:16", kept: taken }), {}, () => null);
  expect(planned.ok && planned.value.request).toMatchObject({
    aspectRatio: "9:16",
    picture: frameOf({ job: aJobId(1), nth: 2 }),
  });
});
