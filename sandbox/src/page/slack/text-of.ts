import { record, text } from "../core/json.ts";
import { readPlain } from "./mrkdwn.ts";

/** The letters of a text object, for a label. */
export function textOf(object: unknown): string {
  return readPlain(text(record(object).text))
    .map((word) => (word.kind === "text" ? word.text : ""))
    .join("");
}
