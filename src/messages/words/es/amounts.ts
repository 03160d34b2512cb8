import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";

const { count, number } = numbersIn("es");

export const amounts: Words["amounts"] = {
  number,
  sentenceGap: " ",
  credits: (credits) => count(credits, "crédito", "créditos"),
  videos: (videos) => count(videos, "video", "videos"),
  lessThanAMinute: "menos de un minuto",
  aboutMinutes: (minutes) => `cerca de ${count(minutes, "minuto", "minutos")}`,
  aboutHours: (hours) => `cerca de ${count(hours, "hora", "horas")}`,
};
