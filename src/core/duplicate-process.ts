import type { Clock, EpochMs } from "./clock.ts";
import type { Log } from "./text/log-fields.ts";

/** If nothing has shown the duplicate for this long, it counts as gone. Our choice. */
export const DUPLICATE_FOR_MS = 3_600_000;

/** Starts the sentence about a duplicate in the log, at `/readyz` and in the doctor's report. */
export const DUPLICATE_PROCESS = "another process uses the same";

/** A process with our credentials but without our jobs, such as the old bot after a move to another machine. */
export interface DuplicateProcess {
  seen(): void;
  gone(): void;
  isThere(): boolean;
  line(): string | null;
}

/** `uses`: the credentials, such as "Discord token". `cure`: what to do, without a period at the end. */
export function watchDuplicates(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { uses, cure }: { readonly uses: string; readonly cure: string },
): DuplicateProcess {
  let seenAt: EpochMs | null = null;
  const isThere = () => seenAt !== null && clock.now() < seenAt + DUPLICATE_FOR_MS;
  return {
    seen() {
      if (!isThere()) log.error(`${DUPLICATE_PROCESS} ${uses}: ${cure}`);
      seenAt = clock.now();
    },
    gone() {
      seenAt = null;
    },
    isThere,
    line: () =>
      seenAt !== null && isThere()
        ? `${DUPLICATE_PROCESS} ${uses}, last seen at ${new Date(seenAt).toISOString()}: ${cure}`
        : null,
  };
}
