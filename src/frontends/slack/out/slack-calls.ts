import { type types, webApi } from "@slack/bolt";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../../../core/at-most.ts";
import type { ChannelRefusal, ChatRefusal } from "../../../core/chat.ts";
import type { FetchWhole } from "../../../core/http-client.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { failedOnItsWay } from "../../../core/with-retries.ts";
import { times } from "../slack-limits.ts";

/** `not_here`: another way may still work. */
export type CallRefusal =
  | { readonly kind: "not_here"; readonly code: string }
  | Exclude<ChatRefusal, { kind: "unreachable" }>;

/** The request may still have succeeded. Source: docs, methods/chat.postMessage#errors (read 2026-11-21). */
const unclearCodes = new Set(["internal_error", "fatal_error", "service_unavailable", "request_timeout"]);
/** Every call is refused while the workspace is moved into an organization. */
const movingCodes = new Set(["org_login_required", "team_added_to_org"]);
/** No other call with this token would work. */
const tokenCodes = new Set(["not_authed", "invalid_auth", "account_inactive", "token_revoked", "token_expired"]);
const limitCodes = new Set(["ratelimited", "rate_limited"]);
const notMemberCodes = new Set(["not_in_channel", "channel_not_found"]);
const PAUSE_MS = 5_000;

async function call<Value>(work: Promise<Value>): Promise<Result<Value, CallRefusal>> {
  try {
    return ok(await work);
  } catch (error) {
    return refuse(callRefusalOf(error));
  }
}

export function callRefusalOf(error: unknown): CallRefusal {
  if (error instanceof webApi.WebAPIRateLimitedError)
    return { kind: "rate_limited", retryAfterMs: error.retryAfter * 1_000 };
  if (error instanceof webApi.WebAPIPlatformError) return platformRefusal(error.data.error);
  // A proxy may answer while Slack is still handling the request.
  if (error instanceof webApi.WebAPIHTTPError) return unclear(`HTTP ${error.statusCode}`);
  return failedOnItsWay(error instanceof webApi.WebAPIRequestError ? error.original : error);
}

function unclear(detail: string): CallRefusal {
  return { kind: "unavailable", unclear: true, detail };
}

/** A failure of Slack or the workspace, not of the token. */
export function isOutage(code: string): boolean {
  return unclearCodes.has(code) || movingCodes.has(code) || limitCodes.has(code);
}

/** Marks another method's rate limit, so that no message waits for it. */
export function ofAnother<Refusal extends { readonly kind: string }>(refusal: Refusal): Refusal {
  return refusal.kind === "rate_limited" ? { ...refusal, isElsewhere: true } : refusal;
}

/** The library also returns an answer that is not JSON as a "code". */
const CODE = /^[\w.:-]{1,100}$/;

function platformRefusal(code: unknown): CallRefusal {
  if (code === undefined) return { kind: "not_here", code: "unnamed" };
  if (typeof code !== "string" || !CODE.test(code)) return unclear("an answer that is not Slack's");
  if (limitCodes.has(code)) return { kind: "rate_limited", retryAfterMs: PAUSE_MS };
  if (unclearCodes.has(code)) return unclear(code);
  if (tokenCodes.has(code) || movingCodes.has(code))
    return { kind: "unavailable", unclear: false, isElsewhere: true, detail: code };
  return { kind: "not_here", code };
}

export function channelRefusalOf(refusal: CallRefusal): ChannelRefusal {
  if (refusal.kind !== "not_here") return "other";
  if (notMemberCodes.has(refusal.code)) return "no_access";
  return refusal.code.startsWith("restricted_action") ? "restricted" : "other";
}

export function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? "");
  return header !== null && Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : PAUSE_MS;
}

export interface Whereabouts {
  readonly teamId: string;
  /** Set if Reelay is installed in the whole organization. */
  readonly enterpriseId: string | null;
}

export type ClientOf = (where: Whereabouts) => Promise<Result<webApi.WebClient, CallRefusal>>;

export type TokenOf = (installationId: string) => Promise<string | null>;

const CLIENTS_MAX = 1_000;

const notInstalled = { kind: "unavailable", unclear: false, isElsewhere: true, detail: "not installed" } as const;

