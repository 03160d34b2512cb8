import type { EpochMs } from "../../../core/clock.ts";

/**
 * A time as Slack shows it in each reader's own zone: "today at 14:30". Slack words the day and the hour in each reader's
 * language, and leaves what joins them to us. For "in 2 hours" it has no documented words.
 * Source: docs.slack.dev, messaging/formatting-message-text#date-formatting (read 2026-11-21).
 */
export function slackDate({ at, between = " " }: { readonly at: EpochMs; readonly between?: string }): {
  readonly timestamp: number;
  readonly format: string;
} {
  return {
    timestamp: Math.floor(at / 1_000),
    format: `{date_short_pretty}${between}{time}`,
  };
}

/** For clients that cannot show a date of their own, and for notifications. */
export function utcWords(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
