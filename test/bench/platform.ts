import { z } from "zod";
import type { Entry } from "../../sandbox/src/journal.ts";
import { startSandbox } from "../../sandbox/src/sandbox.ts";
import { type Child, sendToParent, startChild } from "./children.ts";

export type Place = "discord" | "slack";

/** The connections over which commands reach a bot. */
export type Connection = "discord" | "discord by http" | "slack";

export function placeOf(connection: Connection): Place {
  return connection === "slack" ? "slack" : "discord";
}

/** Makes the platform send commands to `at`. Does nothing on the gateway, where the bot connects. */
export async function sendTo(
  platform: Pick<Child, "send" | "receive">,
  connection: Connection,
  at: string,
): Promise<void> {
  if (connection === "discord") return;
  platform.send({ kind: "send to", place: placeOf(connection), at });
  await platform.receive(z.object({ kind: z.literal("sending") }));
}

const asked = z.discriminatedUnion("kind", [
  /** `from` is the number of the first guest. */
  z.object({ kind: z.literal("burst"), place: z.enum(["discord", "slack"]), from: z.int(), count: z.int() }),
  /** Sends each command in its author's direct messages, so that the rate limit of a channel does not apply. */
  z.object({ kind: z.literal("ask"), from: z.int(), count: z.int() }),
  /**
   * Sends `perSecond` commands per second, by `people` in turn. Each `videoEvery`th command makes a video, the others list
   * jobs.
   */
  z.object({
    kind: z.literal("steady"),
    place: z.enum(["discord", "slack"]),
    people: z.int(),
    perSecond: z.int(),
    seconds: z.number(),
    videoEvery: z.int(),
  }),
  z.object({ kind: z.literal("send to"), place: z.enum(["discord", "slack"]), at: z.string() }),
]);

/** The response times of a burst. `cards` counts the responses that are neither private nor a refusal. */
export const burstResult = z.object({
  kind: z.literal("answered"),
  waitsMs: z.array(z.number()),
  unanswered: z.int(),
  cards: z.int(),
});

const platformReady = z.object({
  kind: z.literal("platform"),
  env: z.record(z.string(), z.string()),
  signingSecret: z.string(),
  publicKey: z.string(),
  teamId: z.string(),
});

export type Emulators = z.output<typeof platformReady>;

export async function startPlatform() {
  const child = startChild("platform");
  return { ...child, emulators: await child.receive(platformReady) };
}

const answer = z.object({ ms: z.number(), body: z.unknown() });
const privateAnswer = z.object({ data: z.object({ flags: z.int().refine((flags) => (flags & 64) !== 0) }) });
const textAnswer = z.object({ text: z.string() });

/** Runs the emulators, and sends commands of many guests at the same time. */
export async function servePlatform(): Promise<void> {
  const sandbox = await startSandbox({ seedKeys: false });
  const { discord, slack, journal } = sandbox;
  process.on("message", (message) => void take(asked.parse(message)));
  const { signingSecret, teamId } = slack;
  sendToParent({ kind: "platform", env: sandbox.env, signingSecret, publicKey: discord.publicKey, teamId });

  async function take(what: z.infer<typeof asked>): Promise<void> {
    if (what.kind === "send to") {
      if (what.place === "slack") await slack.sendTo(`${what.at}/slack/events`);
      else await discord.sendTo(`${what.at}/discord/interactions`);
      return sendToParent({ kind: "sending" });
    }
    if (what.kind === "ask") {
      for (let n = what.from; n < what.from + what.count; n += 1) {
        const channelId = discord.dmChannelId(guestId(n));
        await discord.command(guestId(n), "video", { prompt: `a paper boat ${n}` }, { channelId });
      }
      return;
    }
    const { place } = what;
    const count = what.kind === "burst" ? what.count : Math.round(what.perSecond * what.seconds);
    const outcomes: Entry[] = [];
    const allAnswered = new Promise<void>((resolve) => {
      const stop = journal.listen((entry) => {
        if (entry.place !== place || (entry.kind !== "answered" && entry.kind !== "unanswered")) return;
        if (outcomes.push(entry) < count) return;
        stop();
        resolve();
      });
    });
    if (what.kind === "burst") for (let n = what.from; n < what.from + count; n += 1) await video(place, n);
    else await steadily(what, count);
    await allAnswered;
    sendToParent(timesOf(outcomes));
  }

  async function video(place: Place, n: number, slackChannelId?: string): Promise<void> {
    if (place === "discord") await discord.command(guestId(n), "video", { prompt: `a paper boat ${n}` });
    else await slack.command(guestId(n), `/video a paper boat ${n}`, { channelId: slackChannelId });
  }

  async function steadily(
    { place, people, perSecond, videoEvery }: Extract<z.infer<typeof asked>, { kind: "steady" }>,
    count: number,
  ): Promise<void> {
    const begun = performance.now();
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - begun) * perSecond) / 1_000));
      for (; sent < due; sent += 1) {
        const n = 1 + (sent % people);
        // A bot may post one message per second in a Slack channel, so each person uses their direct messages.
        if (sent % videoEvery === 0) await video(place, n, slack.dmChannelId(guestId(n)));
        else if (place === "discord") await discord.command(guestId(n), "video-jobs");
        else await slack.command(guestId(n), "/video-jobs");
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

export function guestId(n: number): string {
  return `guest-${String(n).padStart(4, "0")}`;
}

function timesOf(outcomes: readonly Entry[]): z.infer<typeof burstResult> {
  const answers = outcomes.filter(({ kind }) => kind === "answered").map(({ payload }) => answer.parse(payload));
  const cards = answers.filter(
    ({ body }) => !privateAnswer.safeParse(body).success && !textAnswer.safeParse(body).success,
  );
  return {
    kind: "answered",
    waitsMs: answers.map(({ ms }) => ms),
    unanswered: outcomes.length - answers.length,
    cards: cards.length,
  };
}
