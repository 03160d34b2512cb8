import { type Json, list, number, record, records, text } from "../core/json.ts";
import type { State } from "../core/page-state.ts";

const SUBCOMMAND = 1;
const INTEGER = 4;
const BOOLEAN = 5;
const NUMBER = 10;
const ATTACHMENT = 11;

const TYPED = 1;
const ON_MESSAGE = 3;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

export type Option = ReturnType<typeof readOption>;
export type Usable = ReturnType<typeof usable>;

const IN_SERVER = 0;
const IN_DIRECT_MESSAGES = 1;

export function commandsAt(
  { state: { discord }, personId }: { readonly state: State; readonly personId: string },
  channelId: string,
): readonly Json[] {
  const isDirect = channelId === discord.seenBy.get(personId)?.dmChannelId;
  const context = isDirect ? IN_DIRECT_MESSAGES : IN_SERVER;
  return discord.commands.filter(({ contexts }) => !Array.isArray(contexts) || contexts.includes(context));
}

export function usablesOf(commands: readonly Json[]): readonly Usable[] {
  return commands.filter(({ type }) => type === undefined || type === TYPED).flatMap(partsOf);
}

export function messageCommands(commands: readonly Json[]): readonly string[] {
  return commands.filter(({ type }) => type === ON_MESSAGE).map(({ name }) => text(name));
}

function partsOf(command: Json): readonly Usable[] {
  const name = text(command.name);
  const options = records(command.options);
  const subcommands = options.filter(({ type }) => type === SUBCOMMAND);
  if (subcommands.length === 0) return [usable(name, undefined, command)];
  return subcommands.map((part) => usable(name, text(part.name), part));
}

function usable(name: string, subcommand: string | undefined, part: Json) {
  const options = records(part.options).map(readOption);
  return {
    name,
    subcommand,
    path: subcommand ? `${name} ${subcommand}` : name,
    description: text(part.description),
    options: [...options.filter(({ isRequired }) => isRequired), ...options.filter(({ isRequired }) => !isRequired)],
  };
}

function readOption(option: Json) {
  const isNumber = option.type === INTEGER || option.type === NUMBER;
  return {
    name: text(option.name),
    description: text(option.description),
    kind: option.type === ATTACHMENT ? ("file" as const) : isNumber ? ("number" as const) : ("text" as const),
    isRequired: option.required === true,
    isSuggested: option.autocomplete === true,
    choices:
      option.type === BOOLEAN
        ? [
            { name: "True", value: "true" },
            { name: "False", value: "false" },
          ]
        : records(option.choices).map((choice) => ({ name: text(choice.name), value: String(choice.value) })),
    maxLength: number(option.max_length),
    fileTypes: list(option.file_types).map(text),
  };
}

export type Typed = Readonly<Record<string, string>>;

export type Line =
  | { readonly kind: "message" }
  | { readonly kind: "unknown" }
  | { readonly kind: "command"; readonly usable: Usable; readonly typed: Typed };

export function readLine(line: string, usables: readonly Usable[]): Line {
  if (!line.startsWith("/")) return { kind: "message" };
  const rest = line.slice(1);
  const usable = usables.find(({ path }) => rest.trimEnd() === path || rest.startsWith(`${path} `));
  if (!usable) return { kind: "unknown" };
  return { kind: "command", usable, typed: readOptions(rest.slice(usable.path.length), usable.options) };
}

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
    const valueText = words.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? words.length).trim();
    const [value, rest] = parted(valueText, named.find((one) => one.name === name)?.choices ?? []);
    typed[name] = value;
    loose.push(rest);
  }
  const unnamed = loose.map((part) => part.trim()).filter(Boolean);
  if (first === undefined || unnamed.length === 0) return typed;
  return { ...typed, [first]: [...unnamed, typed[first] ?? ""].filter(Boolean).join(" ") };
}

function parted(typedText: string, choices: readonly Choice[]): readonly [value: string, rest: string] {
  const lower = typedText.toLowerCase();
  const begun = choices
    .flatMap(({ name, value }) => [name, value])
    .filter((each) => lower === each.toLowerCase() || lower.startsWith(`${each.toLowerCase()} `))
    .toSorted((one, other) => other.length - one.length)[0];
  return begun === undefined ? [typedText, ""] : [typedText.slice(0, begun.length), typedText.slice(begun.length)];
}

export function writeLine({ path, options }: Usable, typed: Typed): string {
  const given = options.filter(({ name }) => typed[name]);
  return [`/${path}`, ...given.map(({ name }) => `${name}:${typed[name]}`)].join(" ");
}

export type Filled =
  | { readonly ok: true; readonly value: string | number | undefined }
  | { readonly ok: false; readonly why: string };

