import { createPublicKey, verify } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { z } from "zod";
import type { Clock } from "../../../core/clock.ts";
import type { KnownEvents } from "../../../core/engine.ts";
import { isRecent, requestReader } from "../../../core/read-body.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { parseJson } from "../../../core/text/parse-json.ts";
import { requestPath } from "../../../core/text/parse-url.ts";
import type { Respond } from "../in/read-interaction.ts";

const INTERACTIONS_PATH = "/discord/interactions";
const EVENTS_PATH = "/discord/events";

/** Discord waits 3 s for an answer. */
const OPEN_MS = 2_900;
const BODY_MAX_BYTES = 1_000_000;

/** Source: Discord docs, interactions/overview, setting up an endpoint (read 2026-11-26). */
const SIGNATURE = /^[0-9a-f]{128}$/i;

const PING = 1;
const PONG = { type: 1 };

const named = z.object({ id: z.string().regex(/^\d{1,20}$/) });

/** Source: Discord docs, events/webhook-events, payload structure (read 2026-11-26). */
const webhookEvent = z.object({
  event: z.object({
    type: z.string(),
    data: z.object({ guild: named.nullable().catch(null), user: named.nullable().catch(null) }).nullish(),
  }),
});

export interface DiscordHttpOptions {
  /** 32 bytes in hexadecimal. */
  readonly publicKey: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Prevents replays: within the ten minutes for which its time is valid, each signature is accepted only once. */
  readonly events: KnownEvents;
}

interface HttpEvents {
  /** Settles when all work is done, not only the answer. */
  interaction(payload: unknown, respond: Respond): Promise<void>;
  joined(guildId: string): void;
  /** The person removed the app from their account. Servers are not affected. */
  deauthorized(userId: string): void;
}

/**
 * Accepts a request once, and only if Discord signed its exact bytes in the last five minutes. Any other request gets a
 * 401 and has no effect.
 */
export function discordHttp(
  { publicKey, clock, log, events }: DiscordHttpOptions,
  handlers: HttpEvents,
): RequestListener {
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const { read, refuse } = requestReader({ clock, log, event: "discord requests refused" });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = requestPath(request);
    if (path !== INTERACTIONS_PATH && path !== EVENTS_PATH) return refuse(response, 404);
    if (request.method !== "POST") return refuse(response, 405);
    const signature = String(request.headers["x-signature-ed25519"]);
    const time = String(request.headers["x-signature-timestamp"]);
    if (!SIGNATURE.test(signature) || !isRecent(time, clock.now())) return refuse(response, 401);
    const body = await read(request, response, BODY_MAX_BYTES);
    if (body === null) return;
    const isSigned = verify(null, Buffer.concat([Buffer.from(time), body]), key, Buffer.from(signature, "hex"));
    if (!isSigned || !(await events.isNew(`discord:${signature.toLowerCase()}`))) return refuse(response, 401);
    const payload = parseJson(body.toString());
    if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return refuse(response, 400);
    if (path === EVENTS_PATH) return takeEvent(payload, response);
    if ("type" in payload && payload.type === PING) return void (await send(response, PONG));
    const cancel = clock.after(OPEN_MS, () => end(response));
    await handlers.interaction(payload, (callback) => send(response, callback)).finally(cancel);
    end(response);
  }

  function takeEvent(payload: unknown, response: ServerResponse): void {
    const { data } = webhookEvent.safeParse(payload);
    // Discord waits only for an acknowledgment.
    response.writeHead(204, { "content-type": "application/json" }).end();
    if (!data) return;
    const { type } = data.event;
    log.info("discord event", { what: type.slice(0, 60) });
    const { guild, user } = data.event.data ?? {};
    if (type === "APPLICATION_AUTHORIZED" && guild) handlers.joined(guild.id);
    if (type === "APPLICATION_DEAUTHORIZED" && user) handlers.deauthorized(user.id);
  }

  return (request, response) => {
    take(request, response).catch((error: unknown) => {
      log.error("discord request failed", { reason: error instanceof Error ? error.name : "unknown" });
      if (!response.headersSent) refuse(response, 500);
    });
  };
}

/** Without an answer, the person sees that Reelay did not respond. */
function end(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(202).end();
}

/** "sent": all of it left this process. "never": nothing was sent. */
function send(response: ServerResponse, body: unknown): ReturnType<Respond> {
  if (response.headersSent || response.destroyed) return Promise.resolve("never");
  return new Promise((resolve) => {
    response.once("finish", () => resolve("sent"));
    response.once("close", () => resolve("unclear"));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}
