import { LRUCache } from "lru-cache";
import type { FetchWhole, Log } from "../../../core/ports.ts";
import { everyScope } from "./scopes.ts";

/** Installations whose scopes are known; another one's are judged anew. */
const KEPT = 1_000;

/** Stands between a client and Slack, and logs once for each installation which scopes its token lacks. `id` null: there is one alone. */
export type ScopeWatch = (id: string | null, fetchWhole: FetchWhole) => FetchWhole;

/**
 * Slack says with every answer to a bot's token what that token may do.
 * Source: Slack's documentation, legacy OAuth scopes, "Working with scopes" (read 2026-11-21).
 */
export function scopeWatch(log: Log): ScopeWatch {
  const judged = new LRUCache<string, string>({ max: KEPT });

  function judge(id: string | null, granted: string): void {
    if (judged.get(id ?? "") === granted) return;
    judged.set(id ?? "", granted);
    const names = granted.split(",").map((each) => each.trim());
    const missing = everyScope.filter((each) => !names.includes(each));
    if (missing.length > 0) log.warn("slack scopes missing", { workspace: id, what: missing.join(", ") });
  }

  return (id, fetchWhole) =>
    async (...asked) => {
      const answer = await fetchWhole(...asked);
      const granted = answer.headers.get("x-oauth-scopes");
      if (granted !== null) judge(id, granted);
      return answer;
    };
}
