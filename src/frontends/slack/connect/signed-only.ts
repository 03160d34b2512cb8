import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isValidSlackRequest } from "@slack/bolt";
import type { Clock } from "../../../core/clock.ts";
import type { Log } from "../../../core/ports.ts";
import { isKnownRequest, rateLimitNotice } from "../read/known-request.ts";
import { type BodyLimits, bodyLimits, bodyReader } from "./read-body.ts";

/** Source: Slack's documentation, verifying requests (read 2026-11-21). We hold what is signed for the future to it, too. */
const WINDOW_MS = 300_000;
/** Slack's signature, and its time in seconds. Source: as above. */
const SIGNATURE = /^v0=[0-9a-f]{64}$/;
const SECONDS = /^\d{1,12}$/;
/** A sender of nonsense does not fill the log. */
const TOLD_EVERY_MS = 60_000;

interface Guard {
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: `bodyLimits`. */
  readonly limits?: BodyLimits;
}

/**
 * Hands on what Slack has signed in the last five minutes and the library knows how to answer; nothing else is kept, or read
 * as anything. Of a request whose headers are none of Slack's, or too old, not even the body is read.
 */
export function signedOnly(next: RequestListener, guard: Guard): RequestListener {
  const { signingSecret, clock, log, limits = bodyLimits } = guard;
  const told = refusalsTold({ clock, log });
  const read = bodyReader({ clock, limits });

  /** What the headers say, and when they came; null where Slack does not write such, or not now. */
  function signatureIn({ headers }: IncomingMessage) {
    const signature = String(headers["x-slack-signature"]);
    const time = String(headers["x-slack-request-timestamp"]);
    if (!SIGNATURE.test(signature) || !SECONDS.test(time)) return null;
    const seconds = Number(time);
    const nowMilliseconds = clock.now();
    if (Math.abs(nowMilliseconds - seconds * 1_000) > WINDOW_MS) return null;
    return { nowMilliseconds, headers: { "x-slack-signature": signature, "x-slack-request-timestamp": seconds } };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const isSigned = headers["x-slack-signature"] !== undefined;
    const signature = signatureIn(request);
    if (isSigned && !signature) return refuse(response, 401);
    const most = isSigned ? limits.bytes : limits.unsignedBytes;
    if (Number(headers["content-length"] ?? 0) > most) return refuse(response, 413);
    const body = await read(request, response, most);
    if (body === null) return;
    if (typeof body === "number") return refuse(response, body);
    const text = body.toString();
    if (!signature) {
      if (new URLSearchParams(text).get("ssl_check") === "1") return void response.writeHead(200).end();
      return refuse(response, 401);
    }
    if (!isValidSlackRequest({ signingSecret, body: text, ...signature })) return refuse(response, 401);
    const limited = rateLimitNotice(headers["content-type"], text);
    if (limited) {
      log.warn("slack holds back events", { ...limited });
      return void response.writeHead(200).end();
    }
    if (!isKnownRequest(headers["content-type"], text)) return refuse(response, 400);
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
