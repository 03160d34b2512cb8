import { lineLife } from "../simulation/line/line-life.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import type { Line } from "./table/row.ts";
import { bootstrap } from "./table/statistics.ts";
import { numberText } from "./table/table.ts";

/** Three people, few places, kills and leaves, in told time: how soon a free place is taken, and how even turns are. */
export async function line({ lineLives }: Scale): Promise<readonly Line[]> {
  const lives = [];
  for (let seed = 1; seed <= lineLives; seed += 1) lives.push(await lineLife(seed));
  const { fraction } = random(12);
  const starts = lives.reduce((sum, life) => sum + life.starts, 0);
  const most = (some: readonly number[]) => Math.max(...some);
  const idleMs = lives.map((life) => life.idleMostMs);
  const beside = `${numberText(starts)} turns in ${numberText(lineLives)} lives`;
  return [
    {
      what: "a free place stands empty while somebody waits, at most",
      unit: "ms",
      figure: bootstrap(idleMs, most, fraction),
      target: { atMost: 2_000 },
      beside: `${beside}; after a kill up to 8 s are allowed, and are not in it`,
    },
    {
      what: "starts of three people with one place, by which they differ while all wait, at most",
      unit: "starts",
      figure: bootstrap(
        lives.map((life) => life.differMost),
        most,
        fraction,
      ),
      target: { atMost: 1 },
      beside,
    },
  ];
}
