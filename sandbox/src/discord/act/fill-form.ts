import type { Place } from "../place.ts";
import type { Modal, ModalInput } from "../schema/modal-schema.ts";
import type { SandboxFile } from "../store-file.ts";
import { type Pickable, type PickInput, picksOf } from "./picks.ts";

export type FormValue = string | boolean | readonly string[] | SandboxFile | readonly SandboxFile[];

interface Filled {
  /** As a submit carries them. */
  readonly components: readonly unknown[];
  /** Files in the order of their ids. */
  readonly files: readonly { readonly id: string; readonly file: SandboxFile }[];
  /** The people, roles and channels that were chosen. */
  readonly picked: readonly Pickable[];
}

/** What takes note of files and choices. */
interface Hands {
  keep(file: SandboxFile): string;
  pick(input: PickInput, ids: readonly string[] | undefined): readonly string[];
}

/** What the client sends for these values; throws where the client would not let the person submit. */
export function fillForm(
  modal: Modal,
  values: Readonly<Record<string, FormValue>>,
  { nextId, place }: { readonly nextId: () => string; readonly place: Place },
): Filled {
  const known = new Set(modal.components.flatMap((each) => (each.type === 18 ? [each.component.custom_id] : [])));
  const foreign = Object.keys(values).find((name) => !known.has(name));
  if (foreign !== undefined)
    throw new Error(`the form has no field "${foreign}"; it has ${[...known].join(", ") || "none"}`);
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

/** `file_types` holds endings without a dot, or whole families such as "image". Source: Discord's API documentation (read 2026-11-21). */
export function fitsType(file: SandboxFile, types: readonly string[]): boolean {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  return types.some(
    (type) => type.replace(/^\./, "").toLowerCase() === ending || file.contentType.startsWith(`${type.toLowerCase()}/`),
  );
}
