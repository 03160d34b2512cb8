import type { CommandSpec, Subcommands } from "../core/command-specs.ts";
import type { Operator } from "../core/operator.ts";
import type { OptionSpec } from "../core/option-specs.ts";
import type { en } from "./words/en.ts";

export type Words = typeof en & {
  readonly dashboardUrl?: string;
  readonly operator?: Operator;
};

/** The English texts are in `core/command-specs.ts` and `core/option-specs.ts`. */
interface CommandWords {
  readonly commands: Readonly<Record<CommandSpec["means"], string>>;
  readonly subcommands: { readonly [Means in keyof Subcommands]: Readonly<Record<Subcommands[Means], string>> };
  readonly options: Readonly<Record<OptionSpec["name"], string>>;
  readonly animate: string;
}

export type Translation = Words & { readonly commands: CommandWords };
