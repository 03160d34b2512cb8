import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../src/core/chat.ts";
import { noticeIdFrom } from "../../src/core/job/ids.ts";
import { isOpen, type Job, outcomeOf } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
import { distrustNotices } from "../../src/jobs/notices/step-notice.ts";
import { closeRestored } from "../../src/jobs/start/recover.ts";
import { en } from "../../src/messages/words/en.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import { aJobId, anAnnouncing, anOwner, aRequest, aSucceeded, VIDEO_URL } from "../fakes/jobs.ts";
import { aTeam } from "../fakes/teams.ts";
import { aTeamWorld, aWorld } from "./world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const taskId = "task_fake_1";
const busy: ChatRefusal = { kind: "unavailable", unclear: false, detail: "connection refused" };

type World = ReturnType<typeof aWorld>;

/** Restores the saved jobs, and closes them like the first start of the bot after a restore. */
async function putBack({ jobs, deps }: World, backup: readonly Job[]): Promise<void> {
  for (const job of backup) {
    const stored = await jobs.load(job.id);
    await jobs.save(job, stored?.version ?? 0);
  }
  await closeRestored(deps());
}

/** Saves the jobs. The returned function restores them in a new process. */
async function backedUp(world: World, ids = [aJobId()]) {
  const jobs = await Promise.all(ids.map((id) => world.jobOf(id)));
  return async () => {
    await world.stop();
    await putBack(world, jobs);
    await world.restart();
  };
}

const shown = ({ chat }: World) =>
  chat.seen.map(({ text, edits, mentions, file }) => ({ text, edits, mentions, file }));

describe("after a restore from a backup, the card of an ended video", () => {
  test.for([
    ["during the paid call", "submitting"],
    ["while the video was running", "running"],
    ["before the final message", "announcing"],
    ["before the notification", "posting"],
    ["before the video file was attached", "attaching"],
  ] as const)("is not changed if the backup was made %s", async ([, status]) => {
    const world = aWorld();
    const saved: Job[] = [];
    world.onSave((job) => void (job.state.status === status && saved.push(job)));
    await world.begin({ isVideoWanted: true });
    world.video.succeed(taskId);
    await world.clock.advance(5 * MINUTE);
    const before = shown(world);
    expect(before.map(({ mentions, file }) => [mentions.length, file !== null])).toEqual([
      [0, true],
      [1, false],
    ]);
    world.onSave(() => {});
    await world.stop();
    await putBack(world, saved.slice(0, 1));
    expect(isOpen(await world.jobOf())).toBe(status !== "attaching");
    await world.restart();
    await world.clock.advance(4 * 60 * MINUTE);
    expect(shown(world)).toEqual(before);
    const kind = status === "submitting" ? "unknown" : "succeeded";
    expect(await world.jobOf()).toMatchObject({ state: { status: "closed", outcome: { kind } } });
  });

  test("is not edited when the link expires or when another video continues the ended video", async () => {
    const world = aWorld();
    await world.begin();
    const restore = await backedUp(world);
    world.video.succeed(taskId, VIDEO_URL);
    await world.clock.advance(MINUTE);
    const before = shown(world);
    await restore();
    await world.clock.advance(MINUTE);
    expect(isOpen(await world.jobOf())).toBe(false);
    const picture = { ...aFramePicture({ job: aJobId(), nth: 2 }), isChecked: true, url: "https://e.com/f.png" };
    await world.begin({ id: aJobId(2), request: aRequest({ picture }) });
    expect(world.video.prompts()).toHaveLength(2);
    // *Fresh link* would appear on the card half an hour before the link expires.
    await world.clock.advance(2 * 60 * MINUTE);
    expect(shown(world).slice(0, before.length)).toEqual(before);
  });

  test("is not changed if the backup was made before the service returned a task id", async () => {
    const world = aWorld();
    const ids = [aJobId(1), aJobId(2)];
    world.video.nextSubmits(() => new Promise(() => {}));
    await world.accepted({ id: aJobId(1) });
    await world.begin({ id: aJobId(2) });
    expect((await world.jobOf(aJobId(2))).state.status).toBe("submitting");
    const restore = await backedUp(world, ids);
    for (const id of ids) {
      const stored = await world.storedOf(id);
      const ended = anAnnouncing(aSucceeded(), { settledAt: world.clock.now(), isLinkAsked: true });
      await world.jobs.save({ ...stored.job, state: ended }, stored.version);
    }
    await world.restart();
    await world.clock.advance(MINUTE);
    const before = shown(world);
    expect(before.filter(({ text }) => text.includes(VIDEO_URL))).toHaveLength(2);
    await restore();
    await world.clock.advance(5 * MINUTE);
    expect(shown(world)).toEqual(before);
  });
});

