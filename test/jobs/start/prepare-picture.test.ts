import { expect, test } from "vitest";
import type { AttachRefusal, FilmSource, FrameProblem, KeptFrames, ShareFrame } from "../../../src/core/film/film.ts";
import { type Accepted, type Job, outcomeOf } from "../../../src/core/job/job.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import type { FitPicture } from "../../../src/core/request/pictures.ts";
import {
  type Picture,
  type PictureProblem,
  sentUrl,
  withUncheckedPicture,
} from "../../../src/core/request/video-request.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { preparePicture } from "../../../src/jobs/start/prepare-picture.ts";
import { startJob } from "../../../src/jobs/start/start.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aFrame, aFramePicture } from "../../fakes/film/frames.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  aNotStarted,
  anAccepted,
  aRefused,
  aRequest,
  aRunning,
  aSlackReply,
  TEST_START,
  VIDEO_URL,
} from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { aJobToStep } from "../a-job-to-step.ts";

const before = { job: aJobId(7), nth: 2 };
const request = aRequest({ prompt: "and then it rains", picture: aFramePicture(before) });

/** An accepted job that continues a finished video, and the frames that the bot serves itself. */
async function aBeginning(over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const jobWorld = await aJobToStep({ request, state: anAccepted(), ...over }, ...parts);
  const { jobs, chat, log } = jobWorld;
  await jobs.insert(aClosedJob({ id: before.job, reply: chat.freshCard() }, TEST_START));
  const served = new Map<string, string>();
  const frames: KeptFrames = {
    async keep(id, { bytes }) {
      served.set(id, String(bytes));
      return `https://reelay.test/pictures/${id}`;
    },
    forget: async (id) => void served.delete(id),
  };
  return {
    ...jobWorld,
    served,
    frames,
    /** A chat in which no card can show a frame. */
    shownNowhere: () => ({ ...chat, showFrame: null }),
    take: (others?: Partial<JobDeps>) => jobWorld.step((deps, stored) => preparePicture(deps, stored), others),
    end: (event: JobEvent) => applyTo(jobWorld.deps({ frames }), aJobId(), event),
    url: async () => (await jobWorld.jobOf()).request.picture?.url,
    outcome: async () => outcomeOf(await jobWorld.jobOf()),
    reasons: () =>
      log.lines.flatMap(({ event, fields }) => (/^(?:frame|picture) not/.test(event) ? [[event, fields]] : [])),
  };
}

const { continues: _, ...withoutFilm } = aFramePicture(before);

const tooOld = aNotStarted("too_old");

