import type { Config } from "../../config.ts";
import type { Clock } from "../../core/clock.ts";
import type { FetchInit, FetchWhole, WholeAnswer } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { RedisRefusal } from "../../engines/redis-connection.ts";
import type { DecoderSeen } from "../../films/run-child.ts";
import { failureWords } from "../../video-api/exchange.ts";

/** The result, else the cure. `isUnanswered`: there was no answer, so nothing is known to be wrong. */
export type Found<T> = Result<T, string> & { readonly isUnanswered?: boolean };

/** The result of a check: the observation where all is well, else the cure. */
export type Verdict = Found<string>;

/** Reports that nothing could be found out: the other side is away, or busy. */
export function unanswered(sentence: string): Found<never> {
  return { ok: false, refusal: sentence, isUnanswered: true };
}

/** One thing that can be wrong with a running Reelay, and the check for it. A check changes nothing. */
export interface Check {
  readonly about: string;
  /** Names another check: where that one is not well, this one has nothing of its own to say. */
  readonly needs?: string;
  /** Runs the check; null where it does not apply. */
  look(deps: DoctorDeps): Promise<Verdict | null>;
}

/** The checks that can be made only where a platform is reached. */
export interface PlatformChecks {
  readonly name: "Discord" | "Slack";
  /** An address of the platform that answers without a login. */
  readonly address: string;
  /** Says whether an answer from there is the platform's, and no web page's. */
  isOwnAnswer?(answer: WholeAnswer): Promise<boolean>;
  readonly checks: readonly Check[];
}

export interface DoctorDeps extends Network {
  readonly config: Config;
  /** Slack's token for the app's owner, where one was set for this one check. */
  readonly slackConfigToken?: string | null;
  /** The file that may hold the settings; it need not exist. */
  readonly envFile: string;
  readonly disk: Disk;
  /** Returns what speaks against the Redis at that address, where writes need so many replicas; null for nothing. */
  lookAtRedis(url: string, replicas: number): Promise<RedisRefusal | null>;
  /** Tries whether films can be decoded here. */
  seeDecoder(): Promise<DecoderSeen>;
  /** Tries whether pictures can be made to fit here. */
  seeFitter(): Promise<DecoderSeen>;
}

/** The ways to ask anything outside. */
export interface Network {
  readonly clock: Clock;
  readonly fetchWhole: FetchWhole;
}

/** The machine's files. They are examined and never opened: a running bot holds them. */
export interface Disk {
  /** Returns the space that is free for this user, in bytes. */
  freeBytes(path: string): Promise<number>;
  /** Returns the rights on that path, such as 0o600; null where nothing is there. */
  rights(path: string): Promise<number | null>;
  isWritable(dir: string): Promise<boolean>;
}

/** One check takes this long at most, in milliseconds. */
export const LOOK_MS = 10_000;

/** Returns what came back from that address, or in a few words why nothing did. */
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

/** Returns that path below a base address, whether or not the base ends in a slash. */
export function below(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, "")}/${path}`;
}

/** Returns what differs, each kind with its names: "Missing: /video-style. Changed: /video."; empty kinds are left out. */
export function differenceText(kinds: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${names.join(", ")}.`)
    .join(" ");
}
