import { z } from "zod";
import { inCopy } from "../stored-prompts.ts";

const bodyRow = z.object({ body: z.string() });
const decision = z.object({ word: z.string(), by: z.string().nullable() });
const job = z.object({
  request: z.object({ prompt: z.string() }),
  approval: z.object({ decision: decision.nullable() }).optional(),
  state: z.object({ status: z.string(), outcome: z.object({ kind: z.string() }).optional() }),
});
const sums = z.object({ held: z.number(), charged: z.number(), refunded: z.number(), unknown: z.number() });

/** A team's video as it is written. */
export type StoredVideo = z.output<typeof job>;

export interface StoredTeam {
  readonly videos: readonly StoredVideo[];
  /** What its videos of every month take. */
  readonly sums: z.output<typeof sums>;
}

/** What a killed bot left of its team. */
export function storedTeam(dataDir: string): Promise<StoredTeam> {
  return inCopy(dataDir, (connection) => ({
    videos: connection
      .prepare("SELECT body FROM jobs WHERE team IS NOT NULL")
      .all()
      .map((row) => job.parse(JSON.parse(bodyRow.parse(row).body))),
    sums: sums.parse(
      connection
        .prepare(
          `SELECT total(held) AS held, total(charged) AS charged, total(refunded) AS refunded, total(unknown) AS unknown
           FROM team_sums WHERE person = 'all'`,
        )
        .get(),
    ),
  }));
}
