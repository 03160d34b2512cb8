/** The lateness of status polls, as the bot's metrics count it. */
export interface Lags {
  readonly count: number;
  /** Returns the polls that were counted after `before`. */
  since(before: Lags): Lags;
  /** In milliseconds, between two bounds of the metrics as Prometheus reckons it; NaN where there are none. */
  percentile(share: number): number;
  /** The number of polls up to each bound of lateness, in milliseconds. */
  readonly upTo: ReadonlyMap<number, number>;
}

const BUCKET = /^reelay_poll_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

/** Reads the text of a bot's metrics. */
export function lagsIn(text: string): Lags {
  const buckets = [...text.matchAll(BUCKET)];
  return lags(
    new Map(buckets.map(([, bound = "", count]) => [1_000 * Number(bound.replace("+Inf", "Infinity")), Number(count)])),
  );
}

function lags(upTo: Lags["upTo"]): Lags {
  const count = upTo.get(Number.POSITIVE_INFINITY) ?? 0;
  return {
    count,
    upTo,
    since: (before) => lags(new Map([...upTo].map(([bound, n]) => [bound, n - (before.upTo.get(bound) ?? 0)]))),
    percentile(share) {
      if (count === 0) return Number.NaN;
      let [boundBelow, below] = [0, 0];
      for (const [bound, n] of upTo) {
        if (n >= share * count && n > below) {
          if (bound === Number.POSITIVE_INFINITY) return boundBelow;
          return boundBelow + ((bound - boundBelow) * (share * count - below)) / (n - below);
        }
        [boundBelow, below] = [bound, n];
      }
      return boundBelow;
    },
  };
}
