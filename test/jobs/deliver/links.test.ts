import { describe, expect, test } from "vitest";
import { type Job, outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { askForLink, askLink } from "../../../src/jobs/deliver/links.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aKeptFilm, fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aJob,
  aJobId,
  anAnnouncing,
  anOwner,
  anUnknown,
  aRunning,
  aSucceeded,
  TEST_START,
  VIDEO_URL,
} from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aJobToStep } from "../a-job-to-step.ts";

const FIRST = VIDEO_URL;
const SECOND = "https://videos.example/second.mp4";
const fresh = ok({ status: "succeeded", videoUrl: SECOND } as const);
const same = ok({ status: "succeeded", videoUrl: FIRST } as const);
const { reply: _, ...closed } = aClosedJob({}, TEST_START);
const newer = new Secret("a-newer-key-4242");

/** A video whose final message was shown. Its person has entered another key since. */
async function aDone(over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const jobWorld = await aJobToStep({ ...closed, ...over }, ...parts);
  await jobWorld.vault.put(anOwner(), newer);
  const ask = (id = jobWorld.job.id, others?: Partial<JobDeps>) => askLink(jobWorld.deps(others), id);
  return { ...jobWorld, ask, polls: () => jobWorld.video.polled().length };
}

describe("the “Fresh link” button", () => {
  test("shows the new link on the card without sending a new message", async () => {
    const { ask, video, job, jobOf, chat, log, asked, at } = await aDone();
    video.nextPolls(fresh);
    expect(await ask()).toEqual({ kind: "new", videoUrl: SECOND, isShown: true });
    expect(video.calls).toMatchObject([{ kind: "poll", taskId: "task-1", lastFour: "4242" }]);
    const outcome = aSucceeded({ videoUrl: SECOND, expiresAt: null, renewedAt: TEST_START });
    expect(await jobOf()).toEqual({ ...job, state: { ...job.state, outcome } });
    expect([asked, at("show"), chat.seen.length]).toEqual([[`promised at ${TEST_START}`], [0], 1]);
    expect(chat.seen[0]?.text).toContain(SECOND);
    const fields = { job: aJobId(), isShown: true };
    expect(log.lines).toContainEqual({ level: "info", event: "link replaced", fields });
  });

  test.for<readonly [string, Partial<Job>]>([
    ["has an unknown outcome", { state: aClosed(anUnknown()) }],
    ["is still running", { state: aRunning() }],
  ])("does not ask the service for the link of a video that %s", async ([, over]) => {
    const { ask, polls } = await aDone(over);
    for (const id of [aJobId(), aJobId(9)]) expect(await ask(id)).toEqual({ kind: "no_link" });
    expect(polls()).toBe(0);
  });

  test.for([
    ["shows", "a rate limit delays the edit by 5,000 ms", [5_000]],
    ["does not show", "a rate limit delays the edit by 5,001 ms", [5_001]],
    ["does not show", "two rate limits together delay the edit by 5,001 ms", [2_500, 2_501]],
  ] as const)("%s the new link on the card if %s", async ([verb, , limits]) => {
    const isShown = verb === "shows";
    const { ask, video, chat, clock } = await aDone();
    video.nextPolls(fresh);
    chat.refuseNext(
      limits.map((retryAfterMs) => ({ kind: "rate_limited", retryAfterMs })),
      "show",
    );
    const asked = ask();
    await clock.advance(5_000);
    expect(await asked).toEqual({ kind: "new", videoUrl: SECOND, isShown });
  });

  test.for([
    ["the unchanged link if the service has no newer link", same, "same", { expiresAt: aSucceeded().expiresAt }],
    [
      "the service as unavailable if the service is down",
      refuse({ kind: "unavailable", sent: true, detail: "" } as const),
      "no_answer",
    ],
    [
      "the service as unavailable if the service's rate limit is reached",
      refuse({ kind: "rate_limited", retryAfterMs: null } as const),
      "no_answer",
    ],
    ["no link if the service does not know the task", refuse({ kind: "unknown_task" } as const), "no_link"],
    ["the service as unavailable if the service is busy", refuse({ kind: "busy", detail: "" } as const), "no_answer"],
    [
      "the service as unavailable if the service's address is wrong",
      refuse({ kind: "wrong_address", detail: "" } as const),
      "no_answer",
    ],
    ["too few credits if the service reports too few credits", refuse({ kind: "no_credits" } as const), "no_credits"],
    ["no link if the service rejects the request", refuse({ kind: "bad_request", detail: "" } as const), "no_link"],
    ["a bad API key if the service received no key", refuse({ kind: "no_key" } as const), "bad_key"],
    ["a bad API key if the service rejects the key", refuse({ kind: "bad_key" } as const), "bad_key"],
    ["no link if the finished video has no link", ok({ status: "succeeded", videoUrl: null } as const), "no_link"],
    ["no link if the task failed", ok({ status: "failed" } as const), "no_link"],
  ] as const)("reports %s", async ([, answer, kind, more]) => {
    const { ask, video, job, jobOf, polls, chat } = await aDone();
    video.nextPolls(answer);
    expect(await ask()).toEqual({ kind, ...more });
    expect([polls(), chat.calls, await jobOf()]).toEqual([1, [], job]);
  });

  test("reports no link if the job is deleted during the request", async () => {
    const { ask, video, jobs, chat } = await aDone();
    video.nextPolls(async () => {
      await jobs.forget({ jobs: TEST_START + 1, ids: TEST_START + 1, ledger: 0, daySums: 0 });
      return fresh;
    });
    expect([await ask(), chat.calls]).toEqual([{ kind: "no_link" }, []]);
  });

  test.for([
    ["edits the batch's card if the batch has ended", "ready", 1],
    [
      "leaves the edit of the batch's card to the batch's next step if other videos of the batch are still running",
      "running",
      0,
    ],
  ] as const)("%s", async ([, end, edits]) => {
    const [{ reply: _, ...batch }, ...parts] = aBatch(["ready", end]);
    const { ask, video, at, woken } = await aDone(batch, ...parts);
    video.nextPolls(fresh);
    expect(await ask(parts[0]?.id)).toEqual({ kind: "new", videoUrl: SECOND, isShown: true });
    // The part's change wakes its batch once.
    expect([at("show").length, woken]).toEqual([edits, Array(2 - edits).fill([batch.id, 0])]);
  });

  test("uses only the team's API key for a team's video", async () => {
    const { ask, video, vault } = await aDone({ team: aTeam });
    await vault.put(holderOf(aTeam), new Secret("a-teams-key-7777"));
    await ask();
    expect(video.calls.at(-1)).toMatchObject({ kind: "poll", lastFour: "7777" });
    await vault.remove(holderOf(aTeam));
    expect(await ask()).toEqual({ kind: "no_key" });
  });

  test.for([
    ["a bad API key", "cannot see the task", "bad_key", { kind: "unknown_task" }],
    ["the service as unavailable", "gets no response", "no_answer", { kind: "unavailable", sent: true, detail: "" }],
  ] as const)("reports %s if the job's key is rejected and the payer's current key %s", async ([, , kind, second]) => {
    const { ask, video, polls } = await aDone({ sealedKey: aJob().sealedKey });
    video.nextPolls(refuse({ kind: "bad_key" }), refuse(second));
    expect([await ask(), polls()]).toEqual([{ kind }, 2]);
  });

  test("saves the new link even if the card was deleted", async () => {
    const { ask, video, chat, jobOf } = await aDone();
    chat.loseCards();
    video.nextPolls(fresh);
    expect(await ask()).toEqual({ kind: "new", videoUrl: SECOND, isShown: false });
    expect(outcomeOf(await jobOf())).toMatchObject({ videoUrl: SECOND });
  });
});

