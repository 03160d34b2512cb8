import type { EpochMs } from "../../core/clock.ts";

/**
 * A time as Slack shows it in each reader's own zone. "Relative" becomes "today at 14:30": Slack has documented words for
 * that, and none for a time to come. Source: docs.slack.dev, messaging/formatting-message-text#date-formatting (read 2026-11-21).
 */
export function slackDate(time: { readonly at: EpochMs; readonly style: "relative" | "clock" }): {
  readonly timestamp: number;
  readonly format: string;
} {
  return {
    timestamp: Math.floor(time.at / 1_000),
    format: time.style === "relative" ? "{date_short_pretty} at {time}" : "{time}",
  };
}

/** For clients that cannot show a date of their own, and for notifications. */
export function utcWords(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
