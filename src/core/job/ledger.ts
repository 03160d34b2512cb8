import type { Credits } from "../request/price.ts";
import { unreachable } from "../result.ts";
import type { Job, Outcome } from "./job.ts";

export interface Ledger {
  readonly charged: Credits;
  /** The refunded part of `charged`. */
  readonly refunded: Credits;
  /** May have been charged in addition. */
  readonly unknown: Credits;
}

export interface Spending {
  readonly thisMonth: Ledger;
  readonly lastMonth: Ledger;
}

export const nothingSpent: Ledger = { charged: 0, refunded: 0, unknown: 0 };

/** A paid call in progress counts once its response is known. */
export function ledgerOf({ state }: Job): Ledger {
  switch (state.status) {
    case "waiting":
    case "accepted":
    case "gathering":
    case "submitting":
      return nothingSpent;
    case "running":
      return { ...nothingSpent, charged: state.credits };
    case "announcing":
    case "posting":
    case "attaching":
    case "keeping":
    case "closed":
      return afterOutcome(state.outcome);
    default:
      return unreachable(state);
  }
}

function afterOutcome(outcome: Outcome): Ledger {
  switch (outcome.kind) {
    case "succeeded":
      return { ...nothingSpent, charged: outcome.credits };
    case "failed":
      return { ...nothingSpent, charged: outcome.refunded, refunded: outcome.refunded };
    case "refused":
    case "not_started":
    case "several":
      return nothingSpent;
    case "unknown":
      return { ...nothingSpent, unknown: outcome.atMost };
    default:
      return unreachable(outcome);
  }
}

export function addUp(one: Ledger, other: Ledger): Ledger {
  return {
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
  };
}
