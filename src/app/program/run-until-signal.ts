import type { App } from "../../app.ts";
import type { Config, Environment } from "../../config.ts";
import { errorCode } from "../../core/error-code.ts";
import type { Log } from "../../core/ports.ts";

/** The program ends itself after this, before the platform's supervisor kills it. */
const EXIT_WITHIN_MS = 9_500;

/**
 * Runs until SIGTERM or SIGINT or, where npm started it, until npm has ended. Then stops in order and ends the process
 * with exit code 0 within 10 s, or at once on a second signal.
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

/** Resolves with the signal that ends the program; the end of its parent counts as SIGTERM. */
export function stopSignal(isUnderNpm: boolean): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => resolve(name));
    // A process that started this one with a channel ends it by closing that, on Windows as well.
    if (process.connected) process.once("disconnect", () => resolve("SIGTERM"));
    if (isUnderNpm) watchParent(() => resolve("SIGTERM"));
  });
}

/**
 * Returns true where a terminal shows a few lines at the start and only warnings of the log, unless the operator has set
 * how to log.
 */
export function isCalm({ LOG_LEVEL: level, LOG_FORMAT: format }: Environment, isTerminal: boolean): boolean {
  return isTerminal && !level?.trim() && !format?.trim();
}

type Where = Pick<Config, "isSandbox" | "discord" | "slack">;

export function connecting({ isSandbox, discord, slack }: Where): string {
  const names = [...(discord ? ["Discord"] : []), ...(slack ? ["Slack"] : [])];
  return indented([isSandbox ? "Starting Reelay on its sandbox …" : `Connecting Reelay to ${names.join(" and ")} …`]);
}

export function running({ platforms, origin }: Pick<App, "platforms" | "origin">, { isSandbox }: Where): string {
  if (isSandbox)
    return indented([
      "Reelay is running on its sandbox: no account, no money, nothing leaves this machine.",
      `Open ${origin} and type /video.`,
      "Stop it with Ctrl+C.",
    ]);
  return indented([
    `Reelay is running, and connected to ${platforms.join(" and ")}.`,
    `Status: ${origin}/readyz, metrics: ${origin}/metrics.`,
    "Stop it with Ctrl+C.",
  ]);
}

export function stopping({ isSandbox }: Where): string {
  const videos = isSandbox
    ? "The sandbox ends with its videos."
    : "Videos in progress go on at the video service. The next start picks them up.";
  return indented(["Stopping, within 10 seconds.", videos]);
}

function indented(lines: readonly string[]): string {
  return ["", ...lines.map((line) => `  ${line}`), "", ""].join("\n");
}

const LOOK_EVERY_MS = 1_000;

/** Shows whether the process that started this one is still there. */
export interface Family {
  /** Returns the present parent: on Windows always the first one, on other systems a new one once the first has ended. */
  parentId(): number;
  isThere(id: number): boolean;
}

const machineFamily: Family = {
  parentId: () => process.ppid,
  isThere(id) {
    try {
      // Signal 0 is not sent: it asks whether it could be.
      process.kill(id, 0);
      return true;
    } catch (error) {
      return errorCode(error) === "EPERM";
    }
  },
};

/**
 * Calls `gone` once, when the process that started this one has ended. Between npm and a program is a shell that passes no
 * signal on: npm's SIGTERM ends that shell, and the program would run on alone.
 */
export function watchParent(gone: () => void, family: Family = machineFamily): void {
  const first = family.parentId();
  const timer = setInterval(() => {
    if (family.parentId() === first && family.isThere(first)) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
