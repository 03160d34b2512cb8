import { INTERACTION_FILE_MAX_BYTES, limits } from "../limits.ts";
import type { CommandOption } from "../schema/command-option-schema.ts";
import type { Subcommand } from "../schema/command-schema.ts";
import type { SandboxFile } from "../store-file.ts";
import { fitsType } from "./fill-form.ts";

type OptionValue = string | number | SandboxFile;
export type OptionValues = Readonly<Record<string, OptionValue>>;

interface Filled {
  readonly name: string;
  readonly type: number;
  readonly value: string | number | boolean;
}

/** What the client sends for these values; throws where the client would not let the person send the command. */
export function fillOptions(
  specs: readonly CommandOption[],
  values: OptionValues,
  keep: (file: SandboxFile) => string,
): readonly Filled[] {
  const foreign = Object.keys(values).find((name) => !specs.some((spec) => spec.name === name));
  if (foreign !== undefined)
    throw new Error(`there is no option "${foreign}"; there are ${specs.map(({ name }) => name).join(", ") || "none"}`);
  return specs.flatMap((spec): Filled[] => {
    const value = values[spec.name];
    if (value !== undefined && value !== "")
      return [{ name: spec.name, type: spec.type, value: checkedValue(spec, value, keep) }];
    if (spec.required) throw new Error(`the option "${spec.name}" is required`);
    return [];
  });
}

function checkedValue(spec: CommandOption, value: OptionValue, keep: (file: SandboxFile) => string): Filled["value"] {
  const wrong = (why: string) => new Error(`the option "${spec.name}" ${why}`);
  if (spec.type === 11) {
    if (typeof value !== "object") throw wrong("takes a file");
    if (value.bytes.length > INTERACTION_FILE_MAX_BYTES) throw wrong("takes no file as large as that");
    if (spec.file_types && !fitsType(value, spec.file_types)) throw wrong(`does not take ${value.name}`);
    return keep(value);
  }
  if (typeof value === "object") throw wrong("takes no file");
  const isNumber = spec.type === 4 || spec.type === 10;
  const typed = isNumber ? Number(value) : String(value);
  if (spec.choices?.length && !spec.choices.some((choice) => choice.value === typed))
    throw wrong(`offers ${spec.choices.map((choice) => choice.value).join(", ")}, not ${value}`);
  if (typeof typed === "number") {
    if (!Number.isFinite(typed) || (spec.type === 4 && !Number.isSafeInteger(typed))) throw wrong("takes a number");
    if (typed < (spec.min_value ?? -Infinity)) throw wrong(`takes no less than ${spec.min_value}`);
    if (typed > (spec.max_value ?? Infinity)) throw wrong(`takes no more than ${spec.max_value}`);
    return typed;
  }
  if (spec.type === 5) return typed === "true";
  if (spec.type !== 3) return typed;
  if (typed.length < (spec.min_length ?? 0)) throw wrong(`takes at least ${spec.min_length} characters`);
  const max = spec.max_length ?? limits.commandString;
  if (typed.length > max) throw wrong(`takes at most ${max} characters`);
  return typed;
}

interface Wrapped {
  readonly name: string;
  readonly type: number;
  readonly options: readonly unknown[];
}

/** The options of the part that is called, and how what was filled in is wrapped on the wire. */
export function calledPart(
  command: {
    readonly name: string;
    readonly options?: readonly { readonly type: number; readonly name: string }[] | null | undefined;
  },
  path: string | undefined,
): { readonly specs: readonly CommandOption[]; readonly wrap: (filled: readonly unknown[]) => readonly unknown[] } {
  const options = command.options ?? [];
  const isPart = (each: { readonly type: number }): each is Subcommand => each.type < 3;
  const parts = options.filter(isPart);
  if (path === undefined || path === "") {
    if (parts.length > 0)
      throw new Error(`/${command.name} is used with one of ${parts.map(({ name }) => name).join(", ")}`);
    return { specs: options.filter((each): each is CommandOption => each.type >= 3), wrap: (filled) => filled };
  }
  const [first, ...rest] = path.split(" ");
  const part = parts.find(({ name }) => name === first);
  if (!part)
    throw new Error(`/${command.name} has no ${first}; it has ${parts.map(({ name }) => name).join(", ") || "none"}`);
  const inner = calledPart({ name: `${command.name} ${first}`, options: part.options }, rest.join(" "));
  const wrapped = (filled: readonly unknown[]): Wrapped => ({
    name: part.name,
    type: part.type,
    options: inner.wrap(filled),
  });
  return { specs: inner.specs, wrap: (filled) => [wrapped(filled)] };
}
