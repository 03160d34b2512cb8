import type { EpochMs } from "../../core/clock.ts";

/**
 * A time as Slack shows it in each reader's own zone: "today at 14:30". For "in 2 hours" Slack has no documented words. Source: docs.slack.dev, messaging/formatting-message-text#date-formatting (read 2026-11-21).
 */
export function slackDate(time: { readonly at: EpochMs }): {
  readonly timestamp: number;
  readonly format: string;
} {
  return {
    timestamp: Math.floor(time.at / 1_000),
    format: "{date_short_pretty} at {time}",
  };
}

/** For clients that cannot show a date of their own, and for notifications. */
export function utcWords(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
