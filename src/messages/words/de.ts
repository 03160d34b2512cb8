import { amounts } from "./de/amounts.ts";
import { confirm, deletion, link, said, tooMany } from "./de/asking.ts";
import { buttons } from "./de/buttons.ts";
import { card, facts, state } from "./de/card.ts";
import { commands } from "./de/commands.ts";
import { data } from "./de/data.ts";
import { choices, forms, settings } from "./de/forms.ts";
import { keys } from "./de/keys.ts";
import { notices } from "./de/notices.ts";
import { notification, outcome, refusal, unknown } from "./de/outcome.ts";
import { help, home, list, spending } from "./de/pages.ts";
import { animate, draft, leak, picture } from "./de/problems.ts";
import type { Translation } from "./en.ts";

/** Every word a person reads, in German. */
export const de: Translation = {
  locale: "de",
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
