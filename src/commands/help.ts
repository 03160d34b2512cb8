import type { Answer } from "../core/command.ts";
import { helpMessage } from "../messages/help.ts";
import type { Visit } from "./command-deps.ts";

/** First steps, prices, commands and health. */
export function help({ deps, command }: Visit): Answer {
  const { prefix, retentionDays } = deps;
  const { platform } = command.owner;
  return { kind: "private", message: helpMessage({ prefix, platform, retentionDays, troubles: deps.health() }) };
}
