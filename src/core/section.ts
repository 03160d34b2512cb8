import type { Sentence } from "./sentence.ts";

/** Progress; the words say everything the bar shows. */
export interface Bar {
  /** null: it is not known. */
  readonly percent: number | null;
  readonly words: string;
}

/** A part of a message under a heading of its own; the table, whose first row is its head, stands above the sentences. */
export interface Section {
  readonly title: string;
  /** Somebody's own words, set apart. */
  readonly quote?: string;
  readonly table?: readonly (readonly string[])[];
  readonly body: readonly Sentence[];
  readonly bar?: Bar;
  /** One of several alike: it stands close to the one before, under a bold line. */
  readonly isItem?: boolean;
}
