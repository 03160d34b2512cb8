import type { Work } from "./looks/worker.ts";

/** How much is measured. */
export interface Scale {
  readonly rounds: number;
  readonly sliceMs: number;
  /** Tasks of the simulated mix. */
  readonly lives: number;
  /** Told hours of a simulated workspace. */
  readonly hours: number;
  /** Simulated lines in which people wait for their turn. */
  readonly lineLives: number;
  /** Bursts of 500 commands at each bot. */
  readonly bursts: number;
  readonly waitingJobs: number;
  readonly openJobs: number;
  /** Simulated outages of the video service, of each kind. */
  readonly outages: number;
  readonly recoveries: number;
  /** Rows in a team's ledger of one month. */
  readonly teamRows: number;
  readonly looksSeconds: number;
  readonly warmUpSeconds: number;
  readonly starts: number;
  /** How many worker processes share a Redis, one row each, and what they do, for so long. */
  readonly workers: readonly number[];
  readonly workersDo: readonly Work[];
  readonly workerSeconds: number;
}

export const full: Scale = {
  rounds: 60,
  sliceMs: 120,
  lives: 4_000,
  hours: 7,
  lineLives: 60,
  bursts: 7,
  waitingJobs: 30_000,
  openJobs: 100_000,
  outages: 100,
  recoveries: 2,
  teamRows: 100_000,
  looksSeconds: 8,
  warmUpSeconds: 8,
  starts: 5,
  workers: [1, 2, 3],
  workersDo: ["looks", "jobs"],
  workerSeconds: 4,
};

/** The same rows in under a minute, with wider intervals; what depends on how many jobs there are has fewer. */
export const quick: Scale = {
  rounds: 12,
  sliceMs: 60,
  lives: 500,
  hours: 2,
  lineLives: 8,
  bursts: 2,
  waitingJobs: 5_000,
  openJobs: 10_000,
  outages: 8,
  recoveries: 2,
  teamRows: 10_000,
  looksSeconds: 2,
  warmUpSeconds: 5,
  starts: 2,
  workers: [1, 3],
  workersDo: ["looks"],
  workerSeconds: 1,
};
