import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";

const { number } = numbersIn("ja");

export const amounts: Words["amounts"] = {
  number,
  sentenceGap: "",
  credits: (credits) => `${number(credits)}クレジット`,
  videos: (videos) => `${number(videos)}本`,
  lessThanAMinute: "1分未満",
  aboutMinutes: (minutes) => `約${number(minutes)}分`,
  aboutHours: (hours) => `約${number(hours)}時間`,
};
