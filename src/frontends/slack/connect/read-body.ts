import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../../core/clock.ts";

/** What bodies may cost before anybody knows whose they are. */
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

/** What a body begins with; a longer one takes twice as much each time. */
const FIRST_BYTES = 4_096;

/**
 * Bodies have one room together. Where it is full, the oldest body that has not come to its end is refused, never the one
 * that came last: who fills the room with bodies that they do not finish keeps nobody out.
 */
export function bodyReader({ clock, limits }: { readonly clock: Clock; readonly limits: BodyLimits }): ReadBody {
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
