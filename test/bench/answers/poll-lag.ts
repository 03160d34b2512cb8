/** The delays of status polls, read from the bot's metrics. */
export interface Lags {
  readonly count: number;
  /** The delays that were recorded after `before`. */
  since(before: Lags): Lags;
  /** In milliseconds. Interpolates within a bucket, as Prometheus does. NaN without polls. */
  percentile(share: number): number;
  /** The number of polls with at most each delay in milliseconds. */
  readonly upTo: ReadonlyMap<number, number>;
}

const BUCKET = /^reelay_poll_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

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
