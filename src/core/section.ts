import type { Sentence } from "./sentence.ts";

/** A part of a message under a heading of its own; the table, whose first row is its head, stands above the sentences. */
export interface Section {
  readonly title: string;
  readonly table?: readonly (readonly string[])[];
  readonly body: readonly Sentence[];
}
