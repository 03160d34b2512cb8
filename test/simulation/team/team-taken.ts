import type { EpochMs } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";

/** What jobs take of a team's credits. */
export interface Taken {
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  readonly unknown: number;
}

/** A life begins two days before, and is over long before the next. */
const MONTH_ENDS = Date.UTC(2026, 11, 1);

export const nothing: Taken = { held: 0, charged: 0, refunded: 0, unknown: 0 };

/** Of what the job takes by its own words. */
export function takenBy({ team, state, price }: Job): Taken {
  if (!team) return nothing;
  switch (state.status) {
    case "waiting":
      return state.for === "approval" ? nothing : { ...nothing, held: price };
    case "accepted":
    case "submitting":
      return { ...nothing, held: price };
    case "gathering":
      return nothing;
    case "running":
      return { ...nothing, charged: state.credits };
    default: {
      const { outcome } = state;
      if (outcome.kind === "succeeded") return { ...nothing, charged: outcome.credits };
      if (outcome.kind === "failed") return { ...nothing, charged: outcome.refunded, refunded: outcome.refunded };
      return outcome.kind === "unknown" ? { ...nothing, unknown: outcome.atMost } : nothing;
    }
  }
}

/** What counts against a cap. */
export function used({ held, charged, refunded, unknown }: Taken): number {
  return held + charged - refunded + unknown;
}

export function plus(one: Taken, other: Taken): Taken {
  return {
    held: one.held + other.held,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
  };
}

export function isNothing({ held, charged, unknown }: Taken): boolean {
  return held === 0 && charged === 0 && unknown === 0;
}

export function overcharge({ state, price }: Job): number {
  return state.status === "running" ? Math.max(0, state.credits - price) : 0;
}

/** That of acceptance, in UTC. */
export function monthOfJob({ acceptedAt }: Job): string {
  return monthOfTime(acceptedAt);
}

export function monthOfTime(at: EpochMs): string {
  return at < MONTH_ENDS ? "2026-11" : "2026-12";
}
