import { isDeepStrictEqual } from "node:util";
import { ApplicationCommandOptionType, ApplicationCommandType, InteractionContextType, Routes } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../core/clock.ts";
import type { CommandSpec, MessageCommandSpec, SubcommandSpec } from "../../../core/command-specs.ts";
import type { Localisations, OptionSpec } from "../../../core/option-specs.ts";
import { ok, type Result } from "../../../core/result.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { withRetries } from "../../../core/with-retries.ts";
import type { Api, ApiNo } from "../out/discord-api.ts";
import { PICTURES } from "../out/write-discord-form.ts";
import type { CommandIds } from "../out/write-discord-text.ts";

export interface CommandSpecs {
  readonly typed: readonly CommandSpec[];
  readonly onMessages: readonly MessageCommandSpec[];
}

/** Writes only if something differs, because Discord limits writes. */
export async function registerCommands(
  { api, clock, log }: { readonly api: Pick<Api, "asBot">; readonly clock: Clock; readonly log: Log },
  applicationId: string,
  commands: CommandSpecs,
): Promise<CommandIds> {
  const list = await listAtDiscord(api, applicationId);
  if (list.ok && isOurs(list.value, commands)) return idsIn(list.value);
  const body = commandPayloads(commands);
  const route = Routes.applicationCommands(applicationId);
  const written = await withRetries(clock, () => api.asBot({ method: "PUT", route, body }));
  if (!written.ok) {
    const { refusal } = written;
    const why = refusal.kind === "refused" ? `status ${refusal.status}, code ${refusal.code}` : refusal.kind;
    throw new Error(`Discord did not take the commands (${why}).`);
  }
  log.info("discord commands registered", { count: body.length });
  return idsIn(written.value);
}

export interface OtherCommands {
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  readonly strange: readonly string[];
}

export async function listedAtDiscord(
  api: Pick<Api, "asBot">,
  applicationId: string,
  commands: CommandSpecs,
): Promise<Result<"ours" | "none" | OtherCommands, ApiNo>> {
  const list = await listAtDiscord(api, applicationId);
  if (!list.ok) return list;
  if (isOurs(list.value, commands)) return ok("ours");
  const there = byName(listed.safeParse(list.value).data ?? []);
  const ours = byName(commandPayloads(commands));
  if (there.size === 0) return ok("none");
  const names = [...ours.keys()];
  return ok({
    missing: names.filter((name) => !there.has(name)),
    changed: names.filter((name) => there.has(name) && !isDeepStrictEqual(there.get(name), ours.get(name))),
    strange: [...there.keys()].filter((name) => !ours.has(name)),
  });
}

function listAtDiscord(api: Pick<Api, "asBot">, applicationId: string): Promise<Result<unknown, ApiNo>> {
  const route = Routes.applicationCommands(applicationId);
  // Without this, Discord omits the localizations.
  return api.asBot({ method: "GET", route, query: { with_localizations: "true" } });
}

const listed = z.array(z.looseObject({ id: z.string().optional(), name: z.string(), type: z.int() }));

function idsIn(list: unknown): CommandIds {
  const there = listed.safeParse(list).data ?? [];
  return new Map(there.flatMap(({ id, name, type }) => (id && type === TYPED ? [[name, id]] : [])));
}

const TYPED = ApplicationCommandType.ChatInput;

function isOurs(list: unknown, commands: CommandSpecs): boolean {
  const { data } = listed.safeParse(list);
  return data !== undefined && isDeepStrictEqual(byName(data), byName(commandPayloads(commands)));
}

function byName(commands: readonly { readonly name: string; readonly type: number }[]): ReadonlyMap<string, unknown> {
  return new Map(commands.map((one) => [one.type === TYPED ? `/${one.name}` : one.name, comparable(one)]));
}

const COMPARED = /^(name|type|description|options|required|autocomplete|choices|value)$/;
const SETS = /^(contexts|integration_types|file_types)$/;

