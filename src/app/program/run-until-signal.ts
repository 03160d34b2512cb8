import type { App } from "../../app.ts";
import type { Config, Environment } from "../../config.ts";
import { errorCode } from "../../core/error-code.ts";
import type { Log } from "../../core/text/log-fields.ts";

/** Shorter than the time after which a supervisor kills the program. */
const EXIT_WITHIN_MS = 9_500;

/** If started by npm, runs until npm has ended. A second signal ends the program at once. */
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

export function stopSignal(isUnderNpm: boolean): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => resolve(name));
    // A parent with a channel stops this process by closing it, also on Windows.
    if (process.connected) process.once("disconnect", () => resolve("SIGTERM"));
    if (isUnderNpm) watchParent(() => resolve("SIGTERM"));
  });
}

/** On a terminal, shows only a few lines and warnings unless the operator has configured the log. */
export function isCalm({ LOG_LEVEL: level, LOG_FORMAT: format }: Environment, isTerminal: boolean): boolean {
  return isTerminal && !level?.trim() && !format?.trim();
}

type Where = Pick<Config, "isSandbox" | "discord" | "slack">;

export function connecting({ isSandbox, discord, slack }: Where): string {
  const names = [...(discord ? ["Discord"] : []), ...(slack ? ["Slack"] : [])];
  return indented([isSandbox ? "Starting Reelay on its sandbox …" : `Connecting Reelay to ${names.join(" and ")} …`]);
}

/** Null if Reelay listens on PORT. Otherwise a proxy or a monitor would call the wrong port. */
export function otherPortWarning(
  { origin }: Pick<App, "origin">,
  { ports: [port, ...others] }: Pick<Config, "ports">,
): string | null {
  if (others.length === 0 || new URL(origin).port === String(port)) return null;
  return `port ${port} is used by another program, so Reelay uses the next free one. Set PORT to choose a port`;
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
    ? "The sandbox and its videos end too."
    : "Videos in progress continue at the video service. The next start picks them up.";
  return indented(["Stopping, within 10 seconds.", videos]);
}

function indented(lines: readonly string[]): string {
  return ["", ...lines.map((line) => `  ${line}`), "", ""].join("\n");
}

const CHECK_EVERY_MS = 1_000;

export interface Family {
  /** On Windows it never changes. Elsewhere, a parent that has ended is replaced by a new one. */
  parentId(): number;
  isThere(id: number): boolean;
}

const machineFamily: Family = {
  parentId: () => process.ppid,
  isThere(id) {
    try {
      // Signal 0 only asks whether a signal could be sent.
      process.kill(id, 0);
      return true;
    } catch (error) {
      return errorCode(error) === "EPERM";
    }
  },
};

/** npm's SIGTERM ends only the shell between npm and the program, which would keep running. */
export function watchParent(gone: () => void, family: Family = machineFamily): void {
  const first = family.parentId();
  const timer = setInterval(() => {
    if (family.parentId() === first && family.isThere(first)) return;
    clearInterval(timer);
    gone();
  }, CHECK_EVERY_MS);
  timer.unref();
}
