import type { Field, Form } from "../../src/core/chat.ts";

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
