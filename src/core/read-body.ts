import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock, EpochMs } from "./clock.ts";
import type { Log } from "./ports.ts";

/** All bodies together that are being read or answered, in bytes. */
const TOGETHER = 32_000_000;
/** The time for a body to arrive. The platforms themselves wait 3 s for the answer. */
const BODY_MS = 2_500;

/** The whole body, or the status of a refusal (408, 413, 503), or null where the sender has gone. */
type Read = Buffer | number | null;

/** A body begins with this much memory; a longer one takes twice as much each time. */
const FIRST_BYTES = 4_096;

/**
 * Reads bodies within one common amount of memory. When it is full, the oldest unfinished body is refused, never the
 * newest one: a sender who fills it with unfinished bodies keeps nobody out.
 */
function bodyReader(clock: Clock): (request: IncomingMessage, response: ServerResponse, most: number) => Promise<Read> {
  /** Refuses each unfinished body; in the order of their requests. */
  const unfinished = new Set<() => void>();
  let heldBytes = 0;

  return (request, response, most) =>
    new Promise((resolve) => {
      // One buffer and no list of parts, because a part of one byte would take a hundred.
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
          if (heldBytes <= TOGETHER) return;
          oldest();
        }
      };

      unfinished.add(refuse);
      const cancel = clock.after(BODY_MS, () => settle(408));
      request.on("data", take).on("end", end).on("error", leave);
      response.once("close", () => {
        leave();
        hold(Buffer.alloc(0));
      });
    });
}

/** Both platforms sign a request together with its time. Source: their documentation (read 2026-11-21 and 2026-11-26). */
const WINDOW_MS = 300_000;

/** Returns whether a request's time, in seconds as its header spells them, is within five minutes of now. */
export function isRecent(seconds: string, now: EpochMs): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - 1_000 * Number(seconds)) <= WINDOW_MS;
}

/** Refusals are logged this often at most, so that a sender of nonsense does not fill the log. */
const LOG_EVERY_MS = 60_000;

/** Reads the bodies of requests that nobody has proved yet, and refuses requests; `event` is the name of refusals in the log. */
export function requestReader({ clock, log, event }: { clock: Clock; log: Log; event: string }) {
  const readBody = bodyReader(clock);
  let count = 0;
  let nextAt = 0;

  function refuse(response: ServerResponse, status: number): void {
    count += 1;
    if (clock.now() >= nextAt) {
      log.warn(event, { count, status });
      count = 0;
      nextAt = clock.now() + LOG_EVERY_MS;
    }
    // The rest of the request is not waited for.
    response.writeHead(status, { connection: "close" }).end();
  }

  return {
    refuse,
    /** Returns the body, `most` bytes at most; null where the request was refused or its sender has gone. */
    async read(request: IncomingMessage, response: ServerResponse, most: number): Promise<Buffer | null> {
      const body = await readBody(request, response, most);
      if (typeof body !== "number") return body;
      refuse(response, body);
      return null;
    },
  };
}
