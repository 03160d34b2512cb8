import { describe, expect, test } from "vitest";
import { people } from "../../../sandbox/src/people.ts";
import { howMany } from "../../fakes/how-many.ts";
import { jumpingClock } from "../load/jumping-clock.ts";
import { boat, endless, hasVideo, namedTransport, type Story, says, startStory, transports } from "../stage.ts";
import type { Place, Transport } from "../world.ts";

/**
 * An interaction is accepted this long after it was signed. It is longer than the time in which two presses count as one.
 */
const SIGNED_AGO_MS = 240_000;

/** In `npm test` Slack delivers Again over a socket, and everything else over HTTP. */
const deliveries: readonly (readonly [Place, Transport])[] = [
  ["discord", "http"],
  ["slack", "socket"],
  ...howMany<readonly (readonly [Place, Transport])[]>([["slack", "http"]], []),
];

describe.for(deliveries.map(([place, transport]) => [place, ...namedTransport(transport)] as const))(
  "on %s over %s",
  ([place, , transport]) => {
    const bot = async () => {
      const clock = jumpingClock();
      const story = await startStory(place, { transport, clock });
      const { discord, slack } = story.sandbox;
      /** Restarts the bot, which then receives its last interaction again, minutes later, and handles it completely. */
      const replay = async () => {
        await story.restart();
        clock.jump(SIGNED_AGO_MS);
        const answers = story.entries("answered").length;
        if (place === "discord") expect(await discord.redeliver()).toMatchObject({ status: 202 });
        else {
          slack.redeliver();
          await story.sandbox.journal.find(() => story.entries("answered").length > answers);
        }
        await story.restart();
      };
      return { story, replay };
    };
    /** Waits until that many cards show a video and the person was notified of each. */
    const videos = (story: Story, count: number) =>
      story.until((messages) =>
        [/credits used/, /Your video is ready/].every(
          (words) => messages.filter(({ text }) => words.test(text)).length === count,
        ),
      );

    test("a press of “Again” that is delivered a second time after a restart is not charged again", async () => {
      const { story, replay } = await bot();
      await story.makeVideo(boat);
      await videos(story, 1);
      await story.press("Again");
      await videos(story, 2);
      const before = story.seen().length;
      await replay();
      expect(story.log.lines.filter(({ event }) => event === "job accepted")).toHaveLength(2);
      expect(story.seen()).toHaveLength(before);
      expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    });
  },
);

describe.for(howMany<readonly Transport[]>(transports, ["http"]).map(namedTransport))(
  "on slack over %s",
  ([, transport]) => {
    test("a command, press or form that Slack delivers twice starts only one video, even after a restart", async () => {
      const story = await startStory("slack", { transport });
      const { slack } = story.sandbox;
      const twice = async (videos: number) => {
        slack.redeliver();
        const isDone = () => story.seen().filter(({ text }) => /credits used/.test(text)).length === videos;
        await story.until(isDone);
      };
      await story.makeVideo(boat);
      await twice(1);
      await story.restart();
      const answers = story.entries("answered").length;
      slack.redeliver();
      await story.sandbox.journal.find(() => story.entries("answered").length > answers);
      await story.press("Again");
      await twice(2);
      await slack.command("ada", "/video");
      await story.fillForm({ prompt: "a boat from a form", ratio: "9:16", duration: "15", resolution: "720p" });
      await twice(3);
      expect(story.sandbox.video.ledger()).toEqual({ charged: 498, refunded: 0, tasks: 3 });
      expect(story.seen("ben").filter(({ text }) => /credits used/.test(text))).toHaveLength(3);
      for (const kind of ["unanswered", "refused"] as const) expect(story.entries(kind)).toEqual([]);
    });
  },
);

test("on discord over HTTP without the gateway, a command, a button and a form each start a video", async () => {
  const story = await startStory("discord", { transport: "http", env: { DISCORD_GATEWAY: "off" } });
  const { discord, video } = story.sandbox;
  await story.makeVideo(boat);
  await story.until(says(/95 credits used/));
  await story.press("Again");
  await story.taskId(1);
  await story.restart();
  const suggested = await discord.suggest("ada", "video", "prompt", "a paper");
  expect(suggested.map(({ value }) => value)).toContain(boat.prompt);
  await story.press("Edit & run");
  await story.fillForm({ prompt: "a boat from a form" });
  await story.taskId(2);
  await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 3);
  expect(video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  for (const kind of ["unanswered", "refused"] as const) expect(story.entries(kind)).toEqual([]);
});

test("on slack no command is lost if the sockets close again and again", async () => {
  const story = await startStory("slack", { transport: "socket", env: { COMMANDS_PER_MINUTE: "1000" } });
  const { slack, journal } = story.sandbox;
  const countHelp = () => story.seen().filter(({ text }) => /How to make a video/.test(text)).length;
  const rounds = howMany(6, 2);
  for (let round = 1; round <= rounds; round += 1) {
    await slack.command("ada", "/video-help");
    await story.until(() => countHelp() === 2 * round - 1);
    await slack.command("ada", "/video-help");
    // The socket closes while the command is being handled.
    slack.dropSockets();
    await story.until(() => countHelp() === 2 * round);
  }
  const reconnected = journal.since(0).filter(({ kind, place }) => kind === "connected" && place === "slack");
  expect(reconnected.length).toBeGreaterThan(rounds);
});

test("if a person removes Reelay on discord, the person's waiting videos are withdrawn and the running videos continue", async () => {
  const story = await startStory("discord", { ...endless, transport: "http", env: { MAX_JOBS_PER_USER: "1" } });
  const { discord, video } = story.sandbox;
  await story.makeVideo(boat);
  await story.until(says(/Making the video/));
  await story.makeVideo({ prompt: "a second boat" });
  await story.until(says(/a second boat/, /Waiting for its turn/));
  const [{ discordId: id = "" } = {}] = people.filter(({ id }) => id === "ada");
  const event = { type: "APPLICATION_DEAUTHORIZED", data: { user: { id } } };
  const body = JSON.stringify({ version: 1, application_id: discord.applicationId, type: 1, event });
  const headers = { ...discord.signed(body) };
  const answer = await fetch(`${story.origin()}/discord/events`, { method: "POST", headers, body });
  expect(answer.status).toBe(204);
  await story.until(says(/a second boat/, /This was withdrawn before it started/));
  await story.finish();
  await story.until(hasVideo);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});
