import type { CommandSpec, OptionSpec, SubcommandSpec } from "../../core/command-spec.ts";
import type { Locale } from "../../core/text/locale.ts";
import { amounts } from "./en/amounts.ts";
import { confirm, deletion, link, said, tooMany } from "./en/asking.ts";
import { buttons } from "./en/buttons.ts";
import { card, facts, state } from "./en/card.ts";
import { data } from "./en/data.ts";
import { choices, forms, settings } from "./en/forms.ts";
import { keys } from "./en/keys.ts";
import { notices } from "./en/notices.ts";
import { notification, outcome, refusal, unknown } from "./en/outcome.ts";
import { help, home, list, spending } from "./en/pages.ts";
import { animate, draft, leak, picture } from "./en/problems.ts";

/** Every word a person reads, in English: what the others say has the shape of this. */
export const en = {
  /** Of the language itself: a time piece carries it, so that a platform joins date and hour in it. */
  locale: "en" as Locale,
  amounts,
  buttons,
  card,
  facts,
  state,
  outcome,
  unknown,
  notification,
  refusal,
  picture,
  draft,
  leak,
  animate,
  confirm,
  deletion,
  said,
  tooMany,
  link,
  keys,
  notices,
  forms,
  choices,
  settings,
  data,
  spending,
  list,
  home,
  help,
};

/** All the words of one language. */
export type Words = typeof en & {
  /** Where people get a key and see their credits; absent: nobody says. */
  readonly dashboardUrl?: string;
};

/** What a platform shows of the commands themselves; in English it stands with them, in `core/specs.ts`. */
export interface CommandWords {
  readonly commands: Readonly<Record<CommandSpec["means"], string>>;
  readonly subcommands: Readonly<Record<SubcommandSpec["name"], string>>;
  readonly options: Readonly<Record<OptionSpec["name"], string>>;
  /** The name of what is used on a message. */
  readonly animate: string;
}

/** All the words of a language that is not English. */
export type Translation = Words & { readonly commands: CommandWords };
