import type { Entry } from "../../../sandbox/src/journal.ts";
import type { Form } from "../../../src/core/chat.ts";
import { type SlackWorld, wordsIn } from "./slack-world.ts";

export const ada = "U00000ADA1";

export const keyForm: Form = {
  id: "key",
  title: "Your API key",
  submit: "Save",
  note: null,
  fields: [
    {
      kind: "text",
      id: "key",
      label: "API key",
      hint: null,
      value: "",
      isLong: false,
      isRequired: true,
      maxLength: 500,
    },
  ],
};

export const saying = (text: string) => (entry: Entry) =>
  (entry.kind === "message" || entry.kind === "edited" || entry.kind === "form_updated") &&
  wordsIn(entry.payload).includes(text);
export const answered = (entry: Entry) => entry.kind === "answered";

/** The form that Ada has before her, once it is there. */
export async function openForm({ slack, journal }: SlackWorld): Promise<string> {
  await journal.find(({ kind }) => kind === "form");
  return slack.openForms("ada").at(-1)?.viewId ?? "";
}

/** The message with the button, once it is there. */
export async function seen({ journal }: SlackWorld, text: string): Promise<string> {
  return (await journal.find(saying(text))).messageId ?? "";
}
