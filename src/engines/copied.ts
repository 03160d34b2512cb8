import type { EpochMs } from "../core/clock.ts";
import type { JobId, Team } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import type { Ledger } from "../core/job/ledger.ts";
import type { AuditEntry } from "../core/team/audit.ts";
import type { Notice } from "../core/team/notice.ts";
import type { TeamRules } from "../core/team/rules.ts";
import type { TeamRow } from "./team-row.ts";

/** One record on its way from one engine to another. */
export type Copied =
  | { readonly kind: "job"; readonly job: Job; readonly version: number }
  /** Known against a redelivery. */
  | { readonly kind: "forgotten"; readonly id: JobId; readonly closedAt: EpochMs }
  /** What a job has cost, whether or not it is there still. */
  | {
      readonly kind: "cost";
      readonly id: JobId;
      readonly owner: string;
      readonly acceptedAt: EpochMs;
      readonly ledger: Ledger;
    }
  /** What a job takes of a team's credits; the sums of these are added up where they arrive. */
  | { readonly kind: "team_cost"; readonly row: TeamRow }
  | { readonly kind: "team_rules"; readonly team: string; readonly rules: TeamRules; readonly version: number }
  /** They come in their order, a team's first one first. */
  | { readonly kind: "team_audit"; readonly team: Team; readonly entry: AuditEntry }
  | { readonly kind: "notice"; readonly notice: Notice; readonly version: number }
  /** By it the marks are found that stand for those who have gone in that month. */
  | { readonly kind: "month_secret"; readonly month: string; readonly secret: string }
  /** What keyv holds; `value` as keyv wrote it. */
  | {
      readonly kind: "entry";
      readonly namespace: string;
      readonly key: string;
      readonly value: string;
      readonly expiresAt: EpochMs | null;
    };

export type Counts = Readonly<Record<Copied["kind"], number>>;

export const NOTHING_COPIED: Counts = {
  job: 0,
  forgotten: 0,
  cost: 0,
  team_cost: 0,
  team_rules: 0,
  team_audit: 0,
  notice: 0,
  month_secret: 0,
  entry: 0,
};

const KINDS = [
  "job",
  "forgotten",
  "cost",
  "team_cost",
  "team_rules",
  "team_audit",
  "notice",
  "month_secret",
  "entry",
] as const;

/** Everything that is durable, but what is damaged, of which `damaged` is told. */
export interface CopySource {
  records(damaged: () => void): AsyncIterable<Copied>;
  /** How many sums of teams' months are not what their rows come to. */
  countDiffering(): Promise<number>;
}

export interface CopyTarget {
  put(records: readonly Copied[]): Promise<void>;
  count(): Promise<Counts>;
}

const AT_ONCE = 200;

/** Copies everything; says how many of each there were, and how many were damaged and left behind. */
export async function copyAll(
  source: CopySource,
  target: CopyTarget,
): Promise<{ readonly copied: Counts; readonly damaged: number }> {
  const copied = { ...NOTHING_COPIED };
  let damaged = 0;
  let batch: Copied[] = [];
  for await (const record of source.records(() => (damaged += 1))) {
    copied[record.kind] += 1;
    batch.push(record);
    if (batch.length < AT_ONCE) continue;
    await target.put(batch);
    batch = [];
  }
  await target.put(batch);
  return { copied, damaged };
}

export function areEqual(one: Counts, other: Counts): boolean {
  return KINDS.every((kind) => one[kind] === other[kind]);
}
