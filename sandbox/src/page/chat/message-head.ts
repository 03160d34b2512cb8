import { element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { NameOf, Seat } from "../core/page-state.ts";
import { worded } from "../core/time.ts";
import { readMrkdwn } from "../slack/mrkdwn.ts";
import { type Paragraph, readMarkdown, type Word } from "./markdown.ts";

export function drawHead(about: {
  readonly authorId: string;
  readonly at: number;
  readonly above?: HTMLElement | undefined;
  readonly seat: Seat;
}): HTMLElement {
  const { authorId, at, above, seat } = about;
  return element(
    "header",
    { class: "head" },
    above,
    drawAvatar(authorId, seat),
    element("strong", {}, nameOfAuthor(authorId, seat)),
    isBot(authorId, seat) ? element("span", { class: "badge" }, "APP") : null,
    element("time", { datetime: new Date(at).toISOString(), title: worded(at, "F") }, worded(at, "t")),
  );
}

export function drawAvatar(authorId: string, seat: Seat): HTMLElement {
  const name = nameOfAuthor(authorId, seat);
  const isApp = isBot(authorId, seat);
  return element(
    "span",
    { class: "avatar", "aria-hidden": "true" },
    isApp ? element("img", { src: "/page/icon.svg", alt: "" }) : name.slice(0, 1),
  );
}

export function drawFailed({ failed }: Json): readonly HTMLElement[] {
  return text(failed) ? [element("p", { class: "failed", role: "alert" }, text(failed))] : [];
}

export const nameOfAuthor = (authorId: string, seat: Seat): string =>
  seat.nameOf(authorId)?.slice(1) ?? (authorId === SLACKBOT ? "Slackbot" : authorId);

const isBot = (authorId: string, { state, place }: Seat): boolean => authorId === state[place].botId;

export function plainText(
  message: Json,
  { place, nameOf }: Pick<Seat, "place" | "nameOf">,
  between: " " | "\n" = " ",
): string {
  const paragraphs = place === "discord" ? readMarkdown(text(message.content)) : readMrkdwn(text(message.text));
  return paragraphs
    .map((paragraph) => ofParagraph(paragraph, nameOf))
    .join(between)
    .trim();
}

function ofParagraph(paragraph: Paragraph, nameOf: NameOf): string {
  if (paragraph.kind === "code") return paragraph.text;
  return paragraph.words.map((word) => ofWord(word, nameOf)).join("");
}

function ofWord(word: Word, nameOf: NameOf): string {
  switch (word.kind) {
    case "mention":
      return nameOf(word.id) ?? word.text;
    case "time":
      return worded(word.ms, word.style);
    case "text":
    case "code":
      return word.text;
    default:
      return word.words.map((inner) => ofWord(inner, nameOf)).join("");
  }
}

export const SLACKBOT = "USLACKBOT";
