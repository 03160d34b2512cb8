import type { Redis } from "ioredis";
import { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import { monthOf } from "../../../core/job/ledger.ts";
import type { TeamAccount } from "../../../core/team/account.ts";
import { EVERYBODY, newSecret, teamRowOf } from "../../team-row.ts";
import { jobIn } from "../job-hash.ts";
import { PREFIX } from "../keys.ts";
import { runScript } from "../scripts/run-script.ts";
import { COUNT, FORGET_MONTH, IS_RIGHT, MEND } from "../scripts/team-scripts.ts";
import { placeOf, readSum, rowText } from "./team-texts.ts";

/** What jobs take of teams' credits. */
export interface TeamBooks {
  /** The sums of a month by name, counted from the rows where they are damaged. Rejects where those cannot be read either. */
  month(team: string, month: string): Promise<ReadonlyMap<string, TeamAccount>>;
  /** Of them everybody's and those under these names: a month of many people is not read whole. */
  part(team: string, month: string, names: readonly string[]): Promise<ReadonlyMap<string, TeamAccount>>;
  /** Puts a month's sums anew. */
  count(team: string, month: string): Promise<void>;
  /** How many months of teams there are. */
  countMonths(): Promise<number>;
  /** Months whose sums are not what their rows come to. */
  differing(): Promise<readonly string[]>;
  /** The secret of a month's marks; null where nobody has gone in it. */
  secretOf(month: string): Promise<string | null>;
  /** The same; it is made where there is none. */
  makeSecret(month: string): Promise<string>;
  /** Forgets rows of months before that of this time, `limit` at most, and their sums; 0 once there are none. */
  forget(before: EpochMs, limit: number): Promise<number>;
}

/** No month that is told as four digits begins later. */
const LATEST = Date.UTC(9999, 11);

const MONTHS = `${PREFIX}:team-months`;
const SECRETS = `${PREFIX}:team-secrets`;

const ids = z.array(z.string());
const number = z.number();

export function teamBooks(redis: Redis): TeamBooks {
  const count = runScript(redis, COUNT);
  const mend = runScript(redis, MEND);
  const isRight = runScript(redis, IS_RIGHT);
  const forgetMonth = runScript(redis, FORGET_MONTH);
  const secretOf = (month: string) => redis.hget(SECRETS, month);

  async function mendRow(id: string): Promise<void> {
    const stored = jobIn(id, await redis.hmget(`${PREFIX}:job:${id}`, "v", "body", "sum"));
    const row = stored && teamRowOf(stored.job);
    if (!row) throw new Error(`the row of job ${id} in its team's ledger cannot be read`);
    await mend(id, rowText(row));
  }

  async function countAnew(place: string): Promise<void> {
    for (const id of ids.parse(await count(place))) await mendRow(id);
    const lost = ids.parse(await count(place));
    if (lost.length > 0) throw new Error(`the sums of ${place} cannot be counted`);
  }

  async function sumsIn(place: string): Promise<ReadonlyMap<string, TeamAccount> | null> {
    const found = await redis.hgetall(`${PREFIX}:team-sums:${place}`);
    const sums = new Map<string, TeamAccount>();
    for (const [name, text] of Object.entries(found)) {
      const account = readSum(place, name, text);
      if (account === null) return null;
      sums.set(name, account);
    }
    // Without a sum there should be no row either.
    if (sums.size === 0 && (await redis.exists(`${PREFIX}:team-rows:${place}`)) === 1) return null;
    return sums;
  }

  /** Everybody's and those under these names; null where one of them is damaged, or everybody's is not there. */
  async function someIn(place: string, names: readonly string[]): Promise<ReadonlyMap<string, TeamAccount> | null> {
    const wanted = [EVERYBODY, ...names];
    const texts = await redis.hmget(`${PREFIX}:team-sums:${place}`, ...wanted);
    const sums = new Map<string, TeamAccount>();
    for (const [index, name] of wanted.entries()) {
      const text = texts[index] ?? null;
      if (text === null && name !== EVERYBODY) continue;
      const account = text === null ? null : readSum(place, name, text);
      if (account === null) return null;
      sums.set(name, account);
    }
    return sums;
  }

  async function whole(team: string, month: string): Promise<ReadonlyMap<string, TeamAccount>> {
    const place = placeOf(team, month);
    const sums = await sumsIn(place);
    if (sums) return sums;
    await countAnew(place);
    const counted = await sumsIn(place);
    if (!counted) throw new Error(`the sums of ${place} cannot be read`);
    return counted;
  }

  return {
    month: whole,
    part: async (team, month, names) => (await someIn(placeOf(team, month), names)) ?? whole(team, month),
    count: (team, month) => countAnew(placeOf(team, month)),
    countMonths: () => redis.zcard(MONTHS),
    async differing() {
      const differing: string[] = [];
      // One after the other: all others wait while a month is counted.
      for (const place of await redis.zrange(MONTHS, 0, -1))
        if ((await isRight(place)) !== 1) differing.push(place.replace(/:(?=[^:]*$)/, " "));
      return differing;
    },
    secretOf,
    async makeSecret(month) {
      await redis.hsetnx(SECRETS, month, newSecret());
      return z.string().parse(await secretOf(month));
    },
    async forget(before, limit) {
      const month = monthOf(Math.min(before, LATEST)).replace("-", "");
      const [place] = await redis.zrangebyscore(MONTHS, "-inf", `(${month}`, "LIMIT", 0, 1);
      if (place === undefined) return 0;
      // Where that was a month's last row, others may have months.
      return Math.max(limit, number.parse(await forgetMonth(place, limit)));
    },
  };
}
