import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isValidSlackRequest } from "@slack/bolt";
import type { Clock } from "../../../core/clock.ts";
import { isRecent, requestReader } from "../../../core/read-body.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { parseJson } from "../../../core/text/parse-json.ts";

/** Source: Slack's documentation, verifying requests (read 2026-11-21). */
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

interface Guard {
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Without recent Slack headers, the body is not even read. */
export function signedOnly(next: RequestListener, guard: Guard): RequestListener {
  const { signingSecret, clock, log } = guard;
  const { read, refuse } = requestReader({ clock, log, event: "slack requests refused" });

  function signatureIn({ headers }: IncomingMessage) {
    const signature = String(headers["x-slack-signature"]);
    const time = String(headers["x-slack-request-timestamp"]);
    const nowMilliseconds = clock.now();
    if (!SIGNATURE.test(signature) || !isRecent(time, nowMilliseconds)) return null;
    return { nowMilliseconds, headers: { "x-slack-signature": signature, "x-slack-request-timestamp": Number(time) } };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isSigned = request.headers["x-slack-signature"] !== undefined;
    const signature = signatureIn(request);
    if (isSigned && !signature) return refuse(response, 401);
    const body = await read(request, response, isSigned ? BODY_MAX_BYTES : UNSIGNED_MAX_BYTES);
    if (body === null) return;
    const text = body.toString();
    if (!signature) {
      if (new URLSearchParams(text).get("ssl_check") === "1") return void response.writeHead(200).end();
      return refuse(response, 401);
    }
    if (!isValidSlackRequest({ signingSecret, body: text, ...signature })) return refuse(response, 401);
    if (!holdsObject(request, text)) return refuse(response, 400);
    // With `rawBody`, Bolt does not read the body again.
    next(Object.assign(request, { rawBody: body }), response);
  }

  return (request, response) => {
    if (request.method !== "POST") return next(request, response);
    // Bolt throws for a path that it does not handle.
    take(request, response).catch(() => response.headersSent || refuse(response, 404));
  };
}

/** Bolt requires an object without checking (5.1.0). A form without `payload` counts as one. */
function holdsObject({ headers }: IncomingMessage, body: string): boolean {
  const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
  const json = isForm ? new URLSearchParams(body).get("payload") : body;
  if (json === null) return true;
  const payload = parseJson(json);
  return typeof payload === "object" && payload !== null && !Array.isArray(payload);
}

/**
 * A message shortcut's payload contains the text twice: up to 40,000 characters, each up to eight bytes when escaped.
 */
export const BODY_MAX_BYTES = 2_000_000;
/** Slack sends a body without a signature to check a certificate. */
const UNSIGNED_MAX_BYTES = 1_000;
