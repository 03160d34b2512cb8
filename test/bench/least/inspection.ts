/** When a task ends that runs at its beginning, on a grid of equal steps: shares that add up to what runs at step 0. */
export interface Ending {
  readonly stepS: number;
  /** The share that ends at step i, exactly. */
  readonly at: Float64Array;
  /** The share that ends between step i and the next, as likely at one moment as at another. */
  readonly after: Float64Array;
}

/** From how many steps to how many lie between two polls, and the seconds of lag that a poll is worth. */
export interface Gaps {
  readonly least: number;
  readonly most: number;
  readonly pollCostS: number;
}

/** What is to be expected from a poll at step i on that found the task running: further polls, lag, and the best gap in steps. */
export interface Outlook {
  readonly polls: Float64Array;
  readonly lagS: Float64Array;
  readonly gap: Uint16Array;
}

/** The inspection problem, by dynamic programming from the end: the gaps that make polls × their cost + lag the least. */
export function inspect({ stepS, at, after }: Ending, { least, most, pollCostS }: Gaps): Outlook {
  const steps = at.length;
  const polls = new Float64Array(steps);
  const lagS = new Float64Array(steps);
  const gap = new Uint16Array(steps);
  // What ended up to step i, and the sum of the steps at which it did.
  const ended = new Float64Array(steps + most + 1);
  const endedAt = new Float64Array(steps + most + 1);
  for (let i = 0; i < ended.length; i += 1) {
    const [exact, before] = [at[i] ?? 0, after[i - 1] ?? 0];
    ended[i] = (ended[i - 1] ?? 0) + exact + before;
    endedAt[i] = (endedAt[i - 1] ?? 0) + exact * i + before * (i - 0.5);
  }
  const all = ended[ended.length - 1] ?? 0;
  for (let i = steps - 1; i >= 0; i -= 1) {
    const running = all - (ended[i] ?? 0);
    if (running <= 1e-12 * all) continue;
    let best = Number.POSITIVE_INFINITY;
    for (let next = i + least; next <= i + most; next += 1) {
      const lag = stepS * (next * ((ended[next] ?? 0) - (ended[i] ?? 0)) - ((endedAt[next] ?? 0) - (endedAt[i] ?? 0)));
      const left = (all - (ended[next] ?? 0)) / running;
      const pollsThen = 1 + left * (polls[next] ?? 0);
      const lagThen = lag / running + left * (lagS[next] ?? 0);
      const cost = pollCostS * pollsThen + lagThen;
      if (cost >= best) continue;
      best = cost;
      polls[i] = pollsThen;
      lagS[i] = lagThen;
      gap[i] = next - i;
    }
  }
  return { polls, lagS, gap };
}
