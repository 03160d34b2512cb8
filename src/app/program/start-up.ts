import type { App } from "../../app.ts";
import type { Config, Environment } from "../../config.ts";

/** On a terminal a start is told in a few lines, and the log in its warnings, but where the operator says how to log. */
export function isCalm({ LOG_LEVEL: level, LOG_FORMAT: format }: Environment, isTerminal: boolean): boolean {
  return isTerminal && !level?.trim() && !format?.trim();
}

type Where = Pick<Config, "isSandbox" | "discord" | "slack">;

/** Said before anything is connected. */
export function connecting({ isSandbox, discord, slack }: Where): string {
  const names = [...(discord ? ["Discord"] : []), ...(slack ? ["Slack"] : [])];
  return indented([isSandbox ? "Starting Reelay on its sandbox …" : `Connecting Reelay to ${names.join(" and ")} …`]);
}

/** Said when everything is connected. */
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

/** Said when somebody stops it. */
export const stopping = indented(["Stopping. Work in progress is finished first, within 10 seconds."]);

/** A block of lines with room around it. */
function indented(lines: readonly string[]): string {
  return ["", ...lines.map((line) => `  ${line}`), "", ""].join("\n");
}
