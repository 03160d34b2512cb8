import { buttonId } from "../../core/button.ts";
import type { Button, ChatMessage, Field, Form } from "../../core/chat.ts";
import {
  LOOK_NAME_MAX,
  LOOK_TEXT_MAX,
  lookId,
  NO_LOOK,
  type OfferedLook,
  type OfferedLooks,
} from "../../core/look/look.ts";
import { excerpt } from "../card/excerpt.ts";
import { command } from "../command.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";

/** Texts of looks in the list are cut there, in characters. */
const LISTED_MAX = 60;

/** One look, and whether every video in its team's place has it. */
type LookShown = OfferedLook & { readonly isAlways: boolean };

/** The looks that can be chosen here; `done`: what was just done to one. */
export function lookList({ all, always }: OfferedLooks, done: "saved" | "removed" | null, words: Words): ChatMessage {
  const { looks } = words;
  const line = ({ name, text, of }: OfferedLook) =>
    looks.line(name, excerpt(text.replaceAll(/\s+/g, " "), LISTED_MAX), of === "team");
  return message({
    tone: done ? "good" : "plain",
    title: done === null ? looks.title : looks[done],
    body: paragraphs(
      ...(all.length === 0 ? [looks.none] : all.map(line)),
      ...(always ? [looks.isAlways(always.name)] : []),
      looks.how,
    ),
    select: {
      label: looks.pick,
      options: all.slice(0, OPTIONS_MAX).map(({ name, of }) => ({
        label: of === "team" ? looks.ofTeam(name) : name,
        value: buttonId({ kind: "show_look", jobId: lookId(of, name) }),
      })),
    },
    buttons: [{ label: looks.buttons.make, id: buttonId({ kind: "new_look" }), style: "secondary" }],
  });
}

/** A menu takes so many. Source: Discord docs, components/reference (read 2026-11-21). */
const OPTIONS_MAX = 25;

/** One look whole, with its buttons. */
export function lookMessage({ name, text, of, isAlways }: LookShown, { looks }: Words): ChatMessage {
  const id = lookId(of, name);
  const buttons: readonly Button[] = [
    { label: looks.buttons.change, id: buttonId({ kind: "edit_look", jobId: id }), style: "secondary" },
    { label: looks.buttons.remove, id: buttonId({ kind: "remove_look", jobId: id }), style: "danger" },
  ];
  return message({
    tone: "plain",
    title: name,
    quote: text,
    body: paragraphs(...(isAlways ? [looks.isAlways(name)] : []), looks.whose[of]),
    buttons,
  });
}

/** It was removed, or belongs to another place. */
export function lookGone({ looks }: Words): ChatMessage {
  return told("bad", looks.gone);
}

/** Asks for a look's name, its text and, in a team, for whom it is; `look`: the one that is changed. */
export function lookForm(look: LookShown | null, isInTeam: boolean, { looks, forms }: Words): Form {
  const { form } = looks;
  const text = { kind: "text", isRequired: true } as const;
  const of: Field = {
    kind: "choice",
    id: "look_of",
    label: form.of,
    hint: form.ofHint,
    value: look?.isAlways ? "always" : (look?.of ?? "mine"),
    options: [
      { label: form.mine, value: "mine" },
      { label: form.team, value: "team" },
      { label: form.always, value: "always" },
    ],
  };
  return {
    id: "look",
    title: form.title,
    submit: forms.save,
    note: form.note,
    fields: [
      {
        ...text,
        id: "name",
        label: form.name,
        hint: null,
        value: look?.name ?? "",
        isLong: false,
        maxLength: LOOK_NAME_MAX,
      },
      {
        ...text,
        id: "text",
        label: form.text,
        hint: form.textHint,
        value: look?.text ?? "",
        isLong: true,
        maxLength: LOOK_TEXT_MAX,
      },
      ...(isInTeam ? [of] : []),
    ],
  };
}

/** What is wrong with a look as typed; the text stands at the form's field. */
export function lookProblem(
  what: "name" | "text" | "full",
  { looks }: Words,
  most = 0,
): { readonly text: string; readonly message: ChatMessage } {
  const { problem } = looks;
  const texts = { name: problem.name(LOOK_NAME_MAX), text: problem.text(LOOK_TEXT_MAX), full: problem.full(most) };
  const text = texts[what];
  return { text, message: message({ tone: "bad", title: looks.title, body: paragraphs(text) }) };
}

/** The words that can stand behind the command. */
export function lookWords(prefix: string, { looks }: Words): ChatMessage {
  const wordOf = (word: string) => command(prefix, `-look ${word}`);
  return message({
    tone: "plain",
    title: looks.title,
    body: [looks.words(wordOf("list"), wordOf("save"), wordOf("remove"))],
  });
}

/** The same form with a choice of looks, below the others; none where nothing can be chosen. */
export function withLooks(form: Form, { all, always }: OfferedLooks, chosen: string | null, { looks }: Words): Form {
  if (all.length === 0 || always) return form;
  const field: Field = {
    kind: "choice",
    id: "look",
    label: looks.label,
    hint: null,
    value: all.find(({ name }) => name === chosen)?.name ?? NO_LOOK,
    options: [
      { label: looks.noLook, value: NO_LOOK },
      ...all.slice(0, OPTIONS_MAX - 1).map(({ name, of }) => ({
        label: of === "team" ? looks.ofTeam(name) : name,
        value: name,
      })),
    ],
  };
  return { ...form, fields: [...form.fields, field] };
}
