import { describe, expect, test } from "vitest";
import { boat, hasVideo, mostly, type Story, says, tell } from "../stage.ts";
import { jumpingClock } from "./jumping-clock.ts";

/** The one card, the one notification and the one price with which each of these stories ends. */
async function broughtHome(story: Story): Promise<void> {
  await story.until(hasVideo);
  await story.until(() => story.entries("pinged").length > 0);
  expect(story.entries("pinged")).toHaveLength(1);
  expect(story.seen()).toHaveLength(2);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
}

describe.for(mostly("discord"))("on %s, a video that is being made comes home", (place) => {
  test.for([
    ["rate_limited", 429],
    ["down", 503],
  ] as const)("although the platform is %s until after its end", async ([condition, status]) => {
    const story = await tell(place, { env: { ATTACH_VIDEOS: "off" } });
    const { video, journal } = story.sandbox;
    video.nextFate("stuck");
    await story.makeVideo(boat);
    await story.until(says(/[1-9]\d? ?%/));
    story.sandbox[place].setCondition(condition);
    video.settle(await story.taskId(), "succeeded");
    await journal.find(({ kind, payload }) => kind === "polled" && Object(payload).status === "succeeded");
    await journal.find(({ kind, payload }) => kind === "refused" && Object(payload).status === status);
    expect(hasVideo(story.seen())).toBe(false);
    story.sandbox[place].setCondition("clear");
    await broughtHome(story);
  });
});

test("on slack, where the bot is not and its response_urls are dead, the end comes by direct message", async () => {
  const story = await tell("slack");
  const { slack, video, journal } = story.sandbox;
  video.nextFate("stuck");
  await slack.command("ada", `/video ${boat.prompt}`, { channelId: slack.foreignChannelId });
  await journal.find(() => slack.messages("ada", slack.foreignChannelId).length > 0);
  slack.setCondition("token_dead");
  video.settle(await story.taskId(), "succeeded");
  await story.until(hasVideo);
  expect(slack.messages("ada", slack.foreignChannelId)).toHaveLength(1);
  expect(story.seen().filter((message) => hasVideo([message]))).toHaveLength(1);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

/** A lost card is looked for in earnest after 30 s; a job that has not begun after 10 minutes does not begin. */
const LOOK_MS = 31_000;
const TOO_LATE_MS = 601_000;

describe("on slack, a command that is typed while nobody knows what arrives", () => {
  /** Slack is down when `/video` is typed, and has refused a look for the first card. */
  async function typedWhileDown() {
    const clock = jumpingClock();
    const story = await tell("slack", { clock, env: { ATTACH_VIDEOS: "off" } });
    const { slack, journal } = story.sandbox;
    slack.setCondition("down");
    /** Waits until that method was refused so often. */
    const refused = async (method: string, times: number) => {
      const count = () =>
        story.entries("refused").filter(({ payload }) => Object(payload).path === `/api/${method}`).length;
      if (count() < times) await journal.find(() => count() >= times);
    };
    await story.makeVideo(boat);
    await refused("chat.postMessage", 1);
    await refused("conversations.history", 1);
    return { story, clock, refused };
  }

  test("has its card and its video once Slack is back", async () => {
    const { story, clock } = await typedWhileDown();
    story.sandbox.slack.setCondition("clear");
    clock.jump(LOOK_MS);
    await broughtHome(story);
  });

  test("has one final word where that comes too late, and costs nothing", async () => {
    const { story, clock, refused } = await typedWhileDown();
    clock.jump(TOO_LATE_MS);
    await refused("chat.postMessage", 2);
    await refused("conversations.history", 2);
    story.sandbox.slack.setCondition("clear");
    clock.jump(LOOK_MS);
    await story.until(says(/Not started/, /Nothing was charged/i));
    const isClosed = () => story.log.lines.some(({ event }) => event === "job closed");
    await expect.poll(isClosed, { timeout: 8_000 }).toBe(true);
    expect(story.seen()).toHaveLength(1);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  });
});
