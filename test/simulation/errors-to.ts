import type { Log } from "../../src/core/ports.ts";

/** A step may fail because the store did; any other reason is a bug. */
export function errorsTo(tell: { broken(claim: string): void }): Log {
  const quiet = () => {};
  return {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error(event, fields = {}) {
      const why = String(fields.error);
      if (event === "step failed" && !/^(write|read) /.test(why)) tell.broken(`a step threw: ${why}`);
    },
  };
}
