import type { Job } from "../../../src/core/job/job.ts";
import { aDiscordReply, aJob, aJobId, anAnnouncing, anOwner, aVideo, TEST_START } from "../../fakes/jobs.ts";

/** Videos that ended one a millisecond in that number of Discord's channels, their cards so old. */
export function endedVideos(count: number, { channels, ageMs }: { channels: number; ageMs: number }): readonly Job[] {
  return Array.from({ length: count }, (_, n) => {
    const settledAt = TEST_START - count + n;
    const userId = String(210_000_000_000_000_000n + BigInt(n));
    return aJob({
      id: aJobId(n),
      owner: anOwner(userId),
      acceptedAt: TEST_START - ageMs,
      reply: aDiscordReply({
        userId,
        token: `token-${n}`,
        tokenUntil: TEST_START - ageMs + 900_000,
        channelId: String(400_000_000_000_000_000n + BigInt(n % channels)),
        messageId: String(500_000_000_000_000_000n + BigInt(n)),
      }),
      state: anAnnouncing(aVideo, { settledAt }),
    });
  });
}
