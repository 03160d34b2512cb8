import type { Config } from "../../config.ts";
import type { Clock } from "../../core/clock.ts";
import type { FetchInit, FetchWhole, WholeAnswer } from "../../core/http-client.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { RedisRefusal } from "../../engines/redis-connection.ts";
import type { DecoderSeen } from "../../films/run-child.ts";
import { failureWords } from "../../video-api/exchange.ts";

/** The result, or how to fix the problem. `isUnanswered`: there was no answer, so the problem may be elsewhere. */
export type Found<T> = Result<T, string> & { readonly isUnanswered?: boolean };

/** A check's result: what was seen if all is well, or how to fix the problem. */
export type Verdict = Found<string>;

/** Reports that there was no answer: the other side is away or busy. */
export function unanswered(sentence: string): Found<never> {
  return { ok: false, refusal: sentence, isUnanswered: true };
}

/** One thing that can be wrong with a running Reelay, and its check. A check changes nothing. */
export interface Check {
  readonly about: string;
  /** The check that must pass for this one to be reported. */
  readonly needs?: string;
  /** Runs the check; null if it does not apply. */
  look(deps: DoctorDeps): Promise<Verdict | null>;
}

/** The checks that need a reachable platform. */
export interface PlatformChecks {
  readonly name: "Discord" | "Slack";
  /** An address of the platform that answers without a login. */
  readonly address: string;
  /** Returns whether an answer is the platform's, and not some web page's. */
  isOwnAnswer?(answer: WholeAnswer): Promise<boolean>;
  readonly checks: readonly Check[];
}

export interface DoctorDeps extends Network {
  readonly config: Config;
  /** A Slack token of the app's owner, if set for this one check. */
  readonly slackConfigToken?: string | null;
  /** The file that may hold the settings. It need not exist. */
  readonly envFile: string;
  readonly disk: Disk;
  /** Returns why the Redis at that address cannot be used with that many replicas; null if it can. */
  lookAtRedis(url: string, replicas: number): Promise<RedisRefusal | null>;
  /** Tests whether films can be decoded here. */
  seeDecoder(): Promise<DecoderSeen>;
  /** Tests whether pictures can be made to fit here. */
  seeFitter(): Promise<DecoderSeen>;
}

export interface Network {
  readonly clock: Clock;
  readonly fetchWhole: FetchWhole;
}

/** The machine's files. They are examined without being opened, because a running bot holds them. */
export interface Disk {
  /** Returns this user's free space, in bytes. */
  freeBytes(path: string): Promise<number>;
  /** Returns the path's permissions, such as 0o600; null if it does not exist. */
  rights(path: string): Promise<number | null>;
  isWritable(dir: string): Promise<boolean>;
}

/** The time limit of one check, in milliseconds. */
export const LOOK_MS = 10_000;

/** Returns the answer from that address, or a short reason why there is none. */
export async function reached(
  { fetchWhole }: Pick<Network, "fetchWhole">,
  address: string,
  init: FetchInit = {},
): Promise<Result<WholeAnswer, string>> {
  try {
    return ok(await fetchWhole(address, init, LOOK_MS));
  } catch (error) {
    return refuse(failureWords(error instanceof Error ? error.cause : error));
  }
}

/** Returns that path below a base address, with or without a trailing slash. */
export function below(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, "")}/${path}`;
}

/**
 * Returns the differences, with the names of each kind: "Missing: /video-style. Changed: /video."; empty kinds are left out.
 */
export function differenceText(kinds: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${names.join(", ")}.`)
    .join(" ");
}
