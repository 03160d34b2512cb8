import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock, EpochMs } from "./clock.ts";
import type { Log } from "./text/log-fields.ts";

/** Total size of the bodies being read or answered. */
const TOGETHER = 32_000_000;
/** The platforms wait 3 s for a response. */
const BODY_MS = 2_500;

/** The body, the status of a refusal (408, 413, 503), or null if the sender is gone. */
type Read = Buffer | number | null;

const FIRST_BYTES = 4_096;

/**
 * At the memory limit, the oldest unfinished body is refused, never the newest: a sender who fills the memory with
 * unfinished bodies blocks nobody.
 */
function bodyReader(clock: Clock): (request: IncomingMessage, response: ServerResponse, most: number) => Promise<Read> {
  const unfinished = new Set<() => void>();
  let heldBytes = 0;

  return (request, response, most) =>
    new Promise((resolve) => {
      // One buffer instead of a list of chunks: a one-byte chunk would take a hundred bytes.
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

/**
 * Both platforms sign a request together with its time. Source: their documentation (read 2026-11-21 and 2026-11-26).
 */
const WINDOW_MS = 300_000;

export function isRecent(seconds: string, now: EpochMs): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - 1_000 * Number(seconds)) <= WINDOW_MS;
}

const LOG_EVERY_MS = 60_000;

/** For unauthenticated requests. `event` names the refusals in the log. */
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
    response.writeHead(status, { connection: "close" }).end();
  }

  return {
    refuse,
    /** Null: the request was refused or its sender is gone. */
    async read(request: IncomingMessage, response: ServerResponse, most: number): Promise<Buffer | null> {
      const body = await readBody(request, response, most);
      if (typeof body !== "number") return body;
      refuse(response, body);
      return null;
    },
  };
}