test.for([
  ["the deleted card of an ended video is not replaced", true],
  ["the deleted card of a running video is replaced by a new message", false],
])("after a restore from a backup, %s", async ([, isEnded]) => {
  const world = aWorld();
  await world.begin();
  const restore = await backedUp(world);
  if (isEnded) world.video.succeed(taskId);
  await world.clock.advance(MINUTE);
  world.chat.loseCards();
  await restore();
  await world.clock.advance(MINUTE);
  if (!isEnded) world.video.succeed(taskId);
  await world.clock.advance(5 * MINUTE);
  expect(world.chat.seen).toHaveLength(isEnded ? 0 : 1);
  expect(outcomeOf(await world.jobOf())?.kind).toBe("succeeded");
});

describe("after a restore from a backup, a card that the bot cannot read", () => {
  test("is not changed when the outcome is posted as a new message", async () => {
    const world = aWorld();
    world.chat.readButtons = async () => ({ ok: true, value: "unreadable" });
    await world.begin({ isVideoWanted: true });
    const restore = await backedUp(world);
    world.video.succeed(taskId);
    await world.clock.advance(5 * MINUTE);
    const before = shown(world);
    await restore();
    await world.clock.advance(5 * MINUTE);
    expect(shown(world).slice(0, before.length)).toEqual(before);
    const added = shown(world).slice(before.length);
    expect(added).toMatchObject([{ mentions: [anOwner().userId.replace(/2$/, "1")], file: expect.any(String) }]);
    expect(added[0]?.text).toContain(en.outcome.ready);
    expect((await world.jobOf()).restored).toBeUndefined();
  });

  test("shows the progress if the video is still running", async () => {
    const world = aWorld();
    world.chat.readButtons = async () => ({ ok: true, value: "unreadable" });
    await world.begin();
    const restore = await backedUp(world);
    await restore();
    world.video.progress(taskId, 40);
    await world.clock.advance(MINUTE);
    expect(shown(world)).toMatchObject([{ text: expect.stringContaining("40%") }]);
    world.video.succeed(taskId);
    await world.clock.advance(MINUTE);
    expect(shown(world)).toHaveLength(2);
  });
});

describe("reading a card after a restore from a backup", () => {
  test("is retried after an outage and after a rate limit of the platform", async () => {
    const world = aWorld();
    await world.begin();
    const restore = await backedUp(world);
    await world.stop();
    world.video.succeed(taskId);
    world.chat.refuseNext(
      [busy, { kind: "rate_limited", retryAfterMs: 30 * SECOND, isElsewhere: true }],
      "readButtons",
    );
    await restore();
    await world.clock.advance(2 * MINUTE);
    const reads = world.chat.calls.filter(({ call }) => call === "readButtons").map(({ at }) => at);
    expect(reads).toHaveLength(3);
    expect((reads[2] ?? 0) - (reads[1] ?? 0)).toBe(30 * SECOND);
    expect(shown(world)).toMatchObject([{ text: expect.stringContaining(en.outcome.ready) }, {}]);
  });

  test("is given up after three days, and a new message shows the outcome", async () => {
    const world = aWorld();
    await world.begin();
    const restore = await backedUp(world);
    await world.stop();
    world.video.succeed(taskId);
    world.chat.readButtons = async () => refuse(busy);
    const [before] = shown(world);
    await restore();
    await world.clock.advance(MINUTE);
    await world.stop();
    await world.clock.advance(71 * 60 * MINUTE);
    await world.restart();
    await world.clock.advance(50 * MINUTE);
    expect(shown(world)).toEqual([before]);
    await world.clock.advance(20 * MINUTE);
    expect(shown(world)).toMatchObject([before, { text: expect.stringContaining(en.outcome.ready) }]);
    expect(isOpen(await world.jobOf())).toBe(false);
  });
});