test("a job that continues a video adds the last frame of that video to the job's card before the paid call", async () => {
  const { step, films, chat, video, url } = await aBeginning();
  const file = { kind: "platform", open: async () => refuse({ kind: "gone" }) } as const;
  Object.assign(chat, { filmIn: () => file });
  const asked: FilmSource[] = [];
  films.takeFrame = async (film) => {
    asked.push(film);
    return ok(aFrame("its last frame"));
  };
  const begin = () => step((deps, stored) => startJob(deps, stored, stored.job.state as Accepted));
  await begin();
  expect(asked).toEqual([[file, { kind: "address", url: VIDEO_URL, isNew: true }]]);
  expect(chat.frames.map(({ bytes }) => String(bytes))).toEqual(["its last frame"]);
  expect(await url()).toMatch(/^https:\/\/cdn\.test\//);
  expect(video.calls).toEqual([]);
  await begin();
  expect(video.calls).toMatchObject([{ request: { picture: aFramePicture(before, await url()) } }]);
});

test("the card says that the new video's first frame was taken from a smaller copy of the continued video", async () => {
  const { take, films, jobOf } = await aBeginning();
  films.takeFrame = async () => ok({ ...aFrame(), isOfCopy: true });
  await take();
  expect(wordsOf(cardOf(await jobOf(), TEST_START))).toContain("begins with a frame of the smaller copy");
});

const noFrame = { outcome: aNotStarted("no_frame") };
const gone = { outcome: aNotStarted("film_gone") };
const later = { status: "accepted", pictureTries: 1, notBefore: TEST_START + 750 };

const isAway = { kind: "unavailable", unclear: false, detail: "away" } as const;
const isLimited = { kind: "rate_limited", retryAfterMs: 30_000 } as const;

test.for<readonly [string, string, number, FrameProblem["kind"] | AttachRefusal | Partial<JobDeps>, object]>([
  [
    "a job that continues a video ends without a charge if the bot has no decoder",
    "no decoder",
    0,
    { films: null },
    noFrame,
  ],
  [
    "a job that continues a video ends without a charge if the continued video's job was deleted",
    "no place",
    0,
    {},
    gone,
  ],
  [
    "a job that continues a video ends without a charge if the continued video is no longer available",
    "gone",
    0,
    "gone",
    gone,
  ],
  [
    "a job that continues a video ends without a charge if the continued video cannot be decoded",
    "unreadable",
    0,
    "unreadable",
    noFrame,
  ],
  [
    "a job that continues a video ends without a charge if the continued video is too large",
    "too_large",
    0,
    "too_large",
    noFrame,
  ],
  [
    "getting the last frame of a continued video is retried if the continued video cannot be reached",
    "unreachable",
    0,
    "unreachable",
    later,
  ],
  [
    "getting the last frame of a continued video is retried after the fifth slow download",
    "too_slow",
    4,
    "too_slow",
    { ...later, pictureTries: 5, notBefore: TEST_START + 6_000 },
  ],
  [
    "a job that continues a video ends without a charge after the sixth slow download",
    "too_slow",
    5,
    "too_slow",
    noFrame,
  ],
  ["getting the last frame of a continued video is retried if the platform is unavailable", "away", 0, isAway, later],
  [
    "getting the last frame of a continued video is retried after the platform's rate limit ends",
    "rate_limited",
    0,
    isLimited,
    { ...later, notBefore: TEST_START + 30_000 },
  ],
  [
    "a job that continues a video ends without a charge if the job's card was deleted",
    "card_gone",
    0,
    { kind: "card_gone" },
    noFrame,
  ],
])("%s", async ([, reason, tries, problem, saved]) => {
  const state = anAccepted(tries > 0 ? { pictureTries: tries } : {});
  const { take, jobs, films, chat, jobOf, reasons } = await aBeginning({ state });
  if (reason === "no place") await jobs.forget({ jobs: Infinity, ids: Infinity, ledger: 0, daySums: 0 });
  if (typeof problem === "string") films.takeFrame = async () => refuse({ kind: problem });
  else if ("kind" in problem) chat.frameNext(problem);
  await take(typeof problem === "string" || "kind" in problem ? {} : problem);
  expect((await jobOf()).state).toMatchObject(saved);
  expect(reasons()).toEqual([["picture not prepared", { job: aJobId(), reason }]]);
});

test("a video ends without a charge if neither the platform nor the bot can publish the video's first frame", async () => {
  const { take, shownNowhere, jobOf, reasons } = await aBeginning();
  await take({ chatOf: shownNowhere });
  expect((await jobOf()).state).toMatchObject(noFrame);
  expect(reasons()).toEqual([["picture not prepared", { job: aJobId(), reason: "no address" }]]);
});

test.for<readonly [string, Partial<Job>, object | null]>([
  ["is running", { state: aRunning() }, null],
  ["does not continue another video", { request: aRequest() }, null],
  [
    "has a frame as its picture but no id of the continued video",
    { request: aRequest({ picture: withoutFilm }) },
    noFrame.outcome,
  ],
  ["has already failed six times to get the frame", { state: anAccepted({ pictureTries: 6 }) }, noFrame.outcome],
])("no frame is extracted for a job that %s", async ([, over, outcome]) => {
  const begun = await aBeginning(over);
  begun.films.takeFrame = () => Promise.reject(new Error("asked"));
  expect([await begun.take(), await begun.outcome()]).toEqual([null, outcome]);
});

test("a video's first frame is not added to the card if another process saved the job first", async () => {
  const { take, overtaken, chat } = await aBeginning();
  await take(overtaken);
  expect(chat.frames).toEqual([]);
});

test("a first frame that was added to the card is saved in the job", async () => {
  const { take, jobOf } = await aBeginning();
  await take();
  expect((await jobOf()).reply).toMatchObject({ files: [{ isFrame: true }] });
});

test("a video's first frame is not added to a card that another process may have changed in the meantime", async () => {
  const { take, stalledAt, change, chat, films, end, jobOf, reasons } = await aBeginning();
  await take(stalledAt.load);
  expect((await jobOf()).state).toMatchObject({ ...later, notBefore: TEST_START + 18_750 });
  for (const meanwhile of [() => change({ state: anAccepted({ pictureTries: 3 }) }), () => end(tooOld)]) {
    films.takeFrame = async () => {
      await meanwhile();
      return ok(aFrame());
    };
    await take();
  }
  const reason = ["picture not prepared", { job: aJobId(), reason: "stalled" }];
  expect([chat.frames, reasons()]).toEqual([[], [reason, reason, reason]]);
});

/** A film whose download never ends, until the bot gives up. */
const drips = (_film: FilmSource, signal: AbortSignal) =>
  new Promise<ReturnType<typeof refuse<FrameProblem>>>((resolve) => {
    signal.addEventListener("abort", () => resolve(refuse({ kind: "unreachable" })));
  });

test("a job that continues a video ends without a charge if downloading that video takes longer than 20 s", async () => {
  const { take, films, clock, outcome, reasons } = await aBeginning();
  films.takeFrame = drips;
  const taken = take();
  await clock.advance(19_000);
  expect(await outcome()).toBeNull();
  await clock.advance(1_000);
  await taken;
  expect(await outcome()).toEqual(noFrame.outcome);
  expect(reasons()).toEqual([["picture not prepared", { job: aJobId(), reason: "too late" }]]);
});

test("pressing “Withdraw” while the continued video is being downloaded ends the new job within 2 s", async () => {
  const { take, films, clock, jobOf, deps, outcome } = await aBeginning();
  films.takeFrame = drips;
  const taken = take();
  await clock.advance(0);
  const card = cardOf(await jobOf(), TEST_START);
  expect(wordsOf(card)).toContain("Fetching the video before it");
  expect(labelsOf(card)).toContain("Withdraw");
  expect(await approvalService(deps()).withdraw(aJobId())).toMatchObject({ ok: true });
  await clock.advance(2_000);
  await taken;
  expect(await outcome()).toEqual(aNotStarted("withdrawn"));
});

test("stopping the process while the continued video is being downloaded does not end the job", async () => {
  const { take, films, clock, outcome, reasons } = await aBeginning();
  films.takeFrame = drips;
  const stop = new AbortController();
  const taken = take({ stopping: stop.signal });
  await clock.advance(0);
  stop.abort();
  await taken;
  expect([await outcome(), reasons()]).toEqual([null, []]);
});

test("if a video's first frame cannot be added to the card, the bot serves the frame from its own address until the job ends", async () => {
  const { take, chat, frames, served, url, end } = await aBeginning();
  chat.frameNext({ kind: "not_taken", detail: "no permission" });
  await take({ frames });
  expect([...served]).toEqual([[aJobId(), "frame"]]);
  expect(await url()).toBe(`https://reelay.test/pictures/${aJobId()}`);
  await end(tooOld);
  expect(served.size).toBe(0);
});

test("a stored first frame is deleted if the job ended while the frame was being stored", async () => {
  const { take, jobs, frames, shownNowhere: chatOf, served, end } = await aBeginning();
  const saves = [jobs.save, async () => false];
  const save: typeof jobs.save = (...saved) => (saves.shift() ?? jobs.save)(...saved);
  await take({ frames, chatOf, jobs: { ...jobs, save } });
  expect([saves, served.size]).toEqual([[], 1]);
  const keep: typeof frames.keep = async (...frame) => {
    await end(tooOld);
    return frames.keep(...frame);
  };
  await take({ frames: { ...frames, keep }, chatOf });
  expect(served.size).toBe(0);
});

const heic = {
  source: "attachment",
  url: "https://cdn.test/a.heic",
  isChecked: false,
  decidesRatio: true,
} as const satisfies Picture;

const copyOf = (says: string) =>
  ok({ bytes: Buffer.from(says), type: "image/jpeg", width: 1536, height: 2048 } as const);

/** An accepted job whose picture the service does not accept unchanged, and a function that converts it. */
async function aLargePicture(over: Partial<Job> = {}, picture: Picture = heic) {
  const begun = await aBeginning({ request: aRequest({ picture: { ...picture, fit: "due" } }), ...over });
  const fitPicture: FitPicture = async () => copyOf("its copy");
  return {
    ...begun,
    fitPicture,
    make: (others: Partial<JobDeps> = {}) => begun.take({ fitPicture, ...others }),
    picture: async () => (await begun.jobOf()).request.picture,
  };
}

test("a picture of an unsupported type is converted and added to the card before the paid call", async () => {
  const { step, chat, video, fitPicture, picture, jobOf } = await aLargePicture({
    request: aRequest({ picture: heic }),
  });
  const problems: PictureProblem[] = [{ kind: "picture_of_other_kind" }];
  const inspectPicture = async () => refuse(problems[0] ?? { kind: "picture_empty" as const });
  const asked: string[] = [];
  const watched: FitPicture = async (one, signal) => {
    asked.push(one.url);
    return fitPicture(one, signal);
  };
  const others = { inspectPicture, fitPicture: watched, canFit: () => true };
  const begin = () => step((deps, stored) => startJob(deps, stored, stored.job.state as Accepted), others);
  await begin();
  expect([asked, await picture()]).toEqual([[], { ...heic, fit: "due" }]);
  await begin();
  expect(asked).toEqual([heic.url]);
  expect(chat.frames.map(({ bytes }) => String(bytes))).toEqual(["its copy"]);
  const brought = await picture();
  const fit = { url: expect.stringMatching(/^https:\/\/cdn\.test\//), width: 1536, height: 2048 };
  expect(brought).toEqual({ ...heic, fit, isChecked: true });
  expect([(await jobOf()).request.aspectRatio, video.calls]).toEqual(["9:16", []]);
  expect(wordsOf(cardOf(await jobOf(), TEST_START))).toContain("Sent as 1,536 × 2,048");
  await begin();
  expect(video.calls).toMatchObject([{ request: { picture: brought } }]);
  expect(brought && sentUrl(brought)).toMatch(/^https:\/\/cdn\.test\//);
});

test.for<readonly [string, PictureProblem, boolean, PictureProblem]>([
  [
    "a picture of 6 MB if the bot cannot convert pictures",
    { kind: "picture_too_large", sizeBytes: 6_000_000 },
    false,
    { kind: "picture_too_large", sizeBytes: 6_000_000 },
  ],
  [
    "a picture of 26 MB even if the bot can convert pictures",
    { kind: "picture_too_large", sizeBytes: 26_000_000 },
    true,
    { kind: "picture_too_large", sizeBytes: 26_000_000, canFit: true },
  ],
  [
    "a picture of an unsupported type if the bot cannot convert pictures",
    { kind: "picture_of_other_kind" },
    false,
    { kind: "picture_of_other_kind" },
  ],
  [
    "a file that is not a picture even if the bot can convert pictures",
    { kind: "not_a_picture" },
    true,
    { kind: "not_a_picture", canFit: true },
  ],
  [
    "a picture of 900 megapixels even if the bot can convert pictures",
    { kind: "picture_too_many_pixels", width: 30_000, height: 30_000 },
    true,
    expect.anything(),
  ],
  [
    "a picture that no longer exists even if the bot can convert pictures",
    { kind: "picture_gone" },
    true,
    { kind: "picture_gone" },
  ],
])("the bot refuses %s", async ([, problem, canFit, told]) => {
  const { step, outcome } = await aLargePicture({ request: aRequest({ picture: heic }) });
  const others = { inspectPicture: async () => refuse(problem), canFit: () => canFit };
  await step((deps, stored) => startJob(deps, stored, stored.job.state as Accepted), others);
  expect(await outcome()).toEqual(aRefused({ kind: "picture", problem: told }));
});

const notFitted = aRefused({ kind: "picture", problem: { kind: "picture_not_fitted" } });

test.for<readonly [string, string, number, PictureProblem | AttachRefusal | null, object]>([
  ["the bot has no converter", "nothing makes it fit", 0, null, notFitted],
  [
    "the picture's server is unavailable",
    "picture_away",
    0,
    { kind: "picture_away" },
    { refusal: { problem: { kind: "picture_away" } } },
  ],
  [
    "the file is not a picture",
    "not_a_picture",
    0,
    { kind: "not_a_picture" },
    { refusal: { problem: { kind: "not_a_picture", canFit: true } } },
  ],
  ["the card was deleted", "card_gone", 0, { kind: "card_gone" }, notFitted],
  ["the platform is unavailable for the sixth time", "away", 5, isAway, notFitted],
])(
  "a video whose picture must be converted ends without a charge if %s",
  async ([, reason, tries, problem, wanted]) => {
    const { make, chat, outcome, video, reasons } = await aLargePicture({ state: anAccepted({ pictureTries: tries }) });
    if (problem && !problem.kind.includes("picture")) chat.frameNext(problem as AttachRefusal);
    const refusesIt: FitPicture = async () => refuse(problem as PictureProblem);
    await make(
      problem === null ? { fitPicture: null } : problem.kind.includes("picture") ? { fitPicture: refusesIt } : {},
    );
    expect(await outcome()).toMatchObject(wanted);
    expect([video.calls, reasons()]).toEqual([[], [["picture not prepared", { job: aJobId(), reason }]]]);
  },
);

test("a picture is converted and uploaded again if the platform was unavailable for the first upload", async () => {
  const { make, chat, jobOf } = await aLargePicture();
  chat.frameNext({ kind: "unavailable", unclear: false, detail: "away" });
  await make();
  expect((await jobOf()).state).toMatchObject({ status: "accepted", pictureTries: 1 });
  await make();
  expect([chat.frames.length, (await jobOf()).request.picture?.isChecked]).toEqual([1, true]);
});

test("if the platform's cards cannot show a converted picture, the bot serves the picture from its own address until the job ends", async () => {
  const { make, shownNowhere: chatOf, frames, served, picture, end } = await aLargePicture();
  const shares: unknown[] = [];
  const share: ShareFrame = async (...asked) => {
    shares.push(asked);
    return ok(null);
  };
  await make({ chatOf: () => ({ ...chatOf(), shareFrame: share }), frames });
  const url = `https://reelay.test/pictures/${aJobId()}`;
  expect([[...served], (await picture())?.fit, shares]).toEqual([
    [[aJobId(), "its copy"]],
    { url, width: 1536, height: 2048 },
    [],
  ]);
  await end(tooOld);
  expect(served.size).toBe(0);
});

test("a video ends without a charge if converting its picture takes longer than a minute", async () => {
  const { make, clock, outcome, reasons } = await aLargePicture();
  const never: FitPicture = (_picture, signal) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(refuse({ kind: "picture_away" }))));
  const made = make({ fitPicture: never });
  await clock.advance(59_000);
  expect(await outcome()).toBeNull();
  await clock.advance(1_000);
  await made;
  expect(await outcome()).toEqual(notFitted);
  expect(reasons()).toEqual([["picture not prepared", { job: aJobId(), reason: "too late" }]]);
});

test("a batch's card shows the size of converted pictures only once if all pictures have the same size", async () => {
  const [{ reply: _, ...batch }, ...both] = aBatch(["running", "running"], { id: aJobId() });
  const request = aRequest({ picture: { ...heic, fit: "due" } });
  const parts = both.map((part): Job => ({ ...aJob(), ...part, request, state: anAccepted() }));
  const begun = await aBeginning(batch, ...parts);
  const fitPicture: FitPicture = async () => copyOf("its copy");
  for (const { id } of parts)
    await begun.step(async (deps, { job }) => preparePicture(deps, await begun.storedOf(id), job), { fitPicture });
  expect(begun.chat.frames.length).toBe(2);
  const made = await Promise.all(parts.map(async ({ id }) => (await begun.storedOf(id)).job));
  const words = wordsOf(cardOf(await begun.jobOf(), TEST_START, made));
  expect(words.split("Sent as 1,536 × 2,048").length).toBe(2);
});

test("the “Again” button uses the original picture instead of the converted copy", async () => {
  const { make, jobOf } = await aLargePicture();
  await make();
  expect(withUncheckedPicture((await jobOf()).request).picture).toEqual(heic);
});

type Shared = Parameters<ShareFrame>[1];
type Fate = AttachRefusal | "slow" | "unbrought" | null;

/** A chat that shares frames only in a card's thread, like Slack. `fate` is the result of the next frame. */
async function besideCards(fate: Fate = null, over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const begun = await aBeginning({ reply: aSlackReply(), ...over }, ...parts);
  const shown: Shared[] = [];
  const shareFrame: ShareFrame = async (handle, frame) => {
    if (handle.platform !== "slack") return refuse({ kind: "card_gone" });
    if (fate === "slow") await new Promise((resolve) => frame.signal.addEventListener("abort", resolve));
    if (fate === "slow" || fate === "unbrought") return refuse({ kind: "unavailable", unclear: false, detail: "" });
    const file = { id: "F0", isFrame: true, ...(frame.nth !== undefined && { nth: frame.nth }) } as const;
    if (!(await frame.save({ ...handle, files: [...(handle.files ?? []), file] }))) return refuse({ kind: "skipped" });
    shown.push(frame);
    return fate ? refuse(fate) : ok(null);
  };
  const beside = { frames: begun.frames, chatOf: () => ({ ...begun.chat, showFrame: null, shareFrame }) };
  const take = (over: Partial<ReturnType<typeof beside.chatOf>> = {}) =>
    begun.take({ ...beside, chatOf: () => ({ ...beside.chatOf(), ...over }) });
  return { ...begun, beside, shareFrame, shown, take };
}

test("the file id of a video's first frame is saved before the frame is shown in the card's thread", async () => {
  const { take, shown, onSave, jobOf, url } = await besideCards();
  const saved: unknown[] = [];
  onSave(({ reply }) => saved.push([Object(reply).files, shown.length]));
  await take();
  expect(shown).toMatchObject([{ title: "The video begins with this frame", nth: undefined }]);
  expect(String(shown[0]?.bytes)).toBe("frame");
  expect(saved).toContainEqual([[{ id: "F0", isFrame: true }], 0]);
  expect(await url()).toBe(`https://reelay.test/pictures/${aJobId()}`);
  expect((await jobOf()).reply).toMatchObject({ files: [{ id: "F0", isFrame: true }] });
});

test.for<readonly [string, Fate, string]>([
  ["cannot be uploaded to the platform", "unbrought", "unavailable"],
  ["is rejected by the platform", { kind: "not_taken", detail: "missing_scope" }, "not_taken"],
  ["may not have been shown", { kind: "unavailable", unclear: true, detail: "HTTP 500" }, "unavailable"],
])("the URL of a video's first frame is saved for the paid call even if the frame %s", async ([, fate, reason]) => {
  const { take, url, reasons } = await besideCards(fate);
  await take();
  expect(await url()).toMatch(/^https:/);
  expect(reasons()).toEqual([["frame not shown", { job: aJobId(), reason }]]);
});

test.for([
  ["shown", "another video's frame", [{ id: "F9", nth: 2, isFrame: true }]],
  ["shown", "a video file", [{ id: "F9" }]],
  ["not shown again", "the same frame", [{ id: "F9", isFrame: true }]],
] as const)("a video's first frame is %s in the thread of a card that already has %s", async ([verb, , files]) => {
  const { take, shown } = await besideCards(null, { reply: aSlackReply({ files: [...files] }) });
  await take();
  expect(shown).toHaveLength(verb === "shown" ? 1 : 0);
});

test("a job waits at most 10 s for the video's first frame to be shown in the card's thread", async () => {
  const { take, clock, url } = await besideCards("slow");
  const taken = take();
  await clock.advance(9_900);
  expect(await url()).toBe("");
  await clock.advance(200);
  await taken;
  expect(await url()).toMatch(/^https:/);
});

test("a video's first frame is neither shown nor stored if the job ends during the upload", async () => {
  const { take, shareFrame, shown, served, end } = await besideCards();
  await take({
    async shareFrame(reply, frame) {
      await end(tooOld);
      return shareFrame(reply, frame);
    },
  });
  expect([shown, served.size]).toEqual([[], 0]);
});

test("the first frame of a video in a batch is shown on the batch's card or in the card's thread with the video's number", async () => {
  const [{ reply: _, ...batch }, ...parts] = aBatch(["running", "running"], { id: aJobId() });
  const part: Job = { ...aJob(), ...parts[1], request, state: anAccepted() };
  const frame = { isFrame: true, nth: 2 };
  const inCard = await aBeginning(batch, part);
  await inCard.step(async (deps, { job }) => preparePicture(deps, await inCard.storedOf(part.id), job));
  expect(inCard.chat.frames.map(({ cardId }) => cardId)).toEqual([inCard.chat.seen[0]?.id]);
  expect((await inCard.jobOf()).reply).toMatchObject({ files: [frame] });
  const { step, beside, shown, storedOf, jobOf } = await besideCards(null, batch, part);
  await step(async (deps, { job }) => preparePicture(deps, await storedOf(part.id), job), beside);
  expect(shown).toMatchObject([{ nth: 2 }]);
  expect((await jobOf()).reply).toMatchObject({ files: [{ id: "F0", ...frame }] });
});
