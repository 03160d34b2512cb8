import { type Json, list, number, records, text } from "../core/json.ts";
import type { State } from "../core/state.ts";

/** Numbers: Discord docs, application-commands "Application Command Option Type". */
const SUBCOMMAND = 1;
const INTEGER = 4;
const BOOLEAN = 5;
const NUMBER = 10;
const ATTACHMENT = 11;

/** Source: Discord docs, application-commands "Application Command Types". */
const TYPED = 1;
const ON_MESSAGE = 3;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

export interface Option {
  readonly name: string;
  readonly description: string;
  readonly kind: "text" | "number" | "file";
  readonly isRequired: boolean;
  readonly isSuggested: boolean;
  readonly choices: readonly Choice[];
  readonly maxLength: number | undefined;
  /** Of a file: the kinds that are taken; any where there is none. */
  readonly fileTypes: readonly string[];
}

/** A command as a person picks it: each subcommand is one of its own. */
export interface Usable {
  /** All that is typed after the slash: "video", "video-key set". */
  readonly path: string;
  readonly name: string;
  readonly subcommand: string | undefined;
  readonly description: string;
  /** Required options come first. */
  readonly options: readonly Option[];
}

/** Source: Discord docs, application-commands "Interaction Context Types". */
const IN_SERVER = 0;
const IN_DIRECT_MESSAGES = 1;

/** What Discord's client offers this person in that channel; a command that names no context is offered in all. */
export function commandsAt(
  { state: { discord }, personId }: { readonly state: State; readonly personId: string },
  channelId: string,
): readonly Json[] {
  const isDirect = channelId === discord.seenBy.get(personId)?.dmChannelId;
  const context = isDirect ? IN_DIRECT_MESSAGES : IN_SERVER;
  return discord.commands.filter(({ contexts }) => !Array.isArray(contexts) || contexts.includes(context));
}

/** The commands that are typed, from those that the bot registered. */
export function usablesOf(commands: readonly Json[]): readonly Usable[] {
  return commands.filter(({ type }) => type === undefined || type === TYPED).flatMap(partsOf);
}

/** The names of those that are used on a message. */
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

function usable(name: string, subcommand: string | undefined, part: Json): Usable {
  const options = records(part.options).map(readOption);
  return {
    name,
    subcommand,
    path: subcommand ? `${name} ${subcommand}` : name,
    description: text(part.description),
    options: [...options.filter(({ isRequired }) => isRequired), ...options.filter(({ isRequired }) => !isRequired)],
  };
}

function readOption(option: Json): Option {
  const isNumber = option.type === INTEGER || option.type === NUMBER;
  return {
    name: text(option.name),
    description: text(option.description),
    kind: option.type === ATTACHMENT ? "file" : isNumber ? "number" : "text",
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
