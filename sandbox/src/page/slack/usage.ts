export interface Flag {
  /** With its dashes. */
  readonly name: string;
  /** Empty where anything may follow. */
  readonly values: readonly string[];
}

/** What may stand behind a command. */
export interface Usage {
  readonly flags: readonly Flag[];
  readonly words: readonly string[];
}

/**
 * Reads a command's usage hint as the manifest has it: "words --ratio 16:9|9:16 --image URL", or "set | status".
 * A word in capitals stands for something that a person thinks of.
 */
export function readUsage(hint: string): Usage {
  const flags = [...hint.matchAll(/(?<!\S)(--[a-z][\w-]*)(?:[ =]([^\s-]\S*))?/g)].map(([, name = "", values = ""]) => ({
    name,
    values: values.split("|").filter((value) => value !== "" && !isPlaceholder(value)),
  }));
  const ways = hint.split("|").map((way) => /^\s*([a-z][\w-]*)(?:\s+[A-Z]+)?\s*$/.exec(way)?.[1]);
  return { flags, words: flags.length === 0 ? ways.filter((way) => way !== undefined) : [] };
}

const isPlaceholder = (value: string) => /^[A-Z]+$/.test(value);