/** Drops what Discord adds, and empty values, which Discord may omit or fill in. */
function comparable(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(comparable);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.entries(part).flatMap(([field, value]): [string, unknown][] => {
    if (SETS.test(field) && Array.isArray(value)) return [[field, value.toSorted()]];
    const words = field.endsWith("_localizations") ? Object.entries(value ?? {}).filter(filled) : null;
    if (words) return [[field, words.toSorted()]];
    return COMPARED.test(field) ? [[field, comparable(value)]] : [];
  });
  return Object.fromEntries(fields.filter(filled));
}

function filled([, value]: readonly [string, unknown]): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}

interface CommandPayload {
  readonly name: string;
  readonly name_localizations?: Localisations;
  readonly type: number;
  readonly description?: string;
  readonly description_localizations?: Localisations;
  readonly contexts: readonly number[];
  readonly integration_types: readonly number[];
  readonly options?: readonly OptionPayload[];
}

interface OptionPayload {
  readonly name: string;
  readonly type: number;
  readonly description: string;
  readonly description_localizations?: Localisations;
  readonly required?: boolean;
  readonly autocomplete?: true;
  readonly choices?: readonly Choice[];
  readonly file_types?: readonly string[];
}

interface Choice {
  readonly name: string;
  readonly name_localizations?: Localisations;
  readonly value: string | number;
}

/**
 * Servers, direct messages, and other private channels; installed in a server or by a person. Source: Discord's API
 * documentation (read 2026-11-21).
 */
const EVERYWHERE = { contexts: [0, 1, 2], integration_types: [0, 1] } as const;

const OPTION_TYPES: Readonly<Record<OptionSpec["type"], ApplicationCommandOptionType>> = {
  text: ApplicationCommandOptionType.String,
  number: ApplicationCommandOptionType.Integer,
  picture: ApplicationCommandOptionType.Attachment,
};

export function commandPayloads({ typed, onMessages }: CommandSpecs): readonly CommandPayload[] {
  return [...typed.map(typedPayload), ...onMessages.map(messagePayload)];
}

function typedPayload(spec: CommandSpec): CommandPayload {
  const { name, options, subcommands, isInTeamsOnly } = spec;
  return {
    name,
    type: ApplicationCommandType.ChatInput,
    ...described(spec),
    ...EVERYWHERE,
    ...(isInTeamsOnly && { contexts: [InteractionContextType.Guild] }),
    options: [...subcommands.map(subcommand), ...requiredFirst(options).map(option)],
  };
}

function messagePayload({ name, names }: MessageCommandSpec): CommandPayload {
  const localised = names && { name_localizations: byLocale(names) };
  return { name, type: ApplicationCommandType.Message, ...localised, ...EVERYWHERE };
}

function subcommand(spec: SubcommandSpec): OptionPayload {
  return { type: ApplicationCommandOptionType.Subcommand, name: spec.name, ...described(spec) };
}

function described({ description, descriptions }: Pick<OptionSpec, "description" | "descriptions">) {
  return { description, ...(descriptions && { description_localizations: byLocale(descriptions) }) };
}

/** Discord has no general Spanish. Source: Discord's documentation, reference#locales (read 2026-11-21). */
function byLocale({ es, ...words }: Localisations): Localisations {
  return es === undefined ? words : { ...words, "es-ES": es, "es-419": es };
}

/** Discord refuses a required option after an optional one. */
function requiredFirst(options: readonly OptionSpec[]): readonly OptionSpec[] {
  return options.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function option(spec: OptionSpec): OptionPayload {
  const { name, type, isRequired, autocomplete, choices } = spec;
  return {
    type: OPTION_TYPES[type],
    name,
    ...described(spec),
    required: isRequired,
    ...(autocomplete && { autocomplete }),
    ...(type === "picture" && { file_types: PICTURES }),
    ...(choices.length > 0 && {
      choices: choices.map(({ label, labels, value }) => ({
        name: label,
        ...(labels && { name_localizations: byLocale(labels) }),
        value: type === "number" ? Number(value) : value,
      })),
    }),
  };
}