async function* breakingOff() {
  yield Buffer.from("the beginning");
  throw new Error("the connection was lost");
}

describe("the “Fresh link” button of a stored video", () => {
  /** A stored video. The service's link to it has expired unless `isDead` is false. */
  async function aKept(over: Partial<Job> = {}, isDead = true, ...parts: readonly Job[]) {
    const done = await aDone({ film: aKeptFilm({ name: "film-1" }), ...over }, ...parts);
    const store = fakeKeptFilms(done.clock);
    store.hasLinks = false;
    const opened = await store.openVideo(FIRST, done.deps().stopping);
    if (opened.ok) await store.keep(opened.value, done.deps().stopping);
    if (isDead) done.clock.set(7_400_000);
    const ask = (id?: Job["id"], others: Partial<JobDeps> = {}) => done.ask(id, { keptFilms: store, ...others });
    return { ...done, store, ask };
  }

  test("asks the service for a link only after the bot's own link has expired", async () => {
    const { ask, job, store, clock, polls, video } = await aKept();
    store.hasLinks = true;
    expect([await ask(), polls()]).toEqual([{ kind: "same", expiresAt: job.film?.until }, 0]);
    video.everyPoll(() => same);
    expect([await ask(undefined, { keptFilms: null }), polls()]).toMatchObject([{ kind: "same" }, 1]);
    clock.set((job.film?.until ?? 0) - clock.now());
    expect([await ask(), polls()]).toMatchObject([{ kind: "same" }, 2]);
  });

  test("does not attach the stored file while the service's link is valid", async () => {
    const { ask, video, chat } = await aKept({}, false);
    video.nextPolls(same);
    expect([await ask(), chat.files]).toMatchObject([{ kind: "same" }, []]);
  });

  test("attaches the stored file to the card if the service has no newer link", async () => {
    const { ask, video, chat, jobOf, log, noted } = await aKept();
    video.nextPolls(same, fresh);
    expect(await ask()).toEqual({ kind: "in_card" });
    expect(chat.seen).toMatchObject([{ file: FIRST }]);
    expect(await jobOf()).toMatchObject({ video: "here", state: { status: "closed" } });
    expect(noted).toEqual([[aJobId(), "edit", null]]);
    const fields = { job: aJobId(), outcome: "ok" };
    expect(log.lines).toContainEqual({ level: "info", event: "kept film attached", fields });
    // A later edit keeps it.
    expect(await ask()).toMatchObject({ kind: "new", isShown: true });
    expect(chat.seen[0]).toMatchObject({ file: FIRST, text: expect.stringContaining(SECOND) });
  });

  test.for([
    ["the card already has the file", { video: "here" }, same, { kind: "in_card" }],
    ["the service has a new link", {}, fresh, { kind: "new" }],
  ] as const)("does not attach the file if %s", async ([, over, answer, news]) => {
    const { ask, video, chat } = await aKept(over);
    video.nextPolls(answer);
    expect([await ask(), chat.files]).toMatchObject([news, []]);
  });

  test("attaches the file of a batch's video to the batch's card", async () => {
    const [{ reply: _, ...batch }, ...parts] = aBatch(["ready", "ready"]);
    const part = { ...(parts[1] as Job), film: aKeptFilm({ name: "film-1" }) };
    const { ask, video, chat, jobOf } = await aKept(batch, true, ...parts.slice(0, 1), part);
    video.nextPolls(same);
    expect(await ask(part.id)).toEqual({ kind: "in_card" });
    expect([...(chat.seen[0]?.films.keys() ?? [])]).toEqual(["file-2"]);
    expect((await jobOf(batch.id)).reply.files).toMatchObject([{ nth: 2 }]);
    expect(await jobOf(part.id)).toMatchObject({ video: "here" });
  });

  test.for([
    ["the platform rejects the file", async ({ chat }) => chat.attachNext({ kind: "too_large" })],
    ["the job was restored from a backup", ({ change }) => change({ restored: "ended" })],
    ["the platform's cards cannot hold files", async ({ chat }) => void Object.assign(chat, { attach: null })],
    ["the file is too large to attach", ({ change }) => change({ film: aKeptFilm({ bytes: 100_000_001 }) })],
    [
      "the store of videos cannot be reached",
      async ({ store }) => void Object.assign(store, { open: () => async () => refuse({ kind: "unreachable" }) }),
    ],
    [
      "reading the stored video fails midway",
      async ({ store }) => void Object.assign(store, { open: () => async () => ok(breakingOff()) }),
    ],
  ] satisfies [string, (kept: Awaited<ReturnType<typeof aKept>>) => Promise<void>][])(
    "reports the stored video's expiry time if %s",
    async ([, prepare]) => {
      const kept = await aKept();
      await prepare(kept);
      kept.video.nextPolls(same);
      const keptUntil = aKeptFilm().until;
      expect(await kept.ask()).toEqual({ kind: "same", expiresAt: aSucceeded().expiresAt, keptUntil });
      expect((await kept.jobOf()).video).toBeUndefined();
    },
  );

  test("attaches a file of exactly 100 MB", async () => {
    const { ask, video, change } = await aKept();
    await change({ film: aKeptFilm({ name: "film-1", bytes: 100_000_000 }) });
    video.nextPolls(same);
    expect(await ask()).toEqual({ kind: "in_card" });
  });

  test("reports the service's unchanged link if the video is missing from the store", async () => {
    const { ask, store, video } = await aKept();
    await store.forget({ name: "film-1" });
    video.nextPolls(same);
    expect(await ask()).toEqual({ kind: "same", expiresAt: aSucceeded().expiresAt });
  });

  test("attaches the file to the card if the service's link was renewed more than two hours ago", async () => {
    const renewed = aSucceeded({ expiresAt: null, renewedAt: TEST_START });
    const { ask, video } = await aKept({ state: aClosed(renewed) });
    video.nextPolls(same);
    expect(await ask()).toEqual({ kind: "in_card" });
  });
});

