import { imageSize } from "image-size";
import type { StoredFile } from "./cdn.ts";
import type { CommandOption, Subcommand } from "./command-registry.ts";
import { INTERACTION_FILE_MAX_BYTES, limits } from "./discord-limits.ts";
import type { World } from "./discord-world.ts";
import { type Pickable, type PickInput, picksOf } from "./form-book.ts";
import type { Modal, ModalInput } from "./modal-schema.ts";
import type { Place } from "./place.ts";

export type FormValue = string | boolean | readonly string[] | SandboxFile | readonly SandboxFile[];

interface Filled {
  readonly components: readonly unknown[];
  readonly files: readonly { readonly id: string; readonly file: SandboxFile }[];
  readonly picked: readonly Pickable[];
}

interface Hands {
  keep(file: SandboxFile): string;
  pick(input: PickInput, ids: readonly string[] | undefined): readonly string[];
}

export function fillForm(
  modal: Modal,
  values: Readonly<Record<string, FormValue>>,
  { nextId, place }: { readonly nextId: () => string; readonly place: Place },
): Filled {
  const fields = new Set(modal.components.flatMap((each) => (each.type === 18 ? [each.component.custom_id] : [])));
  const foreign = Object.keys(values).find((name) => !fields.has(name));
  if (foreign !== undefined)
    throw new Error(`the form has no field "${foreign}"; it has ${[...fields].join(", ") || "none"}`);
  const files: { id: string; file: SandboxFile }[] = [];
  const keep = (file: SandboxFile) => {
    const id = nextId();
    files.push({ id, file });
    return id;
  };
  const picked: Pickable[] = [];
  const pick = (input: PickInput, ids: readonly string[] | undefined) => {
    const offered = picksOf(input, place);
    const presets = (input.default_values ?? []).flatMap(({ id }) => offered.find((one) => one.id === id) ?? []);
    const chosen = ids?.map((id) => offered.find((one) => one.id === id) ?? missing(input.custom_id, id)) ?? presets;
    picked.push(...chosen);
    return chosen.map(({ id }) => id);
  };
  let last = 0;
  const number = (id: number | undefined) => {
    last += 1;
    return id || last;
  };
  const components = modal.components.map((each) => {
    if (each.type === 10) return { type: 10, id: number(each.id) };
    const { component } = each;
    return {
      type: 18,
      id: number(each.id),
      component: {
        type: component.type,
        id: number(component.id),
        custom_id: component.custom_id,
        ...answerOf(component, values[component.custom_id], { keep, pick }),
      },
    };
  });
  return { components, files, picked };
}

function answerOf(input: ModalInput, given: FormValue | undefined, { keep, pick }: Hands): object {
  const name = input.custom_id;
  switch (input.type) {
    case 4:
      return { value: textOf(input, given) };
    case 3:
    case 22: {
      const preset = input.options.filter((option) => option.default).map((option) => option.value);
      const values = given === undefined ? preset : textsOf(name, given);
      within(name, values.length, input);
      for (const value of values) oneOf(name, value, input.options);
      return { values };
    }
    case 5:
    case 6:
    case 7:
    case 8: {
      const values = pick(input, given === undefined ? undefined : textsOf(name, given));
      within(name, values.length, input);
      return { values };
    }
    case 19: {
      const files = given === undefined ? [] : filesOf(name, given);
      within(name, files.length, input);
      const unfit = files.find((file) => input.file_types && !fitsType(file, input.file_types));
      if (unfit) throw new Error(`"${name}" does not take ${unfit.name}`);
      return { values: files.map(keep) };
    }
    case 21: {
      const value = given ?? input.options.find((option) => option.default)?.value ?? null;
      if (value === null && input.required !== false) throw new Error(`"${name}" is required`);
      if (value !== null) oneOf(name, value, input.options);
      return { value };
    }
    case 23: {
      if (given !== undefined && typeof given !== "boolean") throw new Error(`"${name}" is a checkbox`);
      return { value: given ?? input.default ?? false };
    }
  }
}

function textOf(input: Extract<ModalInput, { type: 4 }>, given: FormValue | undefined): string {
  const name = input.custom_id;
  const value = given ?? input.value ?? "";
  if (typeof value !== "string") throw new Error(`"${name}" takes text`);
  if (value === "" && input.required !== false) throw new Error(`"${name}" is required`);
  const max = input.max_length ?? 4_000;
  if (value.length > max) throw new Error(`"${name}" is longer than ${max}`);
  if (value !== "" && value.length < (input.min_length ?? 0))
    throw new Error(`"${name}" is shorter than ${input.min_length}`);
  return value;
}