describe("after a restore from a backup, the card of a batch", () => {
  async function several(videos: number) {
    const world = aWorld();
    await world.vault.put(anOwner(), world.key);
    const each = Array.from({ length: videos }, (_, nth) => aRequest({ prompt: `scene ${nth + 1}` }));
    const { id, parts = [] } = await world.begin({ each, isVideoWanted: true });
    await world.clock.advance(SECOND);
    const ids = [id, ...parts];
    return {
      world,
      restore: await backedUp(world, ids),
      async succeed() {
        for (const task of world.video.taskIds()) world.video.succeed(task);
        await world.clock.advance(5 * MINUTE);
      },
      areOpen: async () => (await Promise.all(ids.map((one) => world.jobOf(one)))).map(isOpen),
    };
  }

  test("is not changed if the card shows the final message", async () => {
    const { world, restore, succeed, areOpen } = await several(2);
    await succeed();
    const before = shown(world);
    expect(before[0]?.text).toContain(en.several.ready(2));
    await restore();
    await world.clock.advance(4 * 60 * MINUTE);
    expect(shown(world)).toEqual(before);
    expect(await areOpen()).toEqual([false, false, false]);
  });

  test("is edited with the final message if the backup contains the task id of every video", async () => {
    const { world, restore, succeed } = await several(2);
    await restore();
    await succeed();
    expect(shown(world)).toMatchObject([{ text: expect.stringContaining(en.several.ready(2)) }, {}]);
    expect(world.chat.seen[0]?.films.size).toBe(2);
  });

  test("is not edited with the final message if the outcome of one video is unknown", async () => {
    // The fourth video waits for its turn.
    const { world, restore, succeed, areOpen } = await several(4);
    world.video.succeed(world.video.taskIds()[0] ?? "");
    await world.clock.advance(MINUTE);
    const [before] = shown(world);
    expect(world.video.taskIds()).toHaveLength(4);
    await restore();
    await succeed();
    expect(shown(world)).toEqual([before, expect.objectContaining({ mentions: [expect.any(String)] })]);
    expect(shown(world)[1]?.text).toContain(en.several.partly(3, 4));
    expect(await areOpen()).toEqual([false, false, false, false, false]);
  });
});

describe("after a restore from a backup, a notice to managers", () => {
  test("is neither changed nor sent again if the notice shows a decision", async () => {
    const world = await aTeamWorld();
    const order = { team: aTeam, sealedKey: "x", wait: { for: "approval", because: "ask_above" } } as const;
    await world.begin(order);
    await world.clock.advance(SECOND);
    expect(world.toManagers()).toHaveLength(1);
    const restore = await backedUp(world);
    const question = world.toManagers()[0];
    const handle = (await world.notices.all())[0]?.reply;
    if (!question?.message || !handle) throw new Error("no question");
    await world.chat.show(handle, { ...question.message, title: "Approved", buttons: [] }, "in_place");
    await distrustNotices({ ...world, notices: world.notices });
    await restore();
    await world.clock.advance(MINUTE);
    expect(world.toManagers().map(({ message }) => message?.title)).toEqual(["Approved"]);
    expect((await world.notices.all()).map(({ status }) => status)).toEqual(["over"]);
  });

  test.for([
    ["is not posted if the bot cannot search for an earlier post of the notice", false, []],
    ["is posted if the bot's search finds no earlier post of the notice", true, ["The team's account is empty"]],
  ])("%s", async ([, canLook, titles]) => {
    const world = await aTeamWorld();
    const { clock, notices, approvals: reply } = world;
    const due = { status: "due", attempts: 0, createdAt: clock.now(), dueAt: clock.now() } as const;
    await notices.insert({
      v: 1,
      id: noticeIdFrom("no_credits", "1"),
      team: aTeam,
      about: { kind: "no_credits" },
      reply,
      ...due,
    });
    await clock.advance(3 * MINUTE);
    await distrustNotices(world);
    if (canLook) world.chat.openEyes();
    await world.restart();
    await clock.advance(10 * MINUTE);
    expect(world.toManagers().map(({ message }) => message?.title)).toEqual(titles);
  });

  test("has the title “No longer waiting” if the notice asks for an approval", async () => {
    const world = await aTeamWorld();
    await world.begin({ team: aTeam, sealedKey: "x", wait: { for: "approval", because: "ask_above" } });
    await world.clock.advance(SECOND);
    const restore = await backedUp(world);
    await restore();
    await world.clock.advance(MINUTE);
    expect(world.toManagers().map(({ message }) => message?.title)).toEqual([en.approvals.titles.over]);
  });
});
