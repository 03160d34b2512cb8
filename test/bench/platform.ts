import { z } from "zod";
import type { Entry } from "../../src/sandbox/journal.ts";
import { startSandbox } from "../../src/sandbox/start.ts";
import { say } from "./children.ts";

export type Place = "discord" | "slack";

const asked = z.discriminatedUnion("kind", [
  /** `from` is the first guest's number. */
  z.object({ kind: z.literal("burst"), place: z.enum(["discord", "slack"]), from: z.int(), count: z.int() }),
  z.object({ kind: z.literal("send to"), url: z.string() }),
]);

/** How long each answer took; `cards` of them are neither private nor a refusal. */
export const burstTold = z.object({
  kind: z.literal("answered"),
  waitsMs: z.array(z.number()),
  unanswered: z.int(),
  cards: z.int(),
});

export const platformTold = z.object({
  kind: z.literal("platform"),
  env: z.record(z.string(), z.string()),
  signingSecret: z.string(),
  teamId: z.string(),
});

const answer = z.object({ ms: z.number(), body: z.unknown() });
const privately = z.object({ data: z.object({ flags: z.int().refine((flags) => (flags & 64) !== 0) }) });
const inWords = z.object({ text: z.string() });

/** The emulators in a process of their own: strangers by the hundred type `/video` in the same moment. */
export async function servePlatform(): Promise<void> {
  const sandbox = await startSandbox({ seedKeys: false });
  const { discord, slack, journal } = sandbox;
  process.on("message", (message) => void take(asked.parse(message)));
  say({ kind: "platform", env: sandbox.env, signingSecret: slack.signingSecret, teamId: slack.teamId });

  async function take(what: z.infer<typeof asked>): Promise<void> {
    if (what.kind === "send to") {
      await slack.sendTo(what.url);
      return say({ kind: "sending" });
    }
    const { place, from, count } = what;
    const fates: Entry[] = [];
    const allAnswered = new Promise<void>((resolve) => {
      const stop = journal.listen((entry) => {
        if (entry.place !== place || (entry.kind !== "answered" && entry.kind !== "unanswered")) return;
        if (fates.push(entry) < count) return;
        stop();
        resolve();
      });
    });
    for (let n = from; n < from + count; n += 1) {
      const guest = guestId(n);
      if (place === "discord") await discord.command(guest, "video", { prompt: `a paper boat ${n}` });
      else await slack.command(guest, `/video a paper boat ${n}`);
    }
    await allAnswered;
    say(told(fates));
  }
}

export function guestId(n: number): string {
  return `guest-${String(n).padStart(4, "0")}`;
}

function told(fates: readonly Entry[]): z.infer<typeof burstTold> {
  const answers = fates.filter(({ kind }) => kind === "answered").map(({ payload }) => answer.parse(payload));
  const cards = answers.filter(({ body }) => !privately.safeParse(body).success && !inWords.safeParse(body).success);
  return {
    kind: "answered",
    waitsMs: answers.map(({ ms }) => ms),
    unanswered: fates.length - answers.length,
    cards: cards.length,
  };
}
