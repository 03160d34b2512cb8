import type { Localisable } from "./command-spec.ts";

/** A command that people use on a message instead of typing it. */
export interface MessageCommandSpec extends Localisable {
  /** As people read it. */
  readonly name: string;
  /** Where a platform wants one word for it. */
  readonly id: "animate_this";
  readonly means: "animate";
  readonly description: string;
}

/** Every command that is used on a message; the configured prefix is not part of their names. */
export const messageCommandSpecs: readonly MessageCommandSpec[] = [
  {
    name: "Animate this",
    id: "animate_this",
    means: "animate",
    description: "Bring a picture in this message to life",
  },
];
