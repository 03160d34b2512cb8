import type { ChatMessage, Field, Form } from "../../src/core/chat.ts";

// What managers are shown, as either platform writes it.

export const job = "0123456789abcdef0123";

/** A question in the approvals channel. */
export const question: ChatMessage = {
  tone: "waiting",
  title: "Approve this video?",
  quote: "a paper boat",
  body: [],
  bar: null,
  facts: [],
  video: null,
  buttons: [
    { label: "Approve 205 credits", id: `approve:${job}`, style: "primary" },
    { label: "Decline", id: `ask_decline:${job}`, style: "secondary" },
  ],
  job,
};

const noteField: Field = {
  kind: "text",
  id: "note",
  label: "A word with it",
  hint: null,
  value: "",
  isLong: false,
  isRequired: false,
  maxLength: 200,
};

/** No more than one channel. */
export const approvalsField = (...chosen: readonly string[]): Field => ({
  kind: "channels",
  id: "approvals",
  label: "Approvals channel",
  hint: null,
  chosen,
  most: 1,
});

export const formWith = (id: Form["id"], ...fields: readonly Field[]): Form => ({
  id,
  title: "Approvals",
  submit: "Save",
  note: null,
  fields,
});

/** The form in which that job is declined. */
export const declineForm: Form = { ...formWith("decline", noteField), declines: job };
