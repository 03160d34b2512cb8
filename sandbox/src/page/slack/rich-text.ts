import { drawWords, type NameOf } from "../chat/draw-words.ts";
import type { Word } from "../chat/words.ts";
import { element } from "../core/element.ts";
import { address, type Json, number, record, records, text } from "../core/json.ts";

/** Source: Slack docs, block-kit/blocks/rich-text-block. */
export function drawRichText(block: Json, nameOf: NameOf): HTMLElement {
  return element("div", { class: "text" }, ...records(block.elements).map((part) => drawPart(part, nameOf)));
}

function drawPart(part: Json, nameOf: NameOf): HTMLElement {
  const words = () => drawWords(records(part.elements).map(wordOf), nameOf);
  switch (part.type) {
    case "rich_text_quote":
      return element("blockquote", { class: "keep-lines" }, ...words());
    case "rich_text_preformatted":
      return element("pre", {}, element("code", {}, ...words()));
    case "rich_text_list":
      return element(
        part.style === "ordered" ? "ol" : "ul",
        {},
        ...records(part.elements).map((item) => element("li", {}, drawPart(item, nameOf))),
      );
    default:
      return element("p", { class: "keep-lines" }, ...words());
  }
}

function wordOf(part: Json): Word {
  return styled(bareWord(part), record(part.style));
}

function bareWord(part: Json): Word {
  switch (part.type) {
    case "link": {
      const url = address(part.url);
      const label: Word = { kind: "text", text: text(part.text) || text(part.url) };
      return url ? { kind: "link", url, words: [label] } : label;
    }
    case "user":
      return { kind: "mention", id: text(part.user_id), text: `@${text(part.user_id)}` };
    case "channel":
      return { kind: "mention", id: text(part.channel_id), text: `#${text(part.channel_id)}` };
    case "broadcast":
      return { kind: "mention", id: text(part.range), text: `@${text(part.range)}` };
    case "date":
      return { kind: "time", ms: (number(part.timestamp) ?? 0) * 1_000, style: text(part.format) };
    case "emoji":
      return { kind: "text", text: letterOf(text(part.unicode)) ?? `:${text(part.name)}:` };
    default:
      return { kind: "text", text: text(part.text) };
  }
}

/** "1f3ac" → 🎬 */
function letterOf(unicode: string): string | undefined {
  const points = unicode.split("-").map((point) => Number.parseInt(point, 16));
  return points.every((point) => point >= 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

function styled(word: Word, style: Json): Word {
  let made = word;
  if (style.code === true && made.kind === "text") made = { kind: "code", text: made.text };
  for (const kind of ["bold", "italic", "strike"] as const) if (style[kind] === true) made = { kind, words: [made] };
  return made;
}
