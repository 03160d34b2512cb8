import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isValidSlackRequest } from "@slack/bolt";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../core/ports.ts";

/**
 * Longest body, in bytes: a message that a shortcut is used on has 40,000 characters, once as text and once in blocks,
 * and eight bytes each when they are escaped twice. Ours, decided 2026-11-21.
 */
const BODY_MAX_BYTES = 2_000_000;
/** Of a body without a signature: Slack looks at a certificate in this way. Ours, decided 2026-11-21. */
const UNSIGNED_MAX_BYTES = 1_000;
/** Of all bodies together that are read or answered at this moment. Ours, decided 2026-11-21. */
const IN_HAND_MAX_BYTES = 32_000_000;
/** Source: Slack's documentation, verifying requests (read 2026-11-21). Ours is that the future ends there too. */
const WINDOW_MS = 300_000;
/** Whoever sends nonsense does not fill the log. */
const TOLD_EVERY_MS = 60_000;

interface Guard {
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Hands on what Slack has signed in the last five minutes, read to its end; nothing else is kept, or read as anything. */
export function signedOnly(next: RequestListener, { signingSecret, clock, log }: Guard): RequestListener {
  const told = refusalsTold({ clock, log });
  let inHandBytes = 0;

  /** The whole body, or the status of a refusal; null: whoever sent it has gone. */
  async function read(request: IncomingMessage, response: ServerResponse, most: number) {
    if (Number(request.headers["content-length"] ?? 0) > most) return 413;
    const parts: Uint8Array[] = [];
    let sizeBytes = 0;
    response.once("close", () => {
      inHandBytes -= sizeBytes;
    });
    try {
      for await (const part of request) {
        if (!(part instanceof Uint8Array)) continue;
        sizeBytes += part.length;
        inHandBytes += part.length;
        if (sizeBytes > most) return 413;
        if (inHandBytes > IN_HAND_MAX_BYTES) return 503;
        parts.push(part);
      }
    } catch {
      return null;
    }
    return Buffer.concat(parts);
  }

  function isSlacks({ headers }: IncomingMessage, body: string): boolean {
    const signature = String(headers["x-slack-signature"]);
    const seconds = Number(headers["x-slack-request-timestamp"]);
    const now = clock.now();
    if (!(Math.abs(now - seconds * 1_000) <= WINDOW_MS)) return false;
    const signed = { "x-slack-signature": signature, "x-slack-request-timestamp": seconds };
    return isValidSlackRequest({ signingSecret, body, headers: signed, nowMilliseconds: now });
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isSigned = request.headers["x-slack-signature"] !== undefined;
    const body = await read(request, response, isSigned ? BODY_MAX_BYTES : UNSIGNED_MAX_BYTES);
    if (body === null) return;
    if (typeof body === "number") return refuse(response, body);
    const text = body.toString();
    if (!isSigned && new URLSearchParams(text).get("ssl_check") === "1") return void response.writeHead(200).end();
    if (!isSigned || !isSlacks(request, text)) return refuse(response, 401);
    // So Bolt knows a body that was read before.
    next(Object.assign(request, { rawBody: body }), response);
  }

  function refuse(response: ServerResponse, status: number): void {
    told(status);
    // What is still to come of it is not waited for.
    response.writeHead(status, { connection: "close" }).end();
  }

  return (request, response) => {
    if (request.method !== "POST") return next(request, response);
    // Bolt throws for a path that is not its own.
    take(request, response).catch(() => response.headersSent || refuse(response, 404));
  };
}

/** Tells the log of the first refusal, and then once a minute how many there were. */
function refusalsTold({ clock, log }: Pick<Guard, "clock" | "log">): (status: number) => void {
  let count = 0;
  let nextAt = 0;
  return (status) => {
    count += 1;
    if (clock.now() < nextAt) return;
    log.warn("slack requests refused", { count, status });
    count = 0;
    nextAt = clock.now() + TOLD_EVERY_MS;
  };
}
