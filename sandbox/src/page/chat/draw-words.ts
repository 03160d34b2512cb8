import { element } from "../core/element.ts";
import type { NameOf } from "../core/page-state.ts";
import { worded } from "../core/time.ts";
import type { Paragraph, Word } from "./markdown.ts";

export function drawParagraphs(paragraphs: readonly Paragraph[], nameOf: NameOf): HTMLElement {
  const box = element("div", { class: "text" });
  for (const paragraph of paragraphs) box.append(drawParagraph(paragraph, nameOf));
  return box;
}

function drawParagraph(paragraph: Paragraph, nameOf: NameOf): HTMLElement {
  if (paragraph.kind === "code") return element("pre", {}, element("code", {}, paragraph.text));
  const words = drawWords(paragraph.words, nameOf);
  switch (paragraph.kind) {
    case "quote":
      return element("blockquote", {}, ...words);
    case "heading":
      return element("div", { role: "heading", "aria-level": 3, class: `h${paragraph.level}` }, ...words);
    case "text":
      return element("p", {}, ...words);
    case "subtext":
    case "item":
      return element("p", { class: paragraph.kind }, ...words);
  }
}

export function drawWords(words: readonly Word[], nameOf: NameOf): readonly (Node | string)[] {
  return words.map((word) => drawWord(word, nameOf));
}

const tags = { bold: "strong", italic: "em", underline: "u", strike: "s" } as const;

function drawWord(word: Word, nameOf: NameOf): Node | string {
  switch (word.kind) {
    case "text":
      return word.text;
    case "code":
      return element("code", {}, word.text);
    case "link":
      return drawLink(word.url, ...drawWords(word.words, nameOf));
    case "mention":
      return element("span", { class: "mention" }, nameOf(word.id) ?? word.text);
    case "time":
      return element(
        "time",
        { "data-ms": word.ms, "data-style": word.style, datetime: isoOf(word.ms), title: worded(word.ms, "F") },
        worded(word.ms, word.style),
      );
    case "spoiler":
      return element("span", { class: "spoiler", tabindex: 0, title: "Spoiler" }, ...drawWords(word.words, nameOf));
    default:
      return element(tags[word.kind], {}, ...drawWords(word.words, nameOf));
  }
}

export function drawLink(url: string, ...label: readonly (Node | string)[]): HTMLAnchorElement {
  return element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...label);
}

function isoOf(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
