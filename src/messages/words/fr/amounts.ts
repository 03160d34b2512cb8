import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";

const { count, number } = numbersIn("fr");

export const amounts: Words["amounts"] = {
  number,
  sentenceGap: " ",
  credits: (credits) => count(credits, "crédit", "crédits"),
  videos: (videos) => count(videos, "vidéo", "vidéos"),
  lessThanAMinute: "moins d’une minute",
  aboutMinutes: (minutes) => `environ ${count(minutes, "minute", "minutes")}`,
  aboutHours: (hours) => `environ ${count(hours, "heure", "heures")}`,
};
