import { buttonId } from "../../core/button.ts";
import type { Button, ChatMessage, Form } from "../../core/chat.ts";
import {
  inMenu,
  NO_STYLE,
  type OfferedStyle,
  type OfferedStyles,
  STYLE_NAME_MAX,
  STYLE_TEXT_MAX,
  STYLES_MAX,
  styleId,
} from "../../core/style.ts";
import { buttonFor } from "../card/buttons.ts";
import { excerpt } from "../card/card-facts.ts";
import { choiceField, message, paragraphs, problem, type TurnedAway, textField } from "../message.ts";
import type { Words } from "../words.ts";

const LISTED_MAX = 60;

/** `isAlways`: every video in its team's place gets it. */
export type StyleShown = OfferedStyle & { readonly isAlways: boolean };

export function styleList(offered: OfferedStyles, done: "saved" | "removed" | null, words: Words): ChatMessage {
  const { styles } = words;
  const { all, always } = offered;
  const line = (style: OfferedStyle) =>
    words.settings.line(labelOf(style, styles), excerpt(style.text.replaceAll(/\s+/g, " "), LISTED_MAX));
  return message({
    tone: done ? "good" : "plain",
    title: done === null ? styles.title : styles[done],
    body: paragraphs(
      ...(all.length === 0 ? [styles.none] : all.map(line)),
      ...(always ? [styles.isAlways(always.name)] : []),
      styles.how,
    ),
    select: {
      label: styles.pick,
      options: inMenu(offered, OPTIONS_MAX).map((style) => ({
        label: labelOf(style, styles),
        value: buttonId({ kind: "show_style", jobId: styleId(style) }),
      })),
    },
    buttons: [buttonFor({ kind: "new_style" }, words)],
  });
}

/** Options of a menu on Discord. Source: Discord docs, components/reference (read 2026-11-21). */
const OPTIONS_MAX = 25;

export function styleMessage({ name, text, of, isAlways }: StyleShown, words: Words): ChatMessage {
  const { styles } = words;
  const id = styleId({ of, name });
  const buttons: readonly Button[] = [
    buttonFor({ kind: "edit_style", jobId: id }, words),
    buttonFor({ kind: "remove_style", jobId: id }, words),
  ];
  return message({
    tone: "plain",
    title: name,
    quote: text,
    body: paragraphs(...(isAlways ? [styles.isAlways(name)] : []), styles.whose[of]),
    buttons,
  });
}

export function styleForm(style: StyleShown | null, isInTeam: boolean, { styles, forms }: Words): Form {
  const { form } = styles;
  const of = style?.isAlways ? "always" : (style?.of ?? "mine");
  const options = (["mine", "team", "always"] as const).map((value) => ({ label: form[value], value }));
  const isRequired = true;
  return {
    id: "style",
    title: styles.label,
    submit: forms.save,
    note: form.note,
    fields: [
      textField("name", form.name, { value: style?.name ?? "", isRequired, maxLength: STYLE_NAME_MAX }),
      textField("text", form.text, {
        hint: form.textHint,
        value: style?.text ?? "",
        isLong: true,
        isRequired,
        maxLength: STYLE_TEXT_MAX,
      }),
      ...(isInTeam ? [choiceField("style_of", form.of, of, options, { hint: form.ofHint })] : []),
    ],
  };
}

/** A personal style may have the same name as a team's. */
export function labelOf({ of, name }: OfferedStyle, styles: Words["styles"]): string {
  return of === "team" ? styles.ofTeam(name) : name;
}

export function styleProblem(what: "name" | "text" | "full", { styles }: Words): TurnedAway {
  const most = { name: STYLE_NAME_MAX, text: STYLE_TEXT_MAX, full: STYLES_MAX };
  return problem(styles.title, styles.problem[what](most[what]));
}

export function flagInStyle(flag: string, { styles }: Words): TurnedAway {
  return problem(styles.title, styles.problem.flag(excerpt(flag, LISTED_MAX)));
}

export function withStyles(form: Form, offered: OfferedStyles, chosen: string | null, { styles }: Words): Form {
  if (offered.all.length === 0 || offered.always) return form;
  const all = inMenu(offered, OPTIONS_MAX - 1);
  const isChosen = (style: OfferedStyle) => styleId(style) === chosen;
  const inOrder = [...all.filter(isChosen), ...all.filter((style) => !isChosen(style))];
  const options = [
    { label: styles.noStyle, value: NO_STYLE },
    ...inOrder.map((style) => ({ label: labelOf(style, styles), value: styleId(style) })),
  ];
  const value = chosen !== null && all.some(isChosen) ? chosen : NO_STYLE;
  return { ...form, fields: [...form.fields, choiceField("style", styles.label, value, options)] };
}
