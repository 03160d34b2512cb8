import { z } from "zod";
import type { Bell } from "../clock.ts";
import { limits } from "./discord-limits.ts";
import { fileTypes } from "./modal-schema.ts";
import { applicationId } from "./place.ts";
import { fault, flaw, invalidForm, parseForm, refuse } from "./refusal.ts";

/** Source: Discord docs, interactions/application-commands "Naming" (read 2026-11-21). */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const commandName = z
  .string()
  .regex(NAME)
  .refine(
    (text) => text === text.toLowerCase(),
    flaw([], "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"),
  );
const commandDescription = z.string().min(1).max(limits.commandDescription);
/** Source: Discord docs, reference "Locales" (read 2026-11-21). */
const LOCALES =
  "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko".split(
    " ",
  );
const localised = <Text extends z.ZodType<string>>(text: Text) =>
  z.partialRecord(z.literal(LOCALES), text.nullish()).nullish();

const named = {
  name: commandName,
  name_localizations: localised(commandName),
  description: commandDescription,
  description_localizations: localised(commandDescription),
};

const commandChoice = z.object({
  name: z.string().min(1).max(limits.choiceName),
  name_localizations: localised(z.string().min(1).max(limits.choiceName)),
  value: z.union([z.string().max(limits.choiceValue), z.number()]),
});

