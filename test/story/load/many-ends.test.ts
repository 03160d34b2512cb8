import { expect, test } from "vitest";
import type { Job, Outcome } from "../../../src/core/job/job.ts";
import { howMany } from "../../fakes/how-many.ts";
import { aDiscordReply, aJob, aJobId, anAnnouncing, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { anEndingDiscord } from "./ending-discord.ts";

const VIDEOS = 400;
const CHANNELS = 100;
/** Fifty in the first moment, fifty more each second after. */
const allowedMs = (requests: number) => 1_000 * (Math.ceil(requests / 50) - 1);

const outcome: Outcome = {
  kind: "succeeded",
  taskId: "task-1",
  videoUrl: "https://cdn.example.com/video.mp4",
  expiresAt: TEST_START + 7_200_000,
  credits: 95,
  creditsAreExact: true,
};

/** Videos that ended one a millisecond in 100 channels, their cards so old. */
function ended(ageMs: number): readonly Job[] {
  return Array.from({ length: VIDEOS }, (_, n) => {
    const settledAt = TEST_START - VIDEOS + n;
    const userId = String(210_000_000_000_000_000n + BigInt(n));
    return aJob({
      id: aJobId(n),
      owner: anOwner(userId),
      acceptedAt: TEST_START - ageMs,
      reply: aDiscordReply({
        userId,
        token: `token-${n}`,
        tokenUntil: TEST_START - ageMs + 900_000,
        channelId: String(400_000_000_000_000_000n + BigInt(n % CHANNELS)),
        messageId: String(500_000_000_000_000_000n + BigInt(n)),
      }),
      state: anAnnouncing(outcome, { settledAt }),
    });
  });
}

const cards: readonly (readonly [string, number, number])[] = [
  ["whose cards the bot edits itself", 1_200_000, 2 * VIDEOS],
  ["whose cards are edited by their tokens", 60_000, VIDEOS],
];

test.for(cards.slice(0, howMany(2, 1)))(
  "400 videos that end together in 100 channels, %s, are told as soon as Discord's limit allows",
  { timeout: 60_000 },
  async ([what, ageMs, requests]) => {
    const { clock, jobs, arrivals, turns, find } = anEndingDiscord();
    const all = ended(ageMs);
    const tries: number[] = [];
    const save = jobs.save.bind(jobs);
    jobs.save = (job, version) => {
      if ("attempts" in job.state) tries.push(job.state.attempts);
      return save(job, version);
    };
    await find(all);
    await clock.advance(60_000);

    const posts = arrivals.filter(({ method, path }) => method === "POST" && path.startsWith("/channels/"));
    const lastMs = Math.max(...posts.map(({ at }) => at)) - TEST_START;
    const ratio = lastMs / allowedMs(requests);
    process.stdout.write(
      `${what}: the last notification after ${lastMs} ms, ${ratio.toFixed(2)} × what the limit allows\n`,
    );
    expect(arrivals.filter(({ status }) => status !== 200)).toEqual([]);
    expect(posts).toHaveLength(VIDEOS);
    expect(Math.max(...tries)).toBe(0);
    expect(ratio).toBeLessThanOrEqual(1.2);
    const cards = posts.map(({ content }) => /"message_id":"(\d+)"/.exec(content)?.[1] ?? "");
    // What has its turn finds room: it waits in the line, which has an order, and not behind it.
    const behind = posts.map(({ at }, n) => at - (turns.get(cards[n] ?? "") ?? 0));
    expect(Math.max(...behind)).toBeLessThanOrEqual(500);
    // As many steps as run at once may be on their way in any order; what waits for its turn keeps it.
    const order = cards.map((id) => Number(id.slice(1)));
    expect(Math.max(...order.map((n, place) => Math.abs(n - place)))).toBeLessThanOrEqual(64);
  },
);
