import type { Config } from "../../config.ts";
import type { Clock } from "../../core/clock.ts";
import type { FetchInit, FetchWhole, WholeAnswer } from "../../core/http-client.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { RedisRefusal } from "../../engines/redis-connection.ts";
import type { DecoderSeen } from "../../films/run-child.ts";
import { networkFailure } from "../../video-api/exchange.ts";

/** `isUnanswered`: there was no answer, so the problem may be elsewhere. */
export type Found<T> = Result<T, string> & { readonly isUnanswered?: boolean };

export type Verdict = Found<string>;

export function unanswered(sentence: string): Found<never> {
  return { ok: false, refusal: sentence, isUnanswered: true };
}

/** A check changes nothing. */
export interface Check {
  readonly about: string;
  /** The check that must pass for this one to be reported. */
  readonly needs?: string;
  run(deps: DoctorDeps): Promise<Verdict | null>;
}

export interface PlatformChecks {
  readonly name: "Discord" | "Slack";
  /** This address answers without a login. */
  readonly address: string;
  /** Another web page could answer at that address, too. */
  isOwnAnswer?(answer: WholeAnswer): Promise<boolean>;
  readonly checks: readonly Check[];
}

export interface DoctorDeps extends NetworkDeps {
  readonly config: Config;
  /** A Slack token of the app's owner, set for this one check. */
  readonly slackConfigToken: string | null;
  readonly envFile: string;
  readonly disk: Disk;
  checkRedis(url: string, replicas: number): Promise<RedisRefusal | null>;
  findDecoder(): Promise<DecoderSeen>;
  findFitter(): Promise<DecoderSeen>;
}

export interface NetworkDeps {
  readonly clock: Clock;
  readonly fetchWhole: FetchWhole;
}

/** Files are examined without being opened, because a running bot holds them. */
export interface Disk {
  /** Free for this user. */
  freeBytes(path: string): Promise<number>;
  rights(path: string): Promise<number | null>;
  isWritable(dir: string): Promise<boolean>;
}

export const CHECK_LIMIT_MS = 10_000;

export async function reached(
  { fetchWhole }: Pick<NetworkDeps, "fetchWhole">,
  address: string,
  init: FetchInit = {},
): Promise<Result<WholeAnswer, string>> {
  try {
    return ok(await fetchWhole(address, init, CHECK_LIMIT_MS));
  } catch (error) {
    return refuse(networkFailure(error instanceof Error ? error.cause : error));
  }
}

export function below(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, "")}/${path}`;
}

export function differenceText(kinds: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${names.join(", ")}.`)
    .join(" ");
}
