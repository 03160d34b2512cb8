import { z } from "zod";
import { EVERYBODY } from "../../../src/core/team/spending.ts";
import { inCopy, storedValues } from "../stored-prompts.ts";

const decision = z.object({ word: z.string(), by: z.string().nullable() });
const job = z.object({
  team: z.object({}).optional(),
  request: z.object({ prompt: z.string() }),
  approval: z.object({ decision: decision.nullable() }).optional(),
  state: z.object({ status: z.string(), outcome: z.object({ kind: z.string() }).optional() }),
});
const sums = z.object({ held: z.number(), charged: z.number(), refunded: z.number(), unknown: z.number() });
const sum = z.object({ person: z.string(), account: sums });

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
    videos: storedValues(connection, "job/")
      .map((value) => job.parse(value))
      .filter(({ team }) => team !== undefined),
    sums: storedValues(connection, "sum/")
      .map((value) => sum.parse(value))
      .filter(({ person }) => person === EVERYBODY)
      .map(({ account }) => account)
      .reduce(addUp, nothing),
  }));
}

const nothing: StoredTeam["sums"] = { held: 0, charged: 0, refunded: 0, unknown: 0 };

function addUp(one: StoredTeam["sums"], other: StoredTeam["sums"]): StoredTeam["sums"] {
  return {
    held: one.held + other.held,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
  };
}
