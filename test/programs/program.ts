/** The parsed arguments of a program: its options, a request for help, or an error message. */
export type Started<T> =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly sentence: string }
  | { readonly kind: "go"; readonly options: T };

/**
 * `understand` returns the options, or returns or throws an error message. `parseArgs` throws for an unknown option.
 */
export function readArguments<const T extends object>(
  words: readonly string[],
  understand: (words: readonly string[]) => T | string,
): Started<T> {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help" };
  try {
    const options = understand(words);
    return typeof options === "string" ? { kind: "wrong", sentence: options } : { kind: "go", options };
  } catch (error) {
    return { kind: "wrong", sentence: error instanceof Error ? error.message : String(error) };
  }
}

export function nothing(words: readonly string[]): object | string {
  return words.length === 0 ? {} : `This takes no arguments, but was given ${words.join(" ")}.`;
}

/**
 * Returns the options of the running program. `--help` prints `usage` and exits; a wrong argument exits with code 1.
 */
export function optionsOr<const T extends object>(
  usage: string,
  understand: (words: readonly string[]) => T | string,
): T {
  const started = readArguments(process.argv.slice(2), understand);
  if (started.kind === "go") return started.options;
  if (started.kind === "help") process.stdout.write(`${usage}\n`);
  else process.stderr.write(`${started.sentence}\n\n${usage}\n`);
  process.exit(started.kind === "help" ? 0 : 1);
}
