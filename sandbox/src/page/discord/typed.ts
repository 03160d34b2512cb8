import type { Choice, Option, Usable } from "./commands.ts";

/** What was typed for each option, by its name. */
export type Typed = Readonly<Record<string, string>>;

export type Line =
  | { readonly kind: "message" }
  | { readonly kind: "unknown" }
  | { readonly kind: "command"; readonly usable: Usable; readonly typed: Typed };

/** Reads "/video a paper boat ratio:9:16" as a command with its options. */
export function readLine(line: string, usables: readonly Usable[]): Line {
  if (!line.startsWith("/")) return { kind: "message" };
  const rest = line.slice(1);
  const usable = usables.find(({ path }) => rest.trimEnd() === path || rest.startsWith(`${path} `));
  if (!usable) return { kind: "unknown" };
  return { kind: "command", usable, typed: readOptions(rest.slice(usable.path.length), usable.options) };
}

/** Takes "a boat ratio:9:16" apart; words without a name belong to `first`, by default the first option that takes text. */
export function readOptions(
  words: string,
  options: readonly Option[],
  first = options.find(({ kind, choices }) => kind === "text" && choices.length === 0)?.name,
): Typed {
  const named = options.filter(({ kind }) => kind !== "file");
  const marks = [...words.matchAll(/(?<=^|\s)([\w-]+):/g)].filter(([, name]) => named.some((one) => one.name === name));
  const typed: Record<string, string> = {};
  const loose = [words.slice(0, marks[0]?.index ?? words.length)];
  for (const [index, mark] of marks.entries()) {
    const name = mark[1] ?? "";
    const said = words.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? words.length).trim();
    const [value, rest] = parted(said, named.find((one) => one.name === name)?.choices ?? []);
    typed[name] = value;
    loose.push(rest);
  }
  const unnamed = loose.map((part) => part.trim()).filter(Boolean);
  if (first === undefined || unnamed.length === 0) return typed;
  return { ...typed, [first]: [...unnamed, typed[first] ?? ""].filter(Boolean).join(" ") };
}

/** The choice that the words begin with, and what comes after it. */
function parted(said: string, choices: readonly Choice[]): readonly [value: string, rest: string] {
  const lower = said.toLowerCase();
  const begun = choices
    .flatMap(({ name, value }) => [name, value])
    .filter((each) => lower === each.toLowerCase() || lower.startsWith(`${each.toLowerCase()} `))
    .toSorted((one, other) => other.length - one.length)[0];
  return begun === undefined ? [said, ""] : [said.slice(0, begun.length), said.slice(begun.length)];
}

/** The line that reads as this again. */
export function writeLine({ path }: Usable, typed: Typed): string {
  const parts = Object.entries(typed).filter(([, value]) => value !== "");
  return [`/${path}`, ...parts.map(([name, value]) => `${name}:${value}`)].join(" ");
}

export type Filled =
  | { readonly ok: true; readonly value: string | number | undefined }
  | { readonly ok: false; readonly why: string };

/** What is sent for the option; `ok` with nothing where it is left out. */
export function fill(option: Option, typed: string): Filled {
  const said = typed.trim();
  if (said === "")
    return option.isRequired ? { ok: false, why: "This option is required." } : { ok: true, value: undefined };
  const value = option.choices.length > 0 ? chosenBy(said, option.choices)?.value : said;
  if (value === undefined) return { ok: false, why: "Choose one of the list." };
  if (option.kind !== "number") return { ok: true, value };
  return Number.isFinite(Number(value))
    ? { ok: true, value: Number(value) }
    : { ok: false, why: "This takes a number." };
}

/** The choice of that name or value, or the only one that begins so. */
function chosenBy(said: string, choices: readonly Choice[]): Choice | undefined {
  const lower = said.toLowerCase();
  const same = choices.find(({ name, value }) => name.toLowerCase() === lower || value.toLowerCase() === lower);
  const begun = choices.filter(({ name }) => name.toLowerCase().startsWith(lower));
  return same ?? (begun.length === 1 ? begun[0] : undefined);
}