interface Counted {
  readonly type: number;
  readonly required?: boolean | null | undefined;
  readonly min_values?: number | null | undefined;
  readonly max_values?: number | null | undefined;
}

function within(name: string, count: number, { type, required, min_values, max_values }: Counted): void {
  if (count === 0 && required === false) return;
  const max = max_values ?? (type === 22 ? 10 : 1);
  if (count === 0) throw new Error(`"${name}" is required`);
  if (count < (min_values ?? 1)) throw new Error(`"${name}" takes at least ${min_values}`);
  if (count > max) throw new Error(`"${name}" takes at most ${max}`);
}

function missing(name: string, id: string): never {
  throw new Error(`"${name}" does not offer ${id}`);
}

function oneOf(name: string, value: FormValue, options: readonly { readonly value: string }[]): void {
  if (!options.some((option) => option.value === value))
    throw new Error(`"${name}" offers ${options.map((option) => option.value).join(", ")}, not ${String(value)}`);
}

function textsOf(name: string, given: FormValue): readonly string[] {
  const all = Array.isArray(given) ? given : [given];
  return all.map((each: unknown) => {
    if (typeof each !== "string") throw new Error(`"${name}" takes text`);
    return each;
  });
}

function filesOf(name: string, given: FormValue): readonly SandboxFile[] {
  const isFile = (each: unknown): each is SandboxFile => typeof each === "object" && each !== null && "bytes" in each;
  const all: readonly unknown[] = Array.isArray(given) ? given : [given];
  return all.map((each) => {
    if (!isFile(each)) throw new Error(`"${name}" takes files`);
    return each;
  });
}

/** Our choice. Discord documents only that its client supports families. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  image: ["png", "jpg", "jpeg", "gif", "webp", "avif", "heic", "heif"],
  video: ["mp4", "mov", "webm"],
  audio: ["mp3", "ogg", "wav", "flac", "m4a"],
};

/**
 * `types` are endings with a dot, or families such as "image"; only the name counts. Source: Discord docs, reference, "File
 * Type Filtering" (read 2026-11-28).
 */
function fitsType({ name }: SandboxFile, types: readonly string[]): boolean {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  return types.some((type) => `.${ending}` === type.toLowerCase() || FAMILIES[type]?.includes(ending));
}

type OptionValue = string | number | SandboxFile;
export type OptionValues = Readonly<Record<string, OptionValue>>;

interface FilledOption {
  readonly name: string;
  readonly type: number;
  readonly value: string | number | boolean;
}

export function fillOptions(
  specs: readonly CommandOption[],
  values: OptionValues,
  keep: (file: SandboxFile) => string,
): readonly FilledOption[] {
  const foreign = Object.keys(values).find((name) => !specs.some((spec) => spec.name === name));
  if (foreign !== undefined)
    throw new Error(`there is no option "${foreign}"; there are ${specs.map(({ name }) => name).join(", ") || "none"}`);
  return specs.flatMap((spec): FilledOption[] => {
    const value = values[spec.name];
    if (value !== undefined && value !== "")
      return [{ name: spec.name, type: spec.type, value: checkedValue(spec, value, keep) }];
    if (spec.required) throw new Error(`the option "${spec.name}" is required`);
    return [];
  });
}

function checkedValue(
  spec: CommandOption,
  value: OptionValue,
  keep: (file: SandboxFile) => string,
): FilledOption["value"] {
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
  const { name, type } = part;
  return { specs: inner.specs, wrap: (filled) => [{ name, type, options: inner.wrap(filled) }] };
}

export interface SandboxFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export function storeFile(world: World, channelId: string, file: SandboxFile, id = world.nextId()): StoredFile {
  return world.cdn.keep({
    id,
    channelId,
    filename: file.name.replace(/[^\w.-]+/g, "_"),
    contentType: file.contentType,
    bytes: file.bytes,
    ...measured(file),
  });
}

function measured({ contentType, bytes, width, height }: SandboxFile): Pick<StoredFile, "width" | "height"> {
  if (width !== undefined && height !== undefined) return { width, height };
  if (!contentType.startsWith("image/")) return {};
  try {
    const size = imageSize(Uint8Array.from(bytes));
    return { width: size.width, height: size.height };
  } catch {
    return {};
  }
}
