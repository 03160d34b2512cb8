import type { Outcome } from "../../src/core/job/job.ts";
import type { Ledger } from "../../src/core/job/ledger.ts";
import { unreachable } from "../../src/core/result.ts";
import type { Statement } from "./read-text.ts";

/** The paid calls that the video service carried out, and the credits that it charged and refunded. */
export interface ServiceLedger {
  readonly tasks: number;
  readonly charged: number;
  readonly refunded: number;
}

/** The statements about money that a person read, and what the service did. */
export interface Reading {
  readonly statements: readonly Statement[];
  readonly service: ServiceLedger;
  /** The messages are about several videos with different outcomes. */
  readonly isBatch: boolean;
}

/**
 * What the service did for one command, and what the bot stored about it. `stored` is null if the test does not read the
 * store.
 */
export interface MoneyFacts {
  readonly service: ServiceLedger;
  readonly isBatch: boolean;
  readonly stored: { readonly outcome: Outcome["kind"] | null; readonly costs: Ledger } | null;
}

/** A test's observations of one command. */
export interface CommandFacts extends Reading, MoneyFacts {
  /** The number of visible final messages. */
  readonly finalMessages: number;
  /** The number of visible cards that still show the video as running. */
  readonly unfinishedCards: number;
  readonly notifications: number;
}

/** For each claim about messages, returns true if it is broken. */
const readingClaims = {
  "“nothing was charged” despite a charge": ({ statements, service, isBatch }: Reading) =>
    statements.some((one) => one.startsWith("nothing charged")) && service.charged > service.refunded && !isBatch,
  "a refund that was not made": ({ statements, service }: Reading) =>
    statements.includes("refunded") && service.refunded === 0,
  "a price that was not charged": ({ statements, service, isBatch }: Reading) =>
    statements.includes("charged") && service.charged - (isBatch ? 0 : service.refunded) === 0,
};

const moneyClaims = {
  "charged more than once": ({ service, isBatch }: MoneyFacts) => service.tasks > 1 && !isBatch,
  "the stored outcome is not the service's": ({ service, stored }: MoneyFacts) =>
    stored !== null && stored.outcome !== null && !isOutcomeOf(service, stored.outcome),
  "the stored costs are not what the service took": ({ service, stored }: MoneyFacts) =>
    stored !== null && !areCostsOf(service, stored.costs),
};

const messageClaims = {
  "no final message": ({ finalMessages }: CommandFacts) => finalMessages === 0,
  "more than one final message": ({ finalMessages }: CommandFacts) => finalMessages > 1,
  "a card still shows the video as under way": ({ unfinishedCards }: CommandFacts) => unfinishedCards > 0,
  "no notification": ({ notifications }: CommandFacts) => notifications === 0,
  "more than one notification": ({ notifications }: CommandFacts) => notifications > 1,
};

const claims = { ...moneyClaims, ...messageClaims, ...readingClaims };

export type Claim = keyof typeof claims;

export const CLAIMS = namesOf(claims);
export const MESSAGE_CLAIMS: readonly Claim[] = namesOf(messageClaims);

/** Checks a finished command. `excused` lists the claims that cannot hold in the test. */
export function brokenClaims(facts: CommandFacts, excused: readonly Claim[] = []): readonly Claim[] {
  // This was true when it was read, but need not be true at the end.
  const atTheEnd = { ...facts, statements: facts.statements.filter((one) => one !== "nothing charged yet") };
  return CLAIMS.filter((claim) => !excused.includes(claim) && claims[claim](atTheEnd));
}

/** Checks the money of a finished command. */
export function brokenMoneyClaims(facts: MoneyFacts): readonly Claim[] {
  return namesOf(moneyClaims).filter((claim) => moneyClaims[claim](facts));
}

/** Checks a message when it is read. */
export function falseStatements(reading: Reading): readonly Claim[] {
  return namesOf(readingClaims).filter((claim) => readingClaims[claim](reading));
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[];
}

function isOutcomeOf({ tasks, charged, refunded }: ServiceLedger, outcome: Outcome["kind"]): boolean {
  switch (outcome) {
    case "succeeded":
      return charged > refunded;
    case "failed":
      return tasks > 0 && charged === refunded;
    case "refused":
    case "not_started":
      return tasks === 0;
    case "unknown":
    case "several":
      return true;
    default:
      return unreachable(outcome);
  }
}

/** The service may have charged more than the known costs, by at most the unknown ones. */
function areCostsOf(service: ServiceLedger, { charged, refunded, unknown }: Ledger): boolean {
  const more = service.charged - service.refunded - (charged - refunded);
  return more >= 0 && more <= unknown;
}

export function serviceLedgerOf(
  tasks: readonly { readonly credits: number; readonly refunded: number }[],
): ServiceLedger {
  return {
    tasks: tasks.length,
    charged: tasks.reduce((sum, { credits }) => sum + credits, 0),
    refunded: tasks.reduce((sum, { refunded }) => sum + refunded, 0),
  };
}