export function clientsOf(tokenOf: TokenOf, options: (installationId: string) => webApi.WebClientOptions) {
  const clients = new LRUCache<string, webApi.WebClient>(atMost(CLIENTS_MAX));

  return {
    async clientOf(where: Whereabouts): ReturnType<ClientOf> {
      const id = installationId(where);
      const token = await call(tokenOf(id));
      if (!token.ok) return refuse({ ...notInstalled, detail: "installation not read" });
      if (token.value === null) {
        clients.delete(id);
        return refuse(notInstalled);
      }
      const cached = clients.get(id);
      if (cached?.token === token.value) return ok(cached);
      const client = new webApi.WebClient(token.value, options(id));
      clients.set(id, client);
      return ok(client);
    },
    async isInstalled(where: Whereabouts): Promise<boolean> {
      const token = await call(tokenOf(installationId(where)));
      return !token.ok || token.value !== null;
    },
  };
}

export function installationId({ teamId, enterpriseId }: Whereabouts): string {
  return enterpriseId ?? teamId;
}

export async function callAt<Value>(
  clientOf: ClientOf,
  where: Whereabouts,
  use: (client: webApi.WebClient) => Promise<Value>,
): Promise<Result<Value, CallRefusal>> {
  const client = await clientOf(where);
  return client.ok ? call(use(client.value)) : client;
}

const opened = z.object({ channel: z.object({ id: z.string() }) });

export async function directChannel(
  clientOf: ClientOf,
  person: Whereabouts & { readonly userId: UserId },
): Promise<Result<string, CallRefusal>> {
  const answer = await callAt(clientOf, person, (client) => client.conversations.open({ users: person.userId }));
  if (!answer.ok) return answer;
  const { data } = opened.safeParse(answer.value);
  return data ? ok(data.channel.id) : refuse({ kind: "not_here", code: "no_channel" });
}

interface UrlPost {
  readonly response_type?: "ephemeral" | "in_channel";
  readonly replace_original?: boolean;
  readonly delete_original?: boolean;
  readonly text?: string;
  readonly blocks?: types.KnownBlock[];
  readonly unfurl_links?: boolean;
  readonly unfurl_media?: boolean;
}

export type PostToUrl = (url: string, post: UrlPost) => Promise<Result<null, CallRefusal>>;

/** Posts contain people's words, so they are sent only to Slack, whatever URL a payload has. */
export function postToUrl({ apiUrl, fetchWhole }: { apiUrl: string; fetchWhole: FetchWhole }): PostToUrl {
  const ownUrl = slacksOwn(apiUrl);
  return async (address, post) => {
    const url = ownUrl(address);
    if (url === null) return refuse({ kind: "not_here", code: "invalid_url" });
    try {
      const headers = { "content-type": "application/json; charset=utf-8" };
      const init = { method: "POST", headers, body: JSON.stringify(post) };
      const response = await fetchWhole(url.href, init, times.callMs);
      if (response.ok) return ok(null);
      const { status, headers: answered } = response;
      if (status === 429)
        return refuse({ kind: "rate_limited", retryAfterMs: retryAfterMs(answered.get("retry-after")) });
      if (status < 400 || status === 408 || status === 409 || status >= 500) return refuse(unclear(`HTTP ${status}`));
      return refuse({ kind: "not_here", code: `HTTP ${status}` });
    } catch (error) {
      return refuse(failedOnItsWay(error));
    }
  };
}

/** Source: docs.slack.dev, govslack (read 2026-11-22). */
const SLACKS = /^(.+\.)?slack(-gov)?\.com$/;

/** null: not Slack's, so it is never called. The origin of `apiUrl` is allowed: it may be a proxy or a test double. */
export function slacksOwn(apiUrl: string): (address: string) => URL | null {
  const apiOrigin = parseUrl(apiUrl)?.origin;
  return (address) => {
    const url = parseUrl(address);
    if (url?.username !== "" || url.password !== "") return null;
    const isAtSlack = url.protocol === "https:" && url.port === "" && SLACKS.test(url.hostname);
    return url.origin === apiOrigin || isAtSlack ? url : null;
  };
}
