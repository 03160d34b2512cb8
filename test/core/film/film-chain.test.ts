import { describe, expect, test } from "vitest";
import { madeId } from "../../../src/core/button.ts";
import {
  areChained,
  chained,
  continuesOf,
  continuing,
  eventForNextPart,
  isChain,
  nextWait,
  nthOf,
  partsToWake,
  shownJob,
} from "../../../src/core/film/film-chain.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import { type Job, type JobState, outcomeOf } from "../../../src/core/job/job.ts";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import { frameOf, withUncheckedPicture } from "../../../src/core/request/video-request.ts";
import { aDraft, anyAddress } from "../../fakes/drafts.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aFailed,
  aJob,
  aJobId,
  anUnknown,
  aRequest,
  aRunning,
  aSucceeded,
  aWaiting,
} from "../../fakes/jobs.ts";

test("a video starts as part 1, and each continuation has the next part number", () => {
  const first = aJob();
  expect(continuesOf(first)).toBeNull();
  expect(nthOf(first)).toBe(1);
  const second = aJob({ id: aJobId(2), request: aRequest({ picture: frameOf(continuing(first)) }) });
  expect(continuesOf(second)).toEqual({ job: first.id, nth: 2 });
  expect(continuing(second)).toEqual({ job: second.id, nth: 3 });
});

test("each use of the button “Continue” on any card creates a different job id", () => {
  const ids = [madeId("continue", aJobId(1), 0), madeId("continue", aJobId(1), 1), madeId("continue", aJobId(2), 0)];
  expect(new Set(ids).size).toBe(3);
});

test("a repeated request does not reuse the frame that the first job extracted from the earlier video", () => {
  const taken = { ...frameOf({ job: aJobId(1), nth: 2 }), url: "https://cdn.test/frame.png", isChecked: true };
  expect(withUncheckedPicture(aRequest({ picture: taken })).picture).toEqual(frameOf({ job: aJobId(1), nth: 2 }));
  const planned = planVideo(aDraft({ ratio: "9:16", earlierPicture: taken }), {}, anyAddress);
  expect(planned.ok && planned.value.request).toMatchObject({
    aspectRatio: "9:16",
    picture: frameOf({ job: aJobId(1), nth: 2 }),
  });
});

const batch = aJobId(99);
const scenes = (count: number, first = aRequest({ prompt: "scene 1" })) =>
  chained(batch, [first, ...Array.from({ length: count - 1 }, (_, n) => aRequest({ prompt: `scene ${n + 2}` }))]);

function parts(...states: readonly JobState[]): readonly Job[] {
  const requests = scenes(states.length);
  return states.map((state, index): Job => {
    const nth = index + 1;
    const request = requests[index] ?? aRequest();
    return { ...aJob(), id: partIdFrom(batch, nth), partOf: { job: batch, nth }, request, state };
  });
}

const film = aWaiting({ for: "film" });
const made = aClosed(aSucceeded());
const linkless = aClosed(aSucceeded({ videoUrl: null }));
const failed = aClosed(aFailed());
const unknown = aClosed(anUnknown());
const nths = (of: readonly Job[]) => of.map(({ partOf }) => partOf?.nth);

describe("a chain of videos", () => {
  test("starts each later video with the last frame and the aspect ratio of the previous video", () => {
    const each = scenes(3, aRequest({ prompt: "scene 1", aspectRatio: "9:16" }));
    expect(each[0]).toEqual(aRequest({ prompt: "scene 1", aspectRatio: "9:16" }));
    expect(each.slice(1)).toMatchObject([
      { aspectRatio: "9:16", picture: { source: "film", continues: { job: partIdFrom(batch, 1), nth: 2 } } },
      { aspectRatio: "9:16", picture: { source: "film", continues: { job: partIdFrom(batch, 2), nth: 3 } } },
    ]);
  });

  test("is a list of at least two requests in which each later video continues the previous one", () => {
    const each = scenes(3);
    expect(areChained(each)).toBe(true);
    expect(areChained(each.slice(0, 1))).toBe(false);
    expect(areChained([aRequest(), aRequest()])).toBe(false);
  });

  test("begins with a video that waits for its turn, and each later video waits for the previous video", () => {
    expect(parts(film, film, film).map(nextWait)).toEqual(["turn", "film", "film"]);
    expect(isChain(parts(film, film))).toBe(true);
    expect(isChain([{ ...aJob(), partOf: { job: batch, nth: 2 } }])).toBe(false);
  });
});

const broken = { kind: "not_started", why: "broken" };

test.for<[what: string, previous: string, JobState | null, object | null]>([
  ["can start", "succeeded", made, { kind: "film_arrived", aspectRatio: "16:9" }],
  ["is not started", "succeeded without a link", linkless, broken],
  ["is not started", "failed", failed, broken],
  ["is not started", "has an unknown outcome", unknown, broken],
  ["is not started", "was deleted", null, broken],
  ["continues to wait", "is running", aRunning(), null],
  ["continues to wait", "is waiting", film, null],
])("the next video of a chain %s if the previous video %s", ([, , state, event]) => {
  const [earlier] = state ? parts(state) : [];
  expect(eventForNextPart(earlier ?? null)).toEqual(event);
});

test("the next job in a chain is woken when the previous video has succeeded or failed", () => {
  expect(nths(partsToWake(parts(made, film, film)))).toEqual([2]);
  expect(nths(partsToWake(parts(failed, film, film)))).toEqual([2]);
  expect(nths(partsToWake(parts(aRunning(), film)))).toEqual([]);
  expect(nths(partsToWake(parts(made, aWaiting({ for: "turn" }))))).toEqual([]);
});

const keptFilm = aKeptFilm();
const films = { addressOf: ({ name }: { readonly name: string }) => `https://reelay.test/films/${name}` };
const withoutAddress = { addressOf: () => null };
const BEFORE = keptFilm.until - 1;

test("the link to a stored video replaces the service's link until the stored video expires", () => {
  const shown = shownJob(aClosedJob({ film: keptFilm }), films, BEFORE);
  const videoUrl = `https://reelay.test/films/${keptFilm.name}`;
  expect(outcomeOf(shown)).toEqual({ ...outcomeOf(aClosedJob()), videoUrl, expiresAt: keptFilm.until });
  expect(shown.film).toBe(keptFilm);
  expect(shownJob(aClosedJob({ film: keptFilm }), films, keptFilm.until)).toEqual(aClosedJob());
  expect(shownJob(aClosedJob({ film: keptFilm }), null, BEFORE)).toEqual(aClosedJob());
});

test("a job is shown with the service's link if no video is stored or the stored video has no address", () => {
  const withFilm = aClosedJob({ film: keptFilm });
  expect(shownJob(withFilm, withoutAddress, BEFORE)).toEqual(withFilm);
  expect(shownJob(aClosedJob(), films, BEFORE)).toEqual(aClosedJob());
  const running = aJob({ film: keptFilm, state: aRunning() });
  expect(shownJob(running, films, BEFORE)).toEqual(running);
});

test("a video of a batch is shown with the link to its stored copy", () => {
  const videos = [aClosedJob({ film: keptFilm }), aClosedJob()];
  const [first, second] = shownJob({ ...aClosedJob(), videos }, films, BEFORE).videos ?? [];
  expect(first && outcomeOf(first)).toMatchObject({ expiresAt: keptFilm.until });
  expect(second).toEqual(aClosedJob());
});
