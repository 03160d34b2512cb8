/** How much is measured. */
export interface Scale {
  readonly rounds: number;
  readonly sliceMs: number;
  /** Tasks of the simulated mix. */
  readonly lives: number;
  /** Told hours of a simulated workspace. */
  readonly hours: number;
  /** Bursts of 500 commands at each bot. */
  readonly bursts: number;
  readonly waitingJobs: number;
  readonly openJobs: number;
  readonly recoveries: number;
  readonly looksSeconds: number;
  readonly warmUpSeconds: number;
  readonly starts: number;
}

export const full: Scale = {
  ...{ rounds: 60, sliceMs: 120, lives: 4_000, hours: 7, bursts: 7 },
  ...{ waitingJobs: 100_000, openJobs: 100_000, recoveries: 5, looksSeconds: 15, warmUpSeconds: 8, starts: 9 },
};

/** The same rows in under a minute, with wider intervals; what depends on how many jobs there are has fewer. */
export const quick: Scale = {
  ...{ rounds: 12, sliceMs: 60, lives: 500, hours: 2, bursts: 2 },
  ...{ waitingJobs: 5_000, openJobs: 10_000, recoveries: 2, looksSeconds: 2, warmUpSeconds: 0, starts: 2 },
};
