import type { types } from "@slack/bolt";
import type { FetchWhole } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { slacksOwn } from "../connect/own-hosts.ts";
import { times } from "../limits.ts";
import { type CallRefusal, networkRefusal, retryAfterMs } from "./call.ts";

interface UrlPost {
  readonly response_type?: "ephemeral" | "in_channel";
  readonly replace_original?: boolean;
  readonly delete_original?: boolean;
  readonly text?: string;
  readonly blocks?: types.KnownBlock[];
  readonly unfurl_links?: boolean;
  readonly unfurl_media?: boolean;
}

/** Posts once through a response_url. It answers no ts: what was posted cannot be edited later. */
export type PostToUrl = (url: string, post: UrlPost) => Promise<Result<null, CallRefusal>>;

/** `apiUrl` is the Web API's base. What is posted are people's words: they go to Slack alone, whatever a payload names. */
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
      if (response.status === 429) {
        return refuse({ kind: "rate_limited", retryAfterMs: retryAfterMs(response.headers.get("retry-after")) });
      }
      const { status } = response;
      if (status < 400 || status === 408 || status === 409 || status >= 500)
        return refuse({ kind: "unavailable", unclear: true, detail: `HTTP ${response.status}` });
      return refuse({ kind: "not_here", code: `HTTP ${response.status}` });
    } catch (error) {
      return refuse(networkRefusal(error));
    }
  };
}
