import { inspect } from "node:util";

/** Text that prints as `[secret]` wherever it lands: a log, an error, JSON. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself; called where it is sealed and where it is sent, nowhere else. */
  reveal(): string {
    return this.#text;
  }

  /** How a person recognises it: its last four characters. Shorter than 12: none, they would give too much away. */
  lastFour(): string {
    return this.#text.length >= 12 ? this.#text.slice(-4) : "";
  }

  /** Without the white space around it. */
  trimmed(): Secret {
    return new Secret(this.#text.trim());
  }

  fits(shape: RegExp): boolean {
    return shape.test(this.#text);
  }

  /** Whether the text says it somewhere. A key shorter than 12 characters could be a word like any other, and does not count. */
  isIn(text: string): boolean {
    return this.#text.length >= 12 && text.includes(this.#text);
  }

  equals(other: Secret): boolean {
    return this.#text === other.#text;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}
