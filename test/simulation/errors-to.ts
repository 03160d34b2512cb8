import type { Log } from "../../src/core/ports.ts";

/** A platform that takes no message any more; what a store that failed was told of before. */
const NO_BUGS = new Set(["no way to the person", "audit not kept"]);

/** What is asked for or done may fail because the store did; any other reason is a bug. */
export function errorsTo(tell: { broken(claim: string): void }): Log {
  const quiet = () => {};
  return {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error(event, fields = {}) {
      if (NO_BUGS.has(event)) return;
      const why = String(fields.error ?? fields.reason);
      if (!/(write|read) failed/.test(why)) tell.broken(`${event}: ${why}`);
    },
  };
}
