import { expect, test } from "vitest";
import type { AttachRefusal, FilmSource, FrameProblem, KeptFrames, ShareFrame } from "../../../src/core/film/film.ts";
import { type Job, outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { takeFrame } from "../../../src/jobs/start/take-frame.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aFrame, aFramePicture } from "../../fakes/film/frames.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  anAccepted,
  anOwner,
  aRequest,
  aRunning,
  aSlackReply,
  TEST_START,
} from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { aWorld } from "../world.ts";

const LINK = "https://cdn.example.com/video.mp4";

/** A world with a video that is made, and the order of one that goes on from it. */
async function aChain(earlier: Partial<Job> = {}) {
  const world = aWorld();
  const first = aClosedJob({ id: aJobId(7), reply: world.chat.freshCard(), ...earlier }, world.clock.now());
  await world.jobs.insert(first);
  const picture = aFramePicture({ job: first.id, nth: 2 });
  const order = { request: aRequest({ prompt: "and then it rains", picture }) };
  return { world, first, order };
}

/** The bot's own address for frames. */
function aRelay(whileKept = async (_id: string) => {}) {
  const frames = new Map<string, string>();
  const kept: KeptFrames = {
    async keep(id, { bytes }) {
      await whileKept(id);
      frames.set(id, String(bytes));
      return `https://reelay.test/pictures/${id}`;
    },
    forget: async (id) => void frames.delete(id),
  };
  return { frames, kept };
}

const paidFor = (world: ReturnType<typeof aWorld>) =>
  world.video.calls.flatMap((call) => (call.kind === "submit" ? [call.request.picture?.url] : []));

