import type { Translation } from "./en.ts";
import { amounts } from "./pt-BR/amounts.ts";
import { confirm, deletion, link, said, tooMany } from "./pt-BR/asking.ts";
import { buttons } from "./pt-BR/buttons.ts";
import { card, facts, state } from "./pt-BR/card.ts";
import { commands } from "./pt-BR/commands.ts";
import { data } from "./pt-BR/data.ts";
import { choices, forms, settings } from "./pt-BR/forms.ts";
import { keys } from "./pt-BR/keys.ts";
import { notices } from "./pt-BR/notices.ts";
import { notification, outcome, refusal, unknown } from "./pt-BR/outcome.ts";
import { help, home, list, spending } from "./pt-BR/pages.ts";
import { animate, draft, leak, picture } from "./pt-BR/problems.ts";

/** Every word a person reads, in Brazilian Portuguese. */
export const ptBr: Translation = {
  locale: "pt-BR",
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