export const commandOption = z
  .object({
    type: z.literal([3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ...named,
    required: z.boolean().nullish(),
    choices: z.array(commandChoice).max(limits.commandChoices).nullish(),
    channel_types: z.array(z.int()).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: z.int().min(0).max(limits.commandString).nullish(),
    max_length: z.int().min(1).max(limits.commandString).nullish(),
    autocomplete: z.boolean().nullish(),
    file_types: fileTypes.nullish(),
  })
  .superRefine((option, context) => {
    const wrong = (path: (string | number)[], message: string, code: string) =>
      context.addIssue({ code: "custom", ...flaw(path, code, message) });
    const takesChoices = [3, 4, 10].includes(option.type);
    if ((option.choices?.length || option.autocomplete) && !takesChoices)
      wrong(["choices"], "Options of this type have no choices.", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID");
    if (option.choices?.length && option.autocomplete)
      wrong(["autocomplete"], "Autocomplete and choices exclude each other.", "BASE_TYPE_BAD");
    for (const [index, { value }] of (option.choices ?? []).entries())
      if ((option.type === 3) !== (typeof value === "string") || (option.type === 4 && !Number.isInteger(value)))
        wrong(["choices", index, "value"], "The value does not fit the option's type.", "BASE_TYPE_BAD_TYPE");
    const names = (option.choices ?? []).map((each) => each.name);
    if (new Set(names).size < names.length)
      wrong(["choices"], "Choices need names of their own.", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAMES_DUPLICATED");
  });

export type CommandOption = z.output<typeof commandOption>;
export type CommandChoice = z.output<typeof commandChoice>;

interface Named {
  readonly name: string;
  readonly required?: boolean | null | undefined;
}

function checkList(options: readonly Named[] | null | undefined, context: z.core.$RefinementCtx): void {
  const list = options ?? [];
  const wrong = (index: number, message: string, code: string) =>
    context.addIssue({ code: "custom", input: list, ...flaw(["options", index], code, message) });
  for (const [index, option] of list.entries()) {
    if (list.findIndex((each) => each.name === option.name) < index)
      wrong(index, "Option names must be unique", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID");
    if (option.required && list.slice(0, index).some((earlier) => !earlier.required))
      wrong(
        index,
        "Required options must be placed before non-required options",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
      );
  }
}

const subcommand = z
  .object({ type: z.literal(1), ...named, options: z.array(commandOption).max(limits.commandOptions).nullish() })
  .superRefine(({ options }, context) => checkList(options, context));
const group = z
  .object({ type: z.literal(2), ...named, options: z.array(subcommand).min(1).max(limits.commandOptions) })
  .superRefine(({ options }, context) => checkList(options, context));

export type Subcommand = z.output<typeof subcommand>;

const shared = {
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  contexts: z.array(z.literal([0, 1, 2])).nullish(),
  integration_types: z.array(z.literal([0, 1])).nullish(),
  dm_permission: z.boolean().nullish(),
  nsfw: z.boolean().nullish(),
};
const slash = z
  .object({
    type: z.literal(1).default(1),
    ...named,
    ...shared,
    options: z
      .array(z.discriminatedUnion("type", [subcommand, group, commandOption]))
      .max(limits.commandOptions)
      .nullish(),
  })
  .superRefine(({ options, ...command }, context) => {
    checkList(options, context);
    const nested = (options ?? []).filter(({ type }) => type < 3).length;
    if (nested > 0 && nested < (options ?? []).length)
      context.addIssue({
        code: "custom",
        ...flaw(["options"], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands and other options do not mix."),
      });
    if (textSize({ ...command, options }) > limits.commandText)
      context.addIssue({
        code: "custom",
        ...flaw([], "APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${limits.commandText})`),
      });
  });

const menuName = z.string().min(1).max(limits.commandName);
const menu = z.object({
  type: z.literal([2, 3]),
  name: menuName,
  name_localizations: localised(menuName),
  ...shared,
  description: z.literal("").nullish(),
  options: z.array(z.never()).nullish(),
});

export type CommandSpec = z.output<typeof slash> | z.output<typeof menu>;

const typed = z.object({ type: z.literal([1, 2, 3]).nullish() });

export function parseCommand(body: unknown, at: readonly (string | number)[] = []): CommandSpec {
  const { type } = parseForm(typed, body, at);
  return type === 2 || type === 3 ? parseForm<CommandSpec>(menu, body, at) : parseForm<CommandSpec>(slash, body, at);
}

interface Sized {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly name_localizations?: unknown;
  readonly description_localizations?: unknown;
  readonly options?: readonly Sized[] | null | undefined;
  readonly choices?: readonly CommandChoice[] | null | undefined;
}

function textSize(sized: Sized): number {
  const longest = (text: string, localisations: unknown) =>
    Math.max(text.length, ...Object.values(localisations ?? {}).map((each) => String(each ?? "").length));
  const own =
    longest(sized.name, sized.name_localizations) + longest(sized.description ?? "", sized.description_localizations);
  const choices = (sized.choices ?? []).map(
    (each) => longest(each.name, each.name_localizations) + String(each.value).length,
  );
  const below = (sized.options ?? []).map(textSize);
  return [...choices, ...below].reduce((sum, size) => sum + size, own);
}

export interface Command {
  readonly id: string;
  readonly guildId: string | null;
  readonly version: string;
  readonly spec: CommandSpec;
}

export function openCommandRegistry(changed: Bell, nextId: () => string) {
  let commands: readonly Command[] = [];

  const scope = (guildId: string | null) => commands.filter((command) => command.guildId === guildId);

  const set = (next: readonly Command[]) => {
    commands = next;
    changed.ring();
  };

  const get = (guildId: string | null, id: string) => {
    const command = scope(guildId).find((each) => each.id === id);
    if (!command) throw refuse("unknown_command");
    return command;
  };

  const make = (guildId: string | null, spec: CommandSpec, at: readonly number[] = []): Command => {
    if (guildId !== null && spec.contexts?.some((context) => context !== 0))
      throw invalidForm([fault([...at, "contexts"], "BASE_TYPE_CHOICES", "A guild command is used in its guild.")]);
    const before = scope(guildId).find(({ spec: old }) => old.name === spec.name && old.type === spec.type);
    const isSame = before && JSON.stringify(before.spec) === JSON.stringify(spec);
    return { id: before?.id ?? nextId(), guildId, version: isSame ? before.version : nextId(), spec };
  };

  const checkCount = (made: readonly Command[]) => {
    for (const [type, max] of Object.entries(limits.globalCommands))
      if (made.filter(({ spec }) => String(spec.type) === type).length > max)
        throw invalidForm([
          fault([], "APPLICATION_COMMANDS_MAX", `Maximum number of application commands reached (${max}).`),
        ]);
  };

  const put = (guildId: string | null, spec: CommandSpec, replaced?: Command) => {
    const made = make(guildId, spec);
    const command = replaced ? { ...made, id: replaced.id } : made;
    const others = commands.filter(({ id }) => id !== command.id);
    checkCount([...others.filter((each) => each.guildId === guildId), command]);
    set([...others, command]);
    return { command: onTheWire(command), isNew: others.length === commands.length };
  };

  return {
    list: (guildId: string | null): readonly unknown[] => scope(guildId).map(onTheWire),
    read: (guildId: string | null, id: string): unknown => onTheWire(get(guildId, id)),
    replace(guildId: string | null, body: unknown): readonly unknown[] {
      if (!Array.isArray(body)) throw invalidForm([fault([], "BASE_TYPE_BAD_TYPE", "Only iterables may be used.")]);
      const specs = body.map((each: unknown, index) => parseCommand(each, [index]));
      const made = specs.map((spec, index) => make(guildId, spec, [index]));
      const twin = specs.findIndex(({ name, type }, index) =>
        specs.slice(0, index).some((earlier) => earlier.name === name && earlier.type === type),
      );
      const isTwin = "Application command names must be unique";
      if (twin >= 0) throw invalidForm([fault([twin, "name"], "APPLICATION_COMMANDS_DUPLICATE_NAME", isTwin)]);
      checkCount(made);
      set([...commands.filter((command) => command.guildId !== guildId), ...made]);
      return made.map(onTheWire);
    },
    put: (guildId: string | null, body: unknown): { readonly command: unknown; readonly isNew: boolean } =>
      put(guildId, parseCommand(body)),
    patch(guildId: string | null, id: string, body: unknown): unknown {
      const before = get(guildId, id);
      return put(guildId, parseCommand({ ...before.spec, ...Object(body), type: before.spec.type }), before).command;
    },
    remove(guildId: string | null, id: string) {
      const gone = get(guildId, id);
      set(commands.filter((command) => command !== gone));
    },
    // A guild's own command hides a global one of the same name.
    find: (name: string, type: number): Command | undefined =>
      commands
        .filter(({ spec }) => spec.name === name && spec.type === type)
        .sort((one, other) => Number(one.guildId === null) - Number(other.guildId === null))[0],
    all: (): readonly unknown[] => commands.map(onTheWire),
  };
}

function onTheWire({ id, guildId, version, spec }: Command): Record<string, unknown> {
  return {
    id,
    application_id: applicationId,
    version,
    default_member_permissions: null,
    nsfw: false,
    ...(guildId === null ? { contexts: null, integration_types: [0] } : { guild_id: guildId }),
    ...Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)),
    description: spec.description ?? "",
  };
}