test("the frame is on the card and its address is saved before anything is paid", async () => {
  const { world, order } = await aChain();
  const file = { kind: "platform", open: async () => refuse({ kind: "gone" }) } as const;
  Object.assign(world.chat, { filmIn: () => file });
  const asked: FilmSource[] = [];
  world.films.takeFrame = async (film) => {
    asked.push(film);
    return ok(aFrame("its last frame"));
  };
  const submit = world.video.submit.bind(world.video);
  const atPayment: Job[] = [];
  world.video.submit = async (...call) => {
    atPayment.push(await world.jobOf());
    return submit(...call);
  };
  await world.begin(order);
  expect(asked).toEqual([[file, { kind: "address", url: LINK }]]);
  expect(world.chat.frames.map(({ bytes }) => String(bytes))).toEqual(["its last frame"]);
  const [url] = paidFor(world);
  expect(url).toMatch(/^https:\/\/cdn\.test\//);
  expect(atPayment.map(({ request }) => request.picture)).toEqual([aFramePicture({ job: aJobId(7), nth: 2 }, url)]);
});

test("a frame of a smaller copy is said to be one on the card", async () => {
  const { world, order } = await aChain();
  world.films.takeFrame = async () => ok({ ...aFrame(), isOfCopy: true });
  const { id } = await world.begin(order);
  await world.clock.advance(10_000);
  expect((await world.jobOf(id)).request.picture?.continues).toMatchObject({ isOfCopy: true });
  expect(world.chat.seen.some(({ text }) => text.includes("begins with a frame of the smaller copy"))).toBe(true);
});

/** An accepted job that goes on from another, and what the log says of its tries. */
async function aBeginning(frameTries = 0, over: Partial<Job> = {}) {
  const { world, order } = await aChain();
  const state = anAccepted(frameTries > 0 ? { frameTries } : {});
  await world.jobs.insert(aJob({ reply: world.chat.freshCard(), ...order, state, ...over }));
  const reasons = () =>
    world.log.lines.flatMap(({ event, fields }) => (/^frame not/.test(event) ? [[event, fields]] : []));
  const take = async (others: Partial<JobDeps> = {}) =>
    takeFrame({ ...world.deps(), ...others }, await world.storedOf());
  return { world, take, reasons };
}

const noFrame = { outcome: { kind: "not_started", why: "no_frame" } };
const later = { status: "accepted", frameTries: 1 };
const shownNowhere = (chat: JobDeps["chatOf"]) => (job: Pick<Job, "reply">) => ({ ...chat(job), showFrame: null });

test.for<readonly [string, number, FrameProblem["kind"] | AttachRefusal | Partial<JobDeps>, object]>([
  ["no decoder", 0, { films: null }, noFrame],
  ["no place", 0, {}, { outcome: { kind: "not_started", why: "film_gone" } }],
  ["gone", 0, "gone", { outcome: { kind: "not_started", why: "film_gone" } }],
  ["unreadable", 0, "unreadable", noFrame],
  ["too_large", 0, "too_large", noFrame],
  ["unreachable", 0, "unreachable", later],
  ["too_slow", 2, "too_slow", { ...later, frameTries: 3 }],
  ["too_slow", 3, "too_slow", noFrame],
  ["away", 0, { kind: "unavailable", unclear: false, detail: "away" }, later],
  ["rate_limited", 0, { kind: "rate_limited", retryAfterMs: 30_000 }, { ...later, notBefore: TEST_START + 30_000 }],
  ["card_gone", 0, { kind: "card_gone" }, noFrame],
])("a try that brings no frame says why, %s, and is saved; after %i tries", async ([reason, tries, problem, saved]) => {
  const { world, take, reasons } = await aBeginning(tries);
  if (reason === "no place") await world.jobs.forget({ jobs: Infinity, ids: Infinity, ledger: 0 });
  if (typeof problem === "string") world.films.takeFrame = async () => refuse({ kind: problem });
  else if ("kind" in problem) world.chat.frameNext(problem);
  await take(typeof problem === "string" || "kind" in problem ? {} : problem);
  expect((await world.jobOf()).state).toMatchObject(saved);
  expect(reasons()).toEqual([["frame not taken", { job: aJobId(), reason }]]);
});

test("where no card shows a frame and the bot has no address, there is none", async () => {
  const { world, take, reasons } = await aBeginning();
  await take({ chatOf: shownNowhere(world.deps().chatOf) });
  expect((await world.jobOf()).state).toMatchObject(noFrame);
  expect(reasons()).toEqual([["frame not taken", { job: aJobId(), reason: "no address" }]]);
});

test.for<readonly [string, Partial<Job>, number]>([
  ["is running", { state: aRunning() }, 0],
  ["goes on from none", { request: aRequest() }, 0],
  ["was tried four times", {}, 4],
])("of a job that %s no frame is taken", async ([, over, tries]) => {
  const { world, take } = await aBeginning(tries, over);
  world.films.takeFrame = () => Promise.reject(new Error("asked"));
  expect(await take()).toBeNull();
  expect(outcomeOf(await world.jobOf())).toEqual(tries > 0 ? noFrame.outcome : null);
});

test("nothing is taken where another save came first, and a frame that is on the card is in the job's reply", async () => {
  const { world, take } = await aBeginning();
  await take({ jobs: { ...world.jobs, save: async () => false } });
  expect(world.chat.frames).toEqual([]);
  await take();
  expect((await world.jobOf()).reply).toMatchObject({ files: [{ isFrame: true }] });
});

test("no frame is put over a card that another process may have changed: it went on, or this one was stalled", async () => {
  const { world, take, reasons } = await aBeginning();
  const load: typeof world.jobs.load = async (id) => {
    const stored = await world.jobs.load(id);
    world.clock.set(6_000);
    return stored;
  };
  await take({ jobs: { ...world.jobs, load } });
  expect((await world.jobOf()).state).toMatchObject(later);
  world.films.takeFrame = async () => {
    await applyTo(world.deps(), aJobId(), { kind: "not_started", why: "too_old" });
    return ok(aFrame());
  };
  await take();
  const reason = ["frame not taken", { job: aJobId(), reason: "stalled" }];
  expect([world.chat.frames, reasons()]).toEqual([[], [reason, reason]]);
});

test("a frame that the bot serves stays where another save came first and the job goes on", async () => {
  const { world, take } = await aBeginning();
  const { frames, kept } = aRelay();
  let saves = 0;
  const save: typeof world.jobs.save = async (...saved) => {
    saves += 1;
    return saves === 1 && world.jobs.save(...saved);
  };
  await take({ frames: kept, chatOf: shownNowhere(world.deps().chatOf), jobs: { ...world.jobs, save } });
  expect([saves, frames.size]).toEqual([2, 1]);
});

/** A film whose bytes come without end: it is given up, or withdrawn, before its last one. */
function drips({ films }: ReturnType<typeof aWorld>) {
  let tries = 0;
  films.takeFrame = (_film, signal) => {
    tries += 1;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(refuse({ kind: "unreachable" })));
    });
  };
  return () => tries;
}

