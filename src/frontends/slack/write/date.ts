import type { EpochMs } from "../../../core/clock.ts";
import type { Locale } from "../../../core/text/locale.ts";

/** Slack words the day and the hour in each reader's language, and leaves what joins them to us. */
const between: Readonly<Record<Locale, string>> = {
  en: " at ",
  de: " um ",
  es: " a las ",
  fr: " à ",
  ja: " ",
  "pt-BR": " às ",
};

/**
 * A time as Slack shows it in each reader's own zone: "today at 14:30". For "in 2 hours" Slack has no documented words. Source: docs.slack.dev, messaging/formatting-message-text#date-formatting (read 2026-11-21).
 */
export function slackDate(time: { readonly at: EpochMs; readonly locale?: Locale }): {
  readonly timestamp: number;
  readonly format: string;
} {
  return {
    timestamp: Math.floor(time.at / 1_000),
    format: `{date_short_pretty}${between[time.locale ?? "en"]}{time}`,
  };
}

/** For clients that cannot show a date of their own, and for notifications. */
export function utcWords(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
