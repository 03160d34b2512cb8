import type { Field, Form } from "../../src/core/chat.ts";

const key = { kind: "text", id: "key", label: "API key", hint: null, value: "", isLong: false } as const;

export const keyForm: Form = {
  ...{ id: "key", title: "Your API key", submit: "Save", note: null },
  fields: [{ ...key, isRequired: true, maxLength: 500 }],
};

/** A menu for at most one channel. */
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
