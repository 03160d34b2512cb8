import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";

const { count, number } = numbersIn("de");

export const amounts: Words["amounts"] = {
  number,
  sentenceGap: " ",
  credits: (credits) => count(credits, "Credit", "Credits"),
  videos: (videos) => count(videos, "Video", "Videos"),
  lessThanAMinute: "weniger als 1 Minute",
  aboutMinutes: (minutes) => `etwa ${count(minutes, "Minute", "Minuten")}`,
  aboutHours: (hours) => `etwa ${count(hours, "Stunde", "Stunden")}`,
};