test("a film that drips is given up after twenty seconds, once and unpaid", async () => {
  const { world, order } = await aChain();
  const tries = drips(world);
  await world.begin(order);
  await world.clock.advance(19_000);
  expect(outcomeOf(await world.jobOf())).toBeNull();
  await world.clock.advance(1_000);
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "not_started", why: "no_frame" });
  expect(world.log.lines).toContainEqual({
    level: "info",
    event: "frame not taken",
    fields: { job: aJobId(), reason: "too late" },
  });
  expect(tries()).toBe(1);
  expect(paidFor(world)).toEqual([]);
});

test("while the film before it is fetched the card says so, and Withdraw ends it unpaid within two seconds", async () => {
  const { world, order } = await aChain();
  drips(world);
  await world.begin(order);
  const job = await world.jobOf();
  expect(wordsOf(cardOf(job, world.clock.now()))).toContain("Fetching the video before it");
  expect(labelsOf(cardOf(job, world.clock.now()))).toContain("Withdraw");
  expect(await approvalService(world.deps()).withdraw(job.id)).toMatchObject({ ok: true });
  await world.clock.advance(2_000);
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "not_started", why: "withdrawn" });
  expect(world.chat.seen.at(-1)?.text).toContain("withdrawn before it started");
  expect(paidFor(world)).toEqual([]);
});

/** A job that began where its card shows no frame to others, so that the bot serves it itself. */
async function aServedFrame(whileKept?: (world: ReturnType<typeof aWorld>, id: string) => Promise<void>) {
  const { world, order } = await aChain();
  const { frames, kept } = aRelay((id) => whileKept?.(world, id) ?? Promise.resolve());
  world.films.kept = kept;
  world.chat.frameNext({ kind: "not_taken", detail: "no permission" });
  await world.restart();
  await world.begin(order);
  return { world, frames };
}

test("where a card shows no frame to others, the bot serves it itself, until the job has an outcome", async () => {
  const { world, frames } = await aServedFrame();
  expect([...frames]).toEqual([[aJobId(), "frame"]]);
  expect(paidFor(world)).toEqual([`https://reelay.test/pictures/${aJobId()}`]);
  world.video.succeed("task_fake_1");
  await world.clock.advance(60_000);
  expect(frames.size).toBe(0);
});

test("a frame goes at once where a workspace removes the bot in the middle of the video", async () => {
  const { world, frames } = await aServedFrame();
  expect(frames.size).toBe(1);
  await applyTo(world.deps(), aJobId(), { kind: "workspace_left" });
  expect(frames.size).toBe(0);
});

test("a frame that was being stored when its job ended is removed", async () => {
  const { world, frames } = await aServedFrame(async (there, id) => {
    // Another process gives the job up in this moment.
    await applyTo(there.deps(), id, { kind: "not_started", why: "too_old" });
  });
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "not_started", why: "too_old" });
  expect(frames.size).toBe(0);
  expect(paidFor(world)).toEqual([]);
});

test("a stop while the frame is taken leaves the job as it was", async () => {
  const { world, order } = await aChain({ reply: aSlackReply() });
  let end = () => {};
  world.films.takeFrame = (_film, signal) =>
    new Promise((resolve) => {
      end = () => resolve(refuse({ kind: "unreachable" }));
      signal.addEventListener("abort", end);
    });
  await world.begin(order);
  world.tellToStop();
  await world.clock.advance(0);
  expect(outcomeOf(await world.jobOf())).toBeNull();
  world.films.takeFrame = async () => ok(aFrame());
  await world.restart();
  expect(paidFor(world)).toHaveLength(1);
});

type Shared = Parameters<ShareFrame>[1];

/** A world whose chat shows frames beside cards alone, as Slack does, and the order of a video that goes on from another. */
async function besideCards() {
  const world = aWorld();
  const { frames, kept } = aRelay();
  world.films.kept = kept;
  world.films.takeFrame = async () => ok(aFrame("its last frame"));
  const shown: Shared[] = [];
  const fates: (AttachRefusal | "slow" | "unbrought")[] = [];
  const shareFrame: ShareFrame = async (handle, frame) => {
    if (handle.platform !== "slack") return refuse({ kind: "card_gone" });
    const fate = fates.shift();
    if (fate === "slow") await new Promise((resolve) => frame.signal.addEventListener("abort", resolve));
    if (fate === "slow" || fate === "unbrought") return refuse({ kind: "unavailable", unclear: false, detail: "" });
    const file = { id: `F${shown.length}`, isFrame: true, ...(frame.nth !== undefined && { nth: frame.nth }) } as const;
    if (!(await frame.save({ ...handle, files: [...(handle.files ?? []), file] }))) return refuse({ kind: "skipped" });
    shown.push(frame);
    return fate ? refuse(fate) : ok(null);
  };
  Object.assign(world.chat, { showFrame: null, shareFrame });
  await world.restart();
  const first = aClosedJob({ id: aJobId(7) }, world.clock.now());
  await world.jobs.insert(first);
  const card = world.chat.freshCard();
  const reply = aSlackReply({ ts: card.platform === "discord" ? card.messageId : null });
  const picture = aFramePicture({ job: first.id, nth: 2 });
  const order = { reply, request: aRequest({ prompt: "and then it rains", picture }) };
  const paid = () => world.video.calls.filter(({ kind }) => kind === "submit").length;
  return { world, order, shown, fates, frames, paid };
}

