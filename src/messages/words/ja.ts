import type { Translation } from "./en.ts";
import { amounts } from "./ja/amounts.ts";
import { confirm, deletion, link, said, tooMany } from "./ja/asking.ts";
import { buttons } from "./ja/buttons.ts";
import { card, facts, state } from "./ja/card.ts";
import { commands } from "./ja/commands.ts";
import { data } from "./ja/data.ts";
import { choices, forms, settings } from "./ja/forms.ts";
import { keys } from "./ja/keys.ts";
import { notices } from "./ja/notices.ts";
import { notification, outcome, refusal, unknown } from "./ja/outcome.ts";
import { help, home, list, spending } from "./ja/pages.ts";
import { animate, draft, leak, picture } from "./ja/problems.ts";

/** Every word a person reads, in Japanese. */
export const ja: Translation = {
  locale: "ja",
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
