import { numbersIn } from "../../numbers.ts";

const { count, number } = numbersIn("en");

export const amounts = {
  number,
  /** Stands between two sentences in one line. */
  sentenceGap: " ",
  credits: (credits: number) => count(credits, "credit", "credits"),
  videos: (videos: number) => count(videos, "video", "videos"),
  lessThanAMinute: "less than a minute",
  aboutMinutes: (minutes: number) => `about ${count(minutes, "minute", "minutes")}`,
  aboutHours: (hours: number) => `about ${count(hours, "hour", "hours")}`,
};
