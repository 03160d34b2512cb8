import { ApplicationCommandOptionType, ApplicationCommandType, InteractionContextType } from "discord.js";
import type { CommandSpec, Localisations, OptionSpec, SubcommandSpec } from "../../../core/command-spec.ts";
import type { MessageCommandSpec } from "../../../core/message-specs.ts";

/** A name or a description in the languages that it has. */
interface LocalisedPayload {
  readonly name_localizations?: Localisations;
  readonly description_localizations?: Localisations;
}

/** A command as Discord registers it; every field that Discord would fill in for itself is written out, so that two can be compared. */
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

/** Guild, direct message with the bot, and any other private channel; installed for a guild or for a person. Source: Discord's API documentation (read 2026-11-21). */
const EVERYWHERE = { contexts: [0, 1, 2], integration_types: [0, 1] } as const;

const OPTION_TYPES: Readonly<Record<OptionSpec["type"], ApplicationCommandOptionType>> = {
  text: ApplicationCommandOptionType.String,
  number: ApplicationCommandOptionType.Integer,
  picture: ApplicationCommandOptionType.Attachment,
};

/** What Discord offers to choose from where a file is asked for. Source: Discord's API documentation, change log of 2026-08-05. */
export const PICTURES = ["image"] as const;

/** The commands as they are to stand with Discord. */
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

/** The same for commands that are used on a message; Discord wants neither description nor options for them. */
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

/** Discord tells two kinds of Spanish apart, and knows none without. Source: Discord's documentation, reference#locales (read 2026-11-21). */
function byLocale({ es, ...words }: Localisations): Localisations {
  return es === undefined ? words : { ...words, "es-ES": es, "es-419": es };
}

/** Discord refuses a required option behind one that is not. */
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
