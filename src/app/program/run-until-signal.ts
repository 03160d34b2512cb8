import type { App } from "../../app.ts";
import type { Log } from "../../core/ports.ts";
import { watchParent } from "./parent.ts";

/** The platform's supervisor kills after this; better to go by ourselves. */
const EXIT_WITHIN_MS = 9_500;

/**
 * Runs until SIGTERM or SIGINT, or, where npm started it, until npm has ended; then stops in order and ends the process:
 * 0 within 10 s, at once on a second signal.
 */
export async function runUntilSignal(
  app: Pick<App, "stop">,
  { log, isUnderNpm, stopping }: { readonly log: Log; readonly isUnderNpm: boolean; stopping?(): void },
): Promise<void> {
  const signal = await stopSignal(isUnderNpm);
  stopping?.();
  log.info("stopping", { signal });
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => process.exit(0));
  setTimeout(() => process.exit(0), EXIT_WITHIN_MS).unref();
  await app.stop();
  log.info("stopped");
  process.exit(0);
}

/** The signal that ends the program; a parent that is gone counts as its SIGTERM. */
export function stopSignal(isUnderNpm: boolean): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => resolve(name));
    // A process that started this one with a channel ends it by closing that, on Windows as well.
    if (process.connected) process.once("disconnect", () => resolve("SIGTERM"));
    if (isUnderNpm) watchParent(() => resolve("SIGTERM"));
  });
}