test("people see the frame beside the card before anything is paid, and its file is saved before they do", async () => {
  const { world, order, shown, paid } = await besideCards();
  const saved: unknown[] = [];
  world.onSave(({ reply }) => saved.push([Object(reply).files, shown.length, paid()]));
  await world.begin(order);
  expect(shown).toMatchObject([{ title: "The video begins with this frame", nth: undefined }]);
  expect(String(shown[0]?.bytes)).toBe("its last frame");
  expect(saved).toContainEqual([[{ id: "F0", isFrame: true }], 0, 0]);
  expect(paid()).toBe(1);
  expect((await world.jobOf()).reply).toMatchObject({ files: [{ id: "F0", isFrame: true }] });
});

test.for([
  ["cannot be brought", "unbrought"],
  ["is not taken here", { kind: "not_taken", detail: "missing_scope" }],
  ["may have been shown", { kind: "unavailable", unclear: true, detail: "HTTP 500" }],
] as const)("a frame that %s holds no video up", async ([, fate]) => {
  const { world, order, shown, fates, paid } = await besideCards();
  fates.push(fate);
  await world.begin(order);
  expect(paid()).toBe(1);
  expect(shown.length).toBeLessThan(2);
  const reason = fate === "unbrought" ? "unavailable" : fate.kind;
  const line = { level: "info", event: "frame not shown", fields: { job: aJobId(), reason } };
  expect(world.log.lines.filter(({ event }) => event === "frame not shown")).toEqual([line]);
});

test.for([
  [[{ id: "F9", nth: 2, isFrame: true }], 1],
  [[{ id: "F9" }], 1],
  [[{ id: "F9", isFrame: true }], 0],
] as const)("a frame is shown beside a card with %j: %i", async ([files, count]) => {
  const { world, order, shown } = await besideCards();
  await world.begin({ ...order, reply: { ...order.reply, files: [...files] } });
  expect(shown).toHaveLength(count);
});

test("a video waits 10 s at most for its frame to be shown", async () => {
  const { world, order, shown, fates, paid } = await besideCards();
  fates.push("slow");
  await world.begin(order);
  await world.clock.advance(9_900);
  expect(paid()).toBe(0);
  await world.clock.advance(200);
  expect([paid(), shown.length]).toEqual([1, 0]);
});

test("a job that ends while its frame is brought shows none, and keeps none", async () => {
  const { world, order, shown, frames, paid } = await besideCards();
  const before = world.chat.shareFrame;
  const shareFrame: ShareFrame = async (reply, frame) => {
    await applyTo(world.deps(), aJobId(), { kind: "not_started", why: "too_old" });
    return before ? before(reply, frame) : refuse({ kind: "skipped" });
  };
  Object.assign(world.chat, { shareFrame });
  await world.begin(order);
  expect([shown.length, paid(), frames.size]).toEqual([0, 0, 0]);
});

test("the frame of a part stands in the thread of its batch's card, under its number", async () => {
  const { world, order, shown } = await besideCards();
  await world.vault.put(anOwner(), world.key);
  const batch = await world.begin({ reply: order.reply, each: [aRequest({ prompt: "scene 1" }), order.request] });
  await world.clock.advance(20_000);
  expect(shown).toMatchObject([{ nth: 2 }]);
  expect(await world.jobOf(batch.id)).toMatchObject({ reply: { files: [{ id: "F0", isFrame: true, nth: 2 }] } });
  const parts = await world.partsOf(batch.id);
  expect(parts.map(({ state }) => state.status)).toEqual(["running", "running"]);
});
