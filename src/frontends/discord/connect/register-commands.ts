import { isDeepStrictEqual } from "node:util";
import { ApplicationCommandOptionType, ApplicationCommandType, InteractionContextType, Routes } from "discord.js";
import { z } from "zod";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { CommandSpec, MessageCommandSpec, SubcommandSpec } from "../../../core/command-specs.ts";
import { backoffMs } from "../../../core/job/due.ts";
import type { Localisations, OptionSpec } from "../../../core/option-specs.ts";
import type { Log } from "../../../core/ports.ts";
import { ok, type Result } from "../../../core/result.ts";
import type { Api, ApiNo, ApiRequest } from "../out/discord-api.ts";
import { PICTURES } from "../out/write-discord-form.ts";

const TRIES = 5;
/** The kind of a command that is typed, not used on a message. */
const TYPED = 1;
const LONGEST_WAIT_MS = 10_000;

/** A language without a text of its own may come as null. */
const localisations = z.record(z.string(), z.string().nullable()).nullish();
const registeredWords = { name_localizations: localisations, description_localizations: localisations };

const registeredOption = z.object({
  type: z.int(),
  name: z.string(),
  description: z.string(),
  ...registeredWords,
  required: z.boolean().optional(),
  autocomplete: z.boolean().optional(),
  choices: z
    .array(z.object({ name: z.string(), name_localizations: localisations, value: z.union([z.string(), z.number()]) }))
    .optional(),
  file_types: z.array(z.string()).nullish(),
});

const registered = z.array(
  z.object({
    id: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional()
      .catch(undefined),
    name: z.string(),
    type: z.int().default(1),
    description: z.string().default(""),
    ...registeredWords,
    contexts: z.array(z.int()).nullish(),
    integration_types: z.array(z.int()).nullish(),
    options: z.array(registeredOption).default([]),
  }),
);

/** The commands to register: those that are typed, and those that are used on a message. */
export interface CommandSpecs {
  readonly typed: readonly CommandSpec[];
  readonly onMessages: readonly MessageCommandSpec[];
}

interface RegisterTools {
  readonly api: Api;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with Discord's id of each command that is typed. */
  readonly learnId?: (name: string, id: string) => void;
}

/** Makes Discord's list of our commands equal to ours. It writes only where they differ, because writes are counted. */
export async function registerCommands(
  { api, clock, log, learnId }: RegisterTools,
  applicationId: string,
  commands: CommandSpecs,
): Promise<"same" | "written"> {
  const learn = (there: unknown) => {
    for (const { id, name, type } of registered.safeParse(there).data ?? [])
      if (id && type === TYPED) learnId?.(name, id);
  };
  // A list that cannot be read is overwritten.
  const list = await listAtDiscord(api, applicationId);
  if (list.ok && judged(list.value, commands) === "ours") {
    learn(list.value);
    return "same";
  }
  const body = payloadsOf(commands);
  const route = Routes.applicationCommands(applicationId);
  learn(await patiently(api, clock, { method: "PUT", route, body }));
  log.info("discord commands registered", { count: body.length });
  return "written";
}

/** The differences between Discord's list and ours, by the names of commands. */
export interface OtherCommands {
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  readonly strange: readonly string[];
}

/** Tells whether Discord's list of our commands is equal to ours, empty, or another one. */
export async function listedAtDiscord(
  api: Pick<Api, "asBot">,
  applicationId: string,
  commands: CommandSpecs,
): Promise<Result<"ours" | "none" | OtherCommands, ApiNo>> {
  const list = await listAtDiscord(api, applicationId);
  if (!list.ok) return list;
  const judgement = judged(list.value, commands);
  return ok(judgement === "others" ? differenceOf(list.value, commands) : judgement);
}

function differenceOf(list: unknown, commands: CommandSpecs): OtherCommands {
  const named = (all: Parameters<typeof comparable>[0]) =>
    new Map(all.map((one) => [one.type === TYPED ? `/${one.name}` : one.name, comparable([one])]));
  const there = named(registered.safeParse(list).data ?? []);
  const ours = named(payloadsOf(commands));
  const names = [...ours.keys()];
  return {
    missing: names.filter((name) => !there.has(name)),
    changed: names.filter((name) => there.has(name) && !isDeepStrictEqual(there.get(name), ours.get(name))),
    strange: [...there.keys()].filter((name) => !ours.has(name)),
  };
}

function listAtDiscord(api: Pick<Api, "asBot">, applicationId: string): Promise<Result<unknown, ApiNo>> {
  const route = Routes.applicationCommands(applicationId);
  // Without this, Discord leaves the other languages out.
  const query = { with_localizations: "true" };
  return api.asBot({ method: "GET", route, query });
}

function judged(list: unknown, commands: CommandSpecs): "ours" | "none" | "others" {
  const there = registered.safeParse(list);
  if (!there.success) return "others";
  if (there.data.length === 0) return "none";
  return isDeepStrictEqual(comparable(there.data), comparable(payloadsOf(commands))) ? "ours" : "others";
}

function payloadsOf({ typed, onMessages }: CommandSpecs): readonly CommandPayload[] {
  return [...commandPayloads(typed), ...messageCommandPayloads(onMessages)];
}

async function patiently(api: Api, clock: Clock, request: ApiRequest): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const result = await api.asBot(request);
    if (result.ok) return result.value;
    const { refusal } = result;
    if (refusal.kind === "refused" || tries === TRIES) {
      const why = refusal.kind === "refused" ? `status ${refusal.status}, code ${refusal.code}` : refusal.kind;
      throw new Error(`Discord did not take the commands (${why}).`);
    }
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : backoffMs(tries, LONGEST_WAIT_MS, 1);
    await sleep(clock, Math.min(waitMs, LONGEST_WAIT_MS));
  }
}

