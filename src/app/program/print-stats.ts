import { addUp, type Ledger, ledgerOf, nothingSpent } from "../../core/job/ledger.ts";
import { monthIn, monthOf } from "../../core/period.ts";
import { isPlatform, type Platform, TRAITS } from "../../core/platform.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Rows } from "../../core/rows.ts";
import { EVERYBODY } from "../../core/team/spending.ts";
import { COSTS, costIn, JOBS, jobIn, SUMS, sumIn } from "../../engines/job-rows.ts";
import { openForProgram, type StoragePlace } from "../open-engine.ts";

export interface MonthCost extends Ledger {
  readonly month: string;
  readonly platform: Platform;
  readonly payer: "own" | "team";
  readonly videos: number;
}

export async function statsText(place: StoragePlace, isJson: boolean): Promise<Result<string, string>> {
  const opened = await openForProgram(place, "stats");
  if (!opened.ok) return refuse(opened.refusal.sentence);
  try {
    const costs = await monthCosts(opened.value);
    return ok(isJson ? JSON.stringify(costs, null, 2) : tableOf(costs));
  } catch (error) {
    return refuse(`The costs cannot be read now (${String(error)}). Try again in a moment.`);
  } finally {
    await opened.value.close();
  }
}

/**
 * A team's costs come from its sums, which remain when people delete their data. All other costs come from jobs, and from
 * the stored costs of forgotten jobs.
 */
async function monthCosts(rows: Pick<Rows, "walk">): Promise<readonly MonthCost[]> {
  const found = new Map<string, MonthCost>();
  const add = (where: Pick<MonthCost, "month" | "platform" | "payer">, ledger: Ledger, videos: number) => {
    if (videos === 0) return;
    const key = [where.month, where.platform, where.payer].join("/");
    const sum = found.get(key) ?? { ...where, ...nothingSpent, videos: 0 };
    found.set(key, { ...sum, ...addUp(sum, ledger), videos: sum.videos + videos });
  };

  for await (const page of rows.walk(JOBS))
    for (const row of page) {
      const job = jobIn(row);
      if (!job || job.team) continue;
      const ledger = ledgerOf(job);
      const isVideo = ledger.charged > 0 || ledger.unknown > 0;
      add({ month: monthOf(job.acceptedAt), platform: job.owner.platform, payer: "own" }, ledger, isVideo ? 1 : 0);
    }
  for await (const page of rows.walk(COSTS))
    for (const row of page) {
      const { team, acceptedAt, charged, refunded, unknown } = costIn(row);
      const platform = row.indexes.map(({ name }) => /^costs-of\/(\w+):/.exec(name)?.[1]).find((name) => name);
      if (team || platform === undefined || !isPlatform(platform)) continue;
      add({ month: monthOf(acceptedAt), platform, payer: "own" }, { charged, refunded, unknown }, 1);
    }
  for await (const page of rows.walk(SUMS))
    for (const row of page) {
      const { person, usage } = sumIn(row);
      const [, platform = "", month = ""] = /^sum\/(\w+):[^/]*\/([^/]+)\//.exec(row.key) ?? [];
      // Monthly sums already include the days.
      if (month !== monthIn(month)) continue;
      if (person !== EVERYBODY || !isPlatform(platform)) continue;
      const { charged, refunded, unknown } = usage;
      const isVideo = charged > 0 || unknown > 0;
      add({ month, platform, payer: "team" }, { charged, refunded, unknown }, isVideo ? usage.videos : 0);
    }

  const order = ({ month, platform, payer }: MonthCost) => `${platform}/${payer}/${month}`;
  return [...found.values()]
    .toSorted((one, other) => order(one).localeCompare(order(other)))
    .toSorted((one, other) => other.month.localeCompare(one.month));
}

const HEAD = ["month", "platform", "paid by", "videos", "charged", "refunded", "in doubt"];
const NOTE =
  "In credits. “Refunded” is part of “charged”. “In doubt” is the most that may have been charged in addition. Videos of people who deleted their data count only if a team paid.";

function tableOf(costs: readonly MonthCost[]): string {
  if (costs.length === 0) return "No video has cost any credits yet.";
  const lines = costs.map((cost) => [
    cost.month,
    TRAITS[cost.platform].name,
    cost.payer === "own" ? "own key" : "team's key",
    ...[cost.videos, cost.charged, cost.refunded, cost.unknown].map(String),
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...lines].map((line) => line[column]?.length ?? 0)));
  const written = [HEAD, ...lines].map((line) =>
    line
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return [...written, "", NOTE].join("\n");
}
