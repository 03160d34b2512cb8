import type { Act } from "../../../core/command.ts";

/** It is not as Discord describes it; the text names the place, never a value. */
export interface Broken {
  readonly broken: string;
}

/** Longest piece of a foreign name that goes into a log. */
const NAMED = 60;

/** Something of ours that this version does not have. */
export function unknown(what: string): Act {
  return { kind: "unknown", what: what.trim().slice(0, NAMED) };
}
