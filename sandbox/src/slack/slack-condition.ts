import type { IncomingMessage, ServerResponse } from "node:http";
import { openCondition } from "../condition.ts";
import type { Journal } from "../journal.ts";

/**
 * Commands, presses and forms always reach the bot.
 * - `rate_limited`: `chat.*`, `files.*` and response_urls are answered 429. Other methods still work, such as opening a form.
 * - `down`: every method, response_url and upload is answered 503; people's files are served.
 * - `token_dead`: every response_url so far is dead; each later one dies after 5 s. The bot's own token stays valid.
 */
export type SlackCondition = ReturnType<typeof openSlackCondition>;

export function openSlackCondition(journal: Journal) {
  return {
    ...openCondition("slack", journal),
    refuse(path: string, { method = "" }: Pick<IncomingMessage, "method">, response: ServerResponse) {
      // Other addresses contain a secret.
      const named = path.startsWith("/api/") ? path : path.replace(/[^/]*$/, ":secret");
      const refused = { method, path: named, status: 503, code: "service_unavailable", why: "Slack is down" };
      journalRefusal(journal, refused);
      response.writeHead(503, { "content-type": "text/plain" }).end("Service Unavailable");
    },
  };
}

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
