import { z } from "zod";
import type { Entry } from "../../sandbox/src/journal.ts";
import { startSandbox } from "../../sandbox/src/sandbox.ts";
import { type Child, say, startChild } from "./children.ts";

export type Place = "discord" | "slack";

/** The ways in which commands reach a bot. */
export type Road = "discord" | "discord by http" | "slack";

export function placeOf(road: Road): Place {
  return road === "slack" ? "slack" : "discord";
}

/** Has a bot's platform send it commands there, where they come by HTTP. */
export async function sendTo(platform: Pick<Child, "tell" | "receive">, road: Road, at: string): Promise<void> {
  if (road === "discord") return;
  platform.tell({ kind: "send to", place: placeOf(road), at });
  await platform.receive(z.object({ kind: z.literal("sending") }));
}

const asked = z.discriminatedUnion("kind", [
  /** `from` is the first guest's number. */
  z.object({ kind: z.literal("burst"), place: z.enum(["discord", "slack"]), from: z.int(), count: z.int() }),
  /** In each person's direct messages with the bot, so that no channel's limit is in the way. */
  z.object({ kind: z.literal("ask"), from: z.int(), count: z.int() }),
  /**
   * Commands of `people` in turn, `perSecond` and evenly; each `videoEvery`th is a video, the others ask for the list of
   * their jobs.
   */
  z.object({
    kind: z.literal("steady"),
    place: z.enum(["discord", "slack"]),
    people: z.int(),
    perSecond: z.int(),
    seconds: z.number(),
    videoEvery: z.int(),
  }),
  /** To that process, below its address. */
  z.object({ kind: z.literal("send to"), place: z.enum(["discord", "slack"]), at: z.string() }),
]);

/** The time of each answer; `cards` of them are neither private nor a refusal. */
export const burstTold = z.object({
  kind: z.literal("answered"),
  waitsMs: z.array(z.number()),
  unanswered: z.int(),
  cards: z.int(),
});

const platformTold = z.object({
  kind: z.literal("platform"),
  env: z.record(z.string(), z.string()),
  signingSecret: z.string(),
  publicKey: z.string(),
  teamId: z.string(),
});

export type Emulators = z.output<typeof platformTold>;

/** Starts the emulators in a process of their own. */
export async function startPlatform() {
  const child = startChild("platform");
  return { ...child, emulators: await child.receive(platformTold) };
}

const answer = z.object({ ms: z.number(), body: z.unknown() });
const privately = z.object({ data: z.object({ flags: z.int().refine((flags) => (flags & 64) !== 0) }) });
const inWords = z.object({ text: z.string() });

/** The emulators in a process of their own: strangers by the hundred type `/video` in the same moment. */
export async function servePlatform(): Promise<void> {
  const sandbox = await startSandbox({ seedKeys: false });
  const { discord, slack, journal } = sandbox;
  process.on("message", (message) => void take(asked.parse(message)));
  const { signingSecret, teamId } = slack;
  say({ kind: "platform", env: sandbox.env, signingSecret, publicKey: discord.publicKey, teamId });

  async function take(what: z.infer<typeof asked>): Promise<void> {
    if (what.kind === "send to") {
      if (what.place === "slack") await slack.sendTo(`${what.at}/slack/events`);
      else await discord.sendTo(`${what.at}/discord/interactions`);
      return say({ kind: "sending" });
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
    const fates: Entry[] = [];
    const allAnswered = new Promise<void>((resolve) => {
      const stop = journal.listen((entry) => {
        if (entry.place !== place || (entry.kind !== "answered" && entry.kind !== "unanswered")) return;
        if (fates.push(entry) < count) return;
        stop();
        resolve();
      });
    });
    if (what.kind === "burst") for (let n = what.from; n < what.from + count; n += 1) await video(place, n);
    else await steadily(what, count);
    await allAnswered;
    say(timesOf(fates));
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
        // A bot posts one message a second into a channel of Slack's, so each person has a channel of their own.
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

function timesOf(fates: readonly Entry[]): z.infer<typeof burstTold> {
  const answers = fates.filter(({ kind }) => kind === "answered").map(({ payload }) => answer.parse(payload));
  const cards = answers.filter(({ body }) => !privately.safeParse(body).success && !inWords.safeParse(body).success);
  return {
    kind: "answered",
    waitsMs: answers.map(({ ms }) => ms),
    unanswered: fates.length - answers.length,
    cards: cards.length,
  };
}