/**
 * Fills in the fields that Discord leaves out and sorts the lists that Discord sorts as it likes, so that both sides
 * compare.
 */
function comparable(commands: readonly (z.output<typeof registered>[number] | CommandPayload)[]): unknown {
  return [...commands]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((command) => ({
      ...comparableWords(command),
      type: command.type,
      contexts: [...(command.contexts ?? [])].sort(),
      integration_types: [...(command.integration_types ?? [])].sort(),
      options: (command.options ?? []).map((each) => ({
        ...comparableWords(each),
        type: each.type,
        required: each.required ?? false,
        autocomplete: each.autocomplete ?? false,
        files: each.file_types ?? [],
        choices: (each.choices ?? []).map((choice) => ({ ...comparableWords(choice), value: choice.value })),
      })),
    }));
}

type Words = z.output<typeof localisations>;

function comparableWords(of: {
  readonly name: string;
  readonly description?: string;
  readonly name_localizations?: Words;
  readonly description_localizations?: Words;
}) {
  return {
    name: of.name,
    description: of.description ?? "",
    names: withWords(of.name_localizations),
    descriptions: withWords(of.description_localizations),
  };
}

/** Returns the languages that have a text; their order does not matter. */
function withWords(words: Words): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.entries(words ?? {}).filter(([, word]) => word !== null));
}

/** A name or a description in the languages that have one. */
interface LocalisedPayload {
  readonly name_localizations?: Localisations;
  readonly description_localizations?: Localisations;
}

/**
 * A command as Discord registers it. Every field that Discord would fill in by itself is written out, so that two can
 * be compared.
 */
export interface CommandPayload extends LocalisedPayload {
  readonly name: string;
  readonly type: number;
  /** A command that is used on a message has none. */
  readonly description?: string;
  readonly contexts: readonly number[];
  readonly integration_types: readonly number[];
  readonly options?: readonly OptionPayload[];
}

export interface OptionPayload extends LocalisedPayload {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly ChoicePayload[];
  readonly file_types?: readonly string[];
}

interface ChoicePayload {
  readonly name: string;
  readonly name_localizations?: Localisations;
  readonly value: string | number;
}

/**
 * Server, direct message with the bot, and any other private channel; installed for a server or for a person. Source:
 * Discord's API documentation (read 2026-11-21).
 */
const EVERYWHERE = { contexts: [0, 1, 2], integration_types: [0, 1] } as const;

const OPTION_TYPES: Readonly<Record<OptionSpec["type"], ApplicationCommandOptionType>> = {
  text: ApplicationCommandOptionType.String,
  number: ApplicationCommandOptionType.Integer,
  picture: ApplicationCommandOptionType.Attachment,
};

/** Returns the commands in the form that Discord registers. */
export function commandPayloads(specs: readonly CommandSpec[]): readonly CommandPayload[] {
  return specs.map(({ name, description, options, subcommands, isInTeamsOnly, ...words }) => ({
    name,
    type: ApplicationCommandType.ChatInput,
    description,
    ...localised(words),
    ...EVERYWHERE,
    ...(isInTeamsOnly && { contexts: [InteractionContextType.Guild] }),
    options: [...subcommands.map(subcommand), ...requiredFirst(options).map(option)],
  }));
}

/**
 * Like `commandPayloads`, for commands that are used on a message: Discord wants neither description nor options for
 * them.
 */
export function messageCommandPayloads(specs: readonly MessageCommandSpec[]): readonly CommandPayload[] {
  return specs.map(({ name, names }) => ({
    name,
    type: ApplicationCommandType.Message,
    ...localised(names ? { names } : {}),
    ...EVERYWHERE,
  }));
}

function subcommand({ name, description, ...words }: SubcommandSpec): OptionPayload {
  return { type: ApplicationCommandOptionType.Subcommand, name, description, ...localised(words) };
}

function localised(words: { readonly names?: Localisations; readonly descriptions?: Localisations }): LocalisedPayload {
  return {
    ...(words.names ? { name_localizations: byLocale(words.names) } : {}),
    ...(words.descriptions ? { description_localizations: byLocale(words.descriptions) } : {}),
  };
}

/**
 * Discord has two kinds of Spanish, and no plain one. Source: Discord's documentation, reference#locales (read
 * 2026-11-21).
 */
function byLocale({ es, ...words }: Localisations): Localisations {
  return es === undefined ? words : { ...words, "es-ES": es, "es-419": es };
}

/** Discord refuses a required option behind an optional one. */
function requiredFirst(options: readonly OptionSpec[]): readonly OptionSpec[] {
  return [...options.filter(({ isRequired }) => isRequired), ...options.filter(({ isRequired }) => !isRequired)];
}

function option({ name, type, description, isRequired, autocomplete, choices, ...words }: OptionSpec): OptionPayload {
  const typed = (value: string) => (type === "number" ? Number(value) : value);
  return {
    type: OPTION_TYPES[type],
    name,
    description,
    ...localised(words),
    required: isRequired,
    ...(autocomplete ? { autocomplete } : {}),
    ...(type === "picture" ? { file_types: PICTURES } : {}),
    ...(choices.length > 0
      ? {
          choices: choices.map(({ label, labels, value }) => ({
            name: label,
            ...(labels ? { name_localizations: byLocale(labels) } : {}),
            value: typed(value),
          })),
        }
      : {}),
  };
}