describe("a final message with an expired link", () => {
  const away = refuse({ kind: "unavailable", sent: true, detail: "" } as const);
  const badKey = refuse({ kind: "bad_key" } as const);
  test.for([
    ["gets a new link from the service", [fresh], SECOND, 1],
    ["keeps the old link if the task is still running", [ok({ status: "running", percent: 40 } as const)], FIRST, 1],
    ["keeps the old link if the service is down", [away, fresh], FIRST, 1],
    ["gets a new link with the payer's current API key if the job's key is rejected", [badKey, fresh], SECOND, 2],
    ["keeps the old link if the job's key and the payer's key are rejected", [badKey, badKey], FIRST, 2],
    ["keeps the old link if the payer has no API key", [], FIRST, 0],
  ] as const)("%s", async ([, answers, videoUrl, polls]) => {
    const hasKey = polls > 0;
    const { vault, video, jobOf, log, step } = await aJobToStep({
      state: anAnnouncing(aSucceeded()),
      ...(!hasKey && { sealedKey: null }),
    });
    if (hasKey) await vault.put(anOwner(), newer);
    video.nextPolls(...answers);
    await step((deps, stored) => askForLink(deps, stored, aSucceeded().taskId));
    expect((await jobOf()).state).toMatchObject({ isLinkAsked: true, outcome: { videoUrl } });
    expect(video.polled()).toHaveLength(polls);
    const fields = { job: aJobId(), isThere: videoUrl === SECOND };
    expect(log.lines).toContainEqual({ level: "info", event: "link asked again", fields });
  });
});
