import type { Translation } from "./en.ts";
import { amounts } from "./es/amounts.ts";
import { confirm, deletion, link, said, tooMany } from "./es/asking.ts";
import { buttons } from "./es/buttons.ts";
import { card, facts, state } from "./es/card.ts";
import { commands } from "./es/commands.ts";
import { data } from "./es/data.ts";
import { choices, forms, settings } from "./es/forms.ts";
import { keys } from "./es/keys.ts";
import { notices } from "./es/notices.ts";
import { notification, outcome, refusal, unknown } from "./es/outcome.ts";
import { help, home, list, spending } from "./es/pages.ts";
import { animate, draft, leak, picture } from "./es/problems.ts";

/** Every word a person reads, in Spanish. */
export const es: Translation = {
  locale: "es",
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
