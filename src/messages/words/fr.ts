import type { Translation } from "./en.ts";
import { amounts } from "./fr/amounts.ts";
import { confirm, deletion, link, said, tooMany } from "./fr/asking.ts";
import { buttons } from "./fr/buttons.ts";
import { card, facts, state } from "./fr/card.ts";
import { commands } from "./fr/commands.ts";
import { data } from "./fr/data.ts";
import { choices, forms, settings } from "./fr/forms.ts";
import { keys } from "./fr/keys.ts";
import { notices } from "./fr/notices.ts";
import { notification, outcome, refusal, unknown } from "./fr/outcome.ts";
import { help, home, list, spending } from "./fr/pages.ts";
import { animate, draft, leak, picture } from "./fr/problems.ts";

/** Every word a person reads, in French. */
export const fr: Translation = {
  locale: "fr",
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
  commands,
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
