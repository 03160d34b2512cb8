import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { SandboxClock } from "../clock.ts";
import { DYING_TOKEN_MS, RATE_LIMITED_S } from "../condition.ts";
import { readJson, reply } from "../http.ts";
import type { Journal } from "../journal.ts";
import { messageAnswer, problemsOf, type Refusal, refusalBody, refuse } from "./answer.ts";
import { readContent } from "./check-blocks.ts";
import { journalRefusal, type SlackCondition } from "./slack-condition.ts";
import { limits, type RateLimits } from "./slack-limits.ts";
import type { Timeline } from "./timeline.ts";
import { ids } from "./workspace.ts";

export interface Source {
  readonly kind: "commands" | "actions";
  readonly channelId: string;
  readonly slackUserId: string;
  readonly originalTs?: string;
  readonly isThreadless?: boolean;
  readonly interactionId: string;
}

interface Issued extends Source {
  readonly madeAt: number;
  isDead: boolean;
  uses: number;
}

const post = messageAnswer.extend({
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

export function openResponseUrls(deps: {
  origin: string;
  clock: SandboxClock;
  journal: Journal;
  timeline: Timeline;
  rateLimits: RateLimits;
  condition: SlackCondition;
}) {
  const { origin, clock, journal, timeline, rateLimits, condition } = deps;
  const issued = new Map<string, Issued>();

  const isDying = (url: Issued) => clock.now() - url.madeAt >= DYING_TOKEN_MS;
  condition.listen(({ from, to }) => {
    for (const url of issued.values())
      if (to === "token_dead" || (from === "token_dead" && isDying(url))) url.isDead = true;
  });

  function use(url: Issued, raw: unknown): Refusal | { readonly ok: true } {
    const parsed = post.safeParse(raw, { reportInput: true });
    if (!parsed.success) return refuse("invalid_payload", "", problemsOf(parsed.error));
    const { interactionId } = url;
    const { delete_original, replace_original, response_type, thread_ts, ...content } = parsed.data;

    // A typed command cannot be changed, so both flags do nothing.
    const changesOriginal = url.originalTs !== undefined && (delete_original || replace_original);
    const original = url.originalTs === undefined ? undefined : timeline.find(url.channelId, url.originalTs);
    if (changesOriginal && !original) return refuse("message_not_found", "the message with the button is gone");
    if (original && delete_original) {
      timeline.remove(original, interactionId);
      return { ok: true };
    }
    const read = readContent(content);
    if (!read.ok) return read;
    const { text, blocks } = read;
    if (original && replace_original) {
      timeline.edit(original, { text, blocks, interactionId, sent: raw });
      return { ok: true };
    }
    timeline.post({
      channelId: url.channelId,
      text,
      blocks,
      threadTs: url.isThreadless ? null : (thread_ts ?? null),
      ephemeralFor: response_type === "ephemeral" ? url.slackUserId : null,
      viaResponseUrl: true,
      sent: raw,
      interactionId,
    });
    return { ok: true };
  }

  function check(url: Issued | undefined): Refusal | undefined {
    if (!url) return refuse("invalid_url", "no such response_url");
    const ageMs = clock.now() - url.madeAt;
    const isDead = url.isDead || (condition.now() === "token_dead" && isDying(url));
    if (isDead || ageMs >= limits.responseUrlMs) return refuse("expired_url", `this response_url is ${ageMs} ms old`);
    if (url.uses >= limits.responseUrlUses) return refuse("used_url", `this response_url had ${url.uses} posts`);
    return undefined;
  }

  return {
    mint(source: Source): string {
      const path = `/${source.kind}/${ids.teamId}/${issued.size + 1}/${randomBytes(12).toString("hex")}`;
      issued.set(path, { ...source, madeAt: clock.now(), isDead: false, uses: 0 });
      return `${origin}${path}`;
    },
    async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const refused = (refusal: Refusal, status: number, headers?: Record<string, string>) => {
        journalRefusal(journal, {
          method: request.method ?? "",
          path: path.replace(/[^/]*$/, ":secret"),
          status,
          code: refusal.error,
          why: refusal.why,
          interactionId: issued.get(path)?.interactionId,
        });
        reply(response, status, refusalBody(refusal), headers);
      };

      const raw = await readJson(request);
      const url = issued.get(path);
      const dead = check(url);
      if (dead || !url) return refused(dead ?? refuse("invalid_url", "no such response_url"), 404);
      const waitSeconds = condition.now() === "rate_limited" ? RATE_LIMITED_S : rateLimits.takePost(url.channelId);
      if (waitSeconds > 0)
        return refused(refuse("ratelimited", `wait ${waitSeconds} s`), 429, { "retry-after": String(waitSeconds) });
      // Refused posts count too: a bot must not rely on the opposite.
      url.uses += 1;
      const used = use(url, raw);
      if (!used.ok) return refused(used, used.error === "message_not_found" ? 404 : 400);
      response.writeHead(200, { "content-type": "text/html" }).end("ok");
    },
  };
}