export function fill(option: Option, typed: string): Filled {
  const typedText = typed.trim();
  if (typedText === "")
    return option.isRequired ? { ok: false, why: "This option is required." } : { ok: true, value: undefined };
  const value = option.choices.length > 0 ? chosenBy(typedText, option.choices)?.value : typedText;
  if (value === undefined) return { ok: false, why: "Choose one of the list." };
  if (option.kind !== "number") return { ok: true, value };
  return Number.isFinite(Number(value))
    ? { ok: true, value: Number(value) }
    : { ok: false, why: "This takes a number." };
}

function chosenBy(typedText: string, choices: readonly Choice[]): Choice | undefined {
  const lower = typedText.toLowerCase();
  const same = choices.find(({ name, value }) => name.toLowerCase() === lower || value.toLowerCase() === lower);
  const begun = choices.filter(({ name }) => name.toLowerCase().startsWith(lower));
  return same ?? (begun.length === 1 ? begun[0] : undefined);
}

export function commandsFor(line: string, usables: readonly Usable[]): readonly Usable[] {
  if (!line.startsWith("/")) return [];
  const typedText = line.slice(1).toLowerCase();
  const fitting = usables.filter(({ path }) => path.includes(typedText));
  const begun = fitting.filter(({ path }) => path.startsWith(typedText));
  return [...begun, ...fitting.filter((one) => !begun.includes(one))];
}

/** The option named last on the line, or else the first one for free text. */
export function optionAt(line: string, { options }: Usable, typed: Typed): Option | undefined {
  const [, name = "", typedText = ""] = /\s([\w-]+):([^:]*)$/.exec(line) ?? [];
  const named = options.find((option) => option.name === name && typed[name] === typedText.trim());
  return named ?? options.find(({ kind, choices }) => kind === "text" && choices.length === 0);
}

/** Files go into the file options, in order. `why`: the values cannot be sent. */
export function readUse(
  usable: Usable,
  typed: Typed,
  files: readonly File[],
): { readonly options: Readonly<Record<string, unknown>> } | { readonly why: string } {
  const options: Record<string, unknown> = {};
  const left = [...files];
  for (const option of usable.options) {
    const { name, isRequired, fileTypes } = option;
    const file = option.kind === "file" ? left.shift() : undefined;
    if (file && !isOfType(file, fileTypes)) return { why: `${name}: ${file.name} is not an accepted kind of file.` };
    if (option.kind === "file" && isRequired && !file) return { why: `${name}: This option is required.` };
    const filled = option.kind === "file" ? ({ ok: true, value: file } as const) : fill(option, typed[name] ?? "");
    if (!filled.ok) return { why: `${name}: ${filled.why}` };
    if (filled.value !== undefined) options[name] = filled.value;
  }
  return left.length > 0 ? { why: `/${usable.path} accepts fewer files. Remove some.` } : { options };
}

export function isExactly(typed: string, choices: readonly Choice[]): boolean {
  const typedText = typed.trim().toLowerCase();
  return choices.some(({ name, value }) => [name, value].some((each) => each.toLowerCase() === typedText));
}

export function choicesFor(typed: string, choices: readonly Choice[]): readonly Choice[] {
  const typedText = typed.trim().toLowerCase();
  const fitting = choices.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typedText));
  return isExactly(typed, choices) || fitting.length === 0 ? choices : fitting;
}

export const EPHEMERAL = 64;
export const THINKING = 128;
export const COMPONENTS_V2 = 32_768;

export function quoteOf(message: Json): string {
  const words = [text(message.content), ...textsIn(list(message.components))].find((each) => each.trim() !== "");
  return words ?? (list(message.attachments).length > 0 ? "Click to see attachment" : "");
}

function textsIn(components: readonly unknown[]): readonly string[] {
  return components.map(record).flatMap((each) => [text(each.content), ...textsIn(list(each.components))]);
}

/** Discord names families of files, or their endings. */
const FAMILIES = ["image", "video", "audio", "text"];

export function acceptOf(types: readonly string[]): string | undefined {
  if (types.length === 0) return undefined;
  return types.map((type) => (FAMILIES.includes(type) ? `${type}/*` : `.${type.replace(/^\./, "")}`)).join(",");
}

function isOfType(file: { readonly name: string; readonly type: string }, types: readonly string[]): boolean {
  const name = file.name.toLowerCase();
  const isOf = (type: string) =>
    FAMILIES.includes(type)
      ? file.type.startsWith(`${type}/`)
      : name.endsWith(`.${type.replace(/^\./, "").toLowerCase()}`);
  return types.length === 0 || types.some(isOf);
}
