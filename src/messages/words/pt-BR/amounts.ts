import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";

const { count, number } = numbersIn("pt-BR");

export const amounts: Words["amounts"] = {
  number,
  sentenceGap: " ",
  credits: (credits) => count(credits, "crédito", "créditos"),
  videos: (videos) => count(videos, "vídeo", "vídeos"),
  lessThanAMinute: "menos de um minuto",
  aboutMinutes: (minutes) => `cerca de ${count(minutes, "minuto", "minutos")}`,
  aboutHours: (hours) => `cerca de ${count(hours, "hora", "horas")}`,
};
