import type { SettingName } from "./request/settings.ts";
import type { VideoOptionName } from "./request/video-request.ts";

/** The same words in other languages, by the language's tag, such as `de` or `pt-BR`. A person with another language reads English. */
export type Localisations = Readonly<Record<string, string>>;

/** A name and a description as a platform shows them to people of other languages. */
export interface Localisable {
  readonly names?: Localisations;
  readonly descriptions?: Localisations;
}

/** One command as both platforms register it. */
export interface CommandSpec extends Localisable {
  /** Without a slash. */
  readonly name: string;
  readonly means: "make_video" | "batch" | "key" | "style" | "jobs" | "settings" | "team" | "data" | "help";
  readonly description: string;
  /** It makes no sense in a direct message, and is not offered there where a platform can leave it out. */
  readonly isInTeamsOnly?: true;
  readonly options: readonly OptionSpec[];
  /** Words behind the command, where it has any of its own. */
  readonly subcommands: readonly SubcommandSpec[];
}

/** The words behind each command that has any. */
export interface Subcommands {
  readonly key: "set" | "status" | "remove";
  readonly style: "list" | "save" | "remove";
  readonly team: "status" | "setup" | "report" | "approvals";
  readonly data: "export" | "delete";
}

export interface SubcommandSpec extends Localisable {
  readonly name: Subcommands[keyof Subcommands];
  readonly description: string;
}

export interface OptionSpec extends Localisable {
  readonly name: "prompt" | "image" | VideoOptionName | SettingName | "show";
  readonly type: "text" | "number" | "picture";
  readonly description: string;
  readonly isRequired: boolean;
  /** The person's own videos complete what is typed; a platform that cannot do that leaves it out. */
  readonly autocomplete?: true;
  readonly choices: readonly Choice[];
}

/** The options with `autocomplete`. */
export type Suggested = Extract<OptionSpec["name"], "prompt" | "show" | "style">;

export interface Choice<Value extends string = string> {
  readonly label: string;
  readonly value: Value;
  readonly labels?: Localisations;
}
