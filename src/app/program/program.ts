import type { Result } from "../../core/result.ts";

/** What a program was started with: `--help` or `-h` asks for its usage, and what it does not understand is a sentence. */
export type Started<T> =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly sentence: string }
  | { readonly kind: "go"; readonly options: T };

/** Reads a program's arguments; `understand` returns its options, or the sentence that says what is wrong with them. */
export function readArguments<const T extends object>(
  words: readonly string[],
  understand: (words: readonly string[]) => T | string,
): Started<T> {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help" };
  const options = understand(words);
  return typeof options === "string" ? { kind: "wrong", sentence: options } : { kind: "go", options };
}

/** Returns what `read` finds in the arguments; what it throws (as `parseArgs` does at an unknown option) is the sentence. */
export function orSentence<T extends object>(read: () => T | string): T | string {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** For a program that takes no arguments. */
export function nothing(words: readonly string[]): object | string {
  return words.length === 0 ? {} : `This takes no arguments, but was given ${words.join(" ")}.`;
}

/** The options of the program that runs; `--help` prints `usage` and ends it, a wrong argument ends it with exit code 1. */
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

/** Prints what a program has done, or why it refused; a refusal makes the exit code 1. */
export function finish(done: Result<string, string>): void {
  if (done.ok) process.stdout.write(`${done.value.replace(/(?<!\n)\n*$/, "\n")}`);
  else {
    process.stderr.write(`${done.refusal}\n`);
    process.exitCode = 1;
  }
}
