import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isValidSlackRequest } from "@slack/bolt";
import { z } from "zod";
import type { Clock } from "../../../core/clock.ts";
import type { Log } from "../../../core/ports.ts";

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

  /** Returns the signature in the headers; null if Slack writes no such headers, or did not write them just now. */
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

/** Bodies may cost so much before anybody knows whose they are. */
export const bodyLimits = {
  /**
   * The longest body, in bytes: a message that a shortcut is used on has 40,000 characters, once as text and once in
   * blocks, and eight bytes each when they are escaped twice.
   */
  bytes: 2_000_000,
  /** Of a body without a signature: Slack looks at a certificate in this way. */
  unsignedBytes: 1_000,
  /** Of all bodies together that are read or answered at this moment. */
  together: 32_000_000,
  /** For a body to come to its end, in milliseconds. Slack itself waits 3 s for the answer to it. */
  bodyMs: 2_500,
} as const;

export type BodyLimits = { readonly [Name in keyof typeof bodyLimits]: number };

/** The whole body; or the status of a refusal: 408, 413, 503; null: its sender has gone. */
type Read = Buffer | number | null;

/** Reads the body of one request, `most` bytes of it. */
export type ReadBody = (request: IncomingMessage, response: ServerResponse, most: number) => Promise<Read>;

/** A body begins with so much memory; a longer one takes twice as much each time. */
const FIRST_BYTES = 4_096;

/**
 * Bodies have one room together. Where it is full, the oldest body that has not come to its end is refused, never the one
 * that came last: who fills the room with bodies that they do not finish keeps nobody out.
 */
function bodyReader({ clock, limits }: { readonly clock: Clock; readonly limits: BodyLimits }): ReadBody {
  /** How each body that has not come to its end is refused, in the order of their requests. */
  const unfinished = new Set<() => void>();
  let heldBytes = 0;

  return (request, response, most) =>
    new Promise((resolve) => {
      // Not a list of parts: a part of one byte would take a hundred.
      let held: Buffer = Buffer.alloc(0);
      let sizeBytes = 0;

      const hold = (longer: Buffer) => {
        heldBytes += longer.length - held.length;
        held = longer;
      };
      const settle = (read: Read) => {
        if (!unfinished.delete(refuse)) return;
        cancel();
        request.off("data", take).off("end", end).off("error", leave);
        if (!Buffer.isBuffer(read)) hold(Buffer.alloc(0));
        resolve(read);
      };
      const refuse = () => settle(503);
      const end = () => settle(held.subarray(0, sizeBytes));
      const leave = () => settle(null);
      const take = (part: Buffer) => {
        const neededBytes = sizeBytes + part.length;
        if (neededBytes > most) return settle(413);
        if (neededBytes > held.length) {
          const longer = Buffer.alloc(Math.min(most, Math.max(FIRST_BYTES, 2 * held.length, neededBytes)));
          held.copy(longer, 0, 0, sizeBytes);
          hold(longer);
        }
        part.copy(held, sizeBytes);
        sizeBytes = neededBytes;
        for (const oldest of unfinished) {
          if (heldBytes <= limits.together) return;
          oldest();
        }
      };

      unfinished.add(refuse);
      const cancel = clock.after(limits.bodyMs, () => settle(408));
      request.on("data", take).on("end", end).on("error", leave);
      response.once("close", () => {
        leave();
        hold(Buffer.alloc(0));
      });
    });
}

/** Slack sends these to an app such as this one. Source: docs.slack.dev, interactivity and apis/events-api (read 2026-11-22). */
const interaction = z.looseObject({ type: z.enum(["block_actions", "view_submission", "shortcut", "message_action"]) });

const told = z.union([
  z.looseObject({ type: z.literal("url_verification"), challenge: z.string() }),
  z.looseObject({
    type: z.literal("event_callback"),
    event: z.looseObject({
      type: z.string(),
      channel: z.union([z.string(), z.looseObject({})]).optional(),
      item: z.looseObject({}).optional(),
    }),
  }),
]);

/** Source: docs.slack.dev, reference/events/app_rate_limited (read 2026-11-22). */
const rateLimited = z.looseObject({
  type: z.literal("app_rate_limited"),
  team_id: z.string().regex(/^[A-Z0-9]{1,32}$/),
  minute_rate_limited: z.int().min(0),
});

/** Slack sends people's acts in this form, and its events as JSON. */
const FORM = "application/x-www-form-urlencoded";

/** Slack's word that it sends a workspace's events no more for that minute, which the library does not know; null: it is none. */
function rateLimitNotice(
  contentType: string | undefined,
  body: string,
): { readonly workspace: string; readonly at: number } | null {
  if (contentType === FORM) return null;
  const { data } = rateLimited.safeParse(json(body));
  return data ? { workspace: data.team_id, at: data.minute_rate_limited * 1_000 } : null;
}

/**
 * Whether the library answers a body of that content type: what it does not know it leaves without an answer. A field that
 * stands twice is none of Slack's.
 */
function isKnownRequest(contentType: string | undefined, body: string): boolean {
  if (contentType !== FORM) return told.safeParse(json(body)).success;
  const fields = new URLSearchParams(body);
  if (new Set(fields.keys()).size < fields.size) return false;
  const payload = fields.get("payload");
  if (payload !== null) return interaction.safeParse(json(payload)).success;
  return Boolean(fields.get("command")) || fields.get("ssl_check") === "1";
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
