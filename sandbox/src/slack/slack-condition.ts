import type { IncomingMessage, ServerResponse } from "node:http";
import { openCondition } from "../condition.ts";
import type { Journal } from "../journal.ts";

/**
 * Slack's condition. Nobody's own act is refused by it: sockets and request URLs stay, so commands, presses and forms
 * always reach the bot.
 * - `rate_limited`: what brings words or files into a channel (`chat.*`, `files.*` and response_urls) is answered 429 with a
 *   Retry-After of 2 s, again and again while it lasts. Slack limits each method by itself, so forms still open.
 * - `down`: every method, every response_url and every upload is answered 503; people's files are served.
 * - `token_dead`: every response_url given so far is dead at once and for good; each later one dies after 5 s instead of
 *   30 minutes. The bot's own token stays good: without it nobody could be told anything.
 */
export type SlackCondition = ReturnType<typeof openSlackCondition>;

export function openSlackCondition(journal: Journal) {
  return {
    ...openCondition("slack", journal),
    refuse(path: string, { method = "" }: Pick<IncomingMessage, "method">, response: ServerResponse) {
      // Only a method's address is no secret.
      const named = path.startsWith("/api/") ? path : path.replace(/[^/]*$/, ":secret");
      const refused = { method, path: named, status: 503, code: "service_unavailable", why: "Slack is down" };
      journalRefusal(journal, refused);
      response.writeHead(503, { "content-type": "text/plain" }).end("Service Unavailable");
    },
  };
}

/** Tells the journal what the bot was refused. `path` must hold no secret. */
export function journalRefusal(
  journal: Journal,
  refused: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly code: string;
    readonly why: string;
    readonly interactionId?: string | undefined;
  },
): void {
  const { interactionId, ...payload } = refused;
  journal.add({ place: "slack", kind: "refused", ...(interactionId !== undefined && { interactionId }), payload });
}
