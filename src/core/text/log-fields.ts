/** Other fields do not compile; those added by a spread are dropped. */
export const LOG_FIELDS = [
  "job",
  "taskId",
  "eventId",
  "platform",
  "platforms",
  "workspace",
  "by",
  "applicationId",
  "shard",
  "remaining",
  "until",
  "pauseMs",
  "waitMs",
  "afterMs",
  "retryAfterMs",
  "failures",
  "count",
  "price",
  "charged",
  "act",
  "answer",
  "fate",
  "taken",
  "outcome",
  "status",
  "refusal",
  "kind",
  "code",
  "detail",
  "why",
  "what",
  "parts",
  "reason",
  "error",
  "name",
  "text",
  "signal",
  "ignored",
  "unclear",
  "isThere",
  "isShown",
  "at",
] as const;

export type LogField = (typeof LOG_FIELDS)[number];

export type LogValue = string | number | boolean | null | undefined;

export type LogFields = { readonly [Name in LogField]?: LogValue };

/** Returns only the error's name and place, because its message may quote a payload. */
export function errorForLog(error: unknown): { readonly error: string; readonly at: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: "" };
  return {
    error: error.name,
    at:
      error.stack
        ?.split("\n")
        .find((line) => line.includes(" at "))
        ?.trim() ?? "",
  };
}

/** Fields must not contain secrets, or text from people or the service. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
