import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../src/core/chat.ts";
import { isOpen } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
import { drawCard, removePressedCard } from "../../src/jobs/deliver/job-card.ts";
import { closeRestored } from "../../src/jobs/start/recover.ts";
import { en } from "../../src/messages/words/en.ts";
import { aJobId, aSlackOwner, aSlackReply, VIDEO_URL } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const MINUTE = 60_000;
const onSlack = { owner: aSlackOwner(), reply: aSlackReply({ ts: null, cardChannelId: null }) };
const busy: ChatRefusal = { kind: "unavailable", unclear: false, detail: "connection refused" };
const unclear: ChatRefusal = { kind: "unavailable", unclear: true, detail: "connection reset" };

type World = ReturnType<typeof aWorld>;

/** A command on Slack whose process was killed while it posted the first card. */
async function killedWhileCardIsTaken() {
  const world = aWorld();
  const job = await world.accepted(onSlack);
  await world.chat.show(job.reply, await drawCard(world.deps(), job), "first");
  await world.stop();
  return world;
}

/** A command on Slack whose first card arrived without a response. The bot could not search for it, so it posted another card. */
async function postedTwice() {
  const world = aWorld();
  world.chat.refuseNext([unclear], "show");
  const job = await world.accepted(onSlack);
  await world.chat.show(job.reply, await drawCard(world.deps(), job), "first");
  await world.answered(job.id, { kind: "unclear" });
  await world.clock.advance(MINUTE);
  expect(cards(world)).toHaveLength(2);
  return world;
}

const cards = ({ chat }: World) => chat.seen.filter(({ message }) => message?.job === aJobId());
const titles = (world: World) => cards(world).map(({ message }) => message?.title);

describe("a first card that Slack accepted while the bot was killed", () => {
  test("is edited to “Not started” if the bot restarts too late to start the video", async () => {
    const world = await killedWhileCardIsTaken();
    await world.clock.advance(11 * MINUTE);
    world.chat.openEyes();
    await world.restart();
    await world.clock.advance(2 * MINUTE);
    expect(titles(world)).toEqual([en.outcome.notStarted]);
    expect(isOpen(await world.jobOf())).toBe(false);
  });

  test("is deleted if the bot finds the card only after posting “Not started”", async () => {
    const world = await killedWhileCardIsTaken();
    world.onSave(({ state }) => {
      if (state.status === "announcing" && state.newMessage === "done") world.chat.openEyes();
    });
    await world.restart();
    await world.clock.advance(5 * MINUTE);
    expect(titles(world)).toEqual([en.outcome.notStarted]);
    expect(isOpen(await world.jobOf())).toBe(false);
  });
});

describe("the duplicate of a first card that was posted twice", () => {
  test("is deleted after the final message if the bot finds the duplicate", async () => {
    const world = await postedTwice();
    world.chat.openEyes();
    world.chat.refuseNext([busy, busy], "find");
    world.chat.refuseNext([busy], "remove");
    world.video.succeed("task_fake_1", VIDEO_URL);
    await world.clock.advance(2 * MINUTE);
    expect(titles(world)).toEqual([en.outcome.ready]);
    expect(world.chat.calls.filter(({ call }) => call === "find")).toHaveLength(4);
    expect(isOpen(await world.jobOf())).toBe(false);
  });

  test("is not deleted if the bot cannot search for messages", async () => {
    const world = await postedTwice();
    world.video.succeed("task_fake_1", VIDEO_URL);
    await world.clock.advance(2 * MINUTE);
    expect(titles(world)).toEqual([en.card.received.title, en.outcome.ready]);
    expect(isOpen(await world.jobOf())).toBe(false);
  });

  test("gets the final message if the job's current card was deleted", async () => {
    const world = await postedTwice();
    world.chat.openEyes();
    await world.chat.remove((await world.jobOf()).reply);
    world.video.succeed("task_fake_1", VIDEO_URL);
    await world.clock.advance(2 * MINUTE);
    expect(titles(world)).toEqual([en.outcome.ready]);
  });

  test("does not prevent the job from closing after three days of failed searches", async () => {
    const world = await postedTwice();
    world.chat.openEyes();
    world.chat.find = async () => refuse({ kind: "rate_limited", retryAfterMs: 10 * MINUTE });
    world.video.succeed("task_fake_1", VIDEO_URL);
    await world.clock.advance(73 * 60 * MINUTE);
    expect(isOpen(await world.jobOf())).toBe(false);
  });

  test("is not deleted after a restore from a backup", async () => {
    const world = await postedTwice();
    await world.stop();
    await closeRestored(world.deps());
    world.chat.openEyes();
    await world.restart();
    world.video.succeed("task_fake_1", VIDEO_URL);
    await world.clock.advance(2 * MINUTE);
    expect(titles(world)).toEqual([en.card.received.title, en.outcome.ready]);
    expect(isOpen(await world.jobOf())).toBe(false);
  });
});

describe("pressing a button on a duplicate first card", () => {
  const placesOf = (world: World) =>
    cards(world).map(({ id }) => ({ channelId: onSlack.reply.channelId, messageId: id }));

  test("deletes the duplicate, with a retry, but never the job's current card", async () => {
    const world = await postedTwice();
    const [lost, live] = placesOf(world);
    if (!lost || !live) throw new Error("no two cards");
    await removePressedCard(world.deps(), aJobId(), live);
    expect(cards(world)).toHaveLength(2);
    world.chat.refuseNext([busy], "remove");
    const removing = removePressedCard(world.deps(), aJobId(), lost);
    await world.clock.advance(MINUTE);
    await removing;
    expect(cards(world).map(({ id }) => id)).toEqual([live.messageId]);
    await removePressedCard(world.deps(), aJobId(9), lost);
    expect(JSON.stringify(world.log.lines)).not.toContain("a lost card was not deleted");
  });

  test("does not delete the duplicate on Discord", async () => {
    const world = aWorld();
    await world.begin();
    await removePressedCard(world.deps(), aJobId(), { channelId: "4", messageId: "a duplicate" });
    expect(world.chat.calls.filter(({ call }) => call === "remove")).toEqual([]);
  });

  test("does not delete the duplicate if the store fails", async () => {
    const world = await postedTwice();
    const [lost] = placesOf(world);
    if (!lost) throw new Error("no duplicate");
    world.jobs.load = () => Promise.reject(new Error("no store"));
    await removePressedCard(world.deps(), aJobId(), lost);
    expect(cards(world)).toHaveLength(2);
  });
});
