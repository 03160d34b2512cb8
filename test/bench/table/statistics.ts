/** A figure and its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const DRAWS = 1_000;

/** The nearest-rank percentile. `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[rank] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The statistic of the items, and its 95 % interval over 1,000 samples with replacement. */
export function bootstrap<Item>(
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number,
  fraction: () => number,
): Estimate {
  const drawn = Array.from({ length: DRAWS }, () => statistic(draw(items, fraction)));
  return { value: statistic(items), low: percentile(drawn, 0.025), high: percentile(drawn, 0.975) };
}

/** The median of the ratios of each round. */
export function ratio(values: readonly number[], bases: readonly number[], fraction: () => number): Estimate {
  const ratios = values.map((value, round) => value / (bases[round] ?? Number.NaN));
  return bootstrap(ratios, median, fraction);
}

function draw<Item>(items: readonly Item[], fraction: () => number): readonly Item[] {
  const drawn = items.slice();
  for (let place = 0; place < drawn.length; place += 1) {
    const item = items[Math.floor(fraction() * items.length)];
    if (item !== undefined) drawn[place] = item;
  }
  return drawn;
}

export function shuffled<Item>(items: readonly Item[], fraction: () => number): Item[] {
  return items
    .map((item) => ({ item, place: fraction() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
