export interface Scale {
  readonly rounds: number;
  readonly sliceMs: number;
  /** Bursts of 500 commands to each bot. */
  readonly bursts: number;
  /** Whole videos made by each bot. Each ends at poll number `jobPolls`. */
  readonly wholeJobs: number;
  readonly jobPolls: number;
  readonly jobRounds: number;
  readonly waitingJobs: number;
  readonly openJobs: number;
  readonly recoveries: number;
  /** Rows of one month in a team's ledger. */
  readonly teamRows: number;
  readonly pollSeconds: number;
  readonly warmUpSeconds: number;
  readonly starts: number;
  /** The time for which commands arrive under load, without the warm-up. */
  readonly allSeconds: number;
}

export const full: Scale = {
  rounds: 60,
  sliceMs: 120,
  bursts: 7,
  wholeJobs: 200,
  jobPolls: 4,
  jobRounds: 2,
  waitingJobs: 100_000,
  openJobs: 100_000,
  recoveries: 2,
  teamRows: 100_000,
  pollSeconds: 8,
  warmUpSeconds: 8,
  starts: 5,
  allSeconds: 60,
};

/** Fewer jobs and rounds, so the intervals are wider. */
export const quick: Scale = {
  rounds: 12,
  sliceMs: 60,
  bursts: 2,
  wholeJobs: 100,
  jobPolls: 2,
  jobRounds: 1,
  waitingJobs: 5_000,
  openJobs: 10_000,
  recoveries: 2,
  teamRows: 10_000,
  pollSeconds: 2,
  warmUpSeconds: 8,
  starts: 2,
  allSeconds: 6,
};
