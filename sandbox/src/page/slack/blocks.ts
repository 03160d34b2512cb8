import { drawLink, drawParagraphs, drawWords } from "../chat/draw-words.ts";
import { readMarkdown, type Word } from "../chat/markdown.ts";
import { drawSelect } from "../chat/menu.ts";
import { drawPicture } from "../chat/player.ts";
import { ask, button, element } from "../core/element.ts";
import { address, type Json, list, number, record, records, text } from "../core/json.ts";
import type { NameOf, Seat } from "../core/page-state.ts";
import { readMrkdwn, readPlain } from "./mrkdwn.ts";

interface Where {
  readonly messageTs?: string | undefined;
  readonly viewId?: string | undefined;
  readonly seat: Seat;
}

export function drawBlocks(blocks: readonly unknown[], where: Where): readonly HTMLElement[] {
  return blocks.map((block) => drawBlock(record(block), where));
}

export function drawBlock(block: Json, where: Where): HTMLElement {
  switch (block.type) {
    case "header":
      return element("h3", { class: "h2" }, textOf(block.text));
    case "divider":
      return element("hr");
    case "section":
      return element(
        "div",
        { class: "section" },
        element(
          "div",
          {},
          block.text ? drawText(block.text, where) : null,
          block.fields
            ? element("div", { class: "fields" }, ...records(block.fields).map((field) => drawText(field, where)))
            : null,
        ),
        block.accessory ? drawElement(record(block.accessory), where) : null,
      );
    case "context":
      return element("div", { class: "context" }, ...records(block.elements).map((part) => drawElement(part, where)));
    case "actions":
      return element("div", { class: "row" }, ...records(block.elements).map((part) => drawElement(part, where)));
    case "rich_text":
      return drawRichText(block, where.seat.nameOf);
    case "markdown":
      return drawParagraphs(readMarkdown(text(block.text)), where.seat.nameOf);
    case "image":
      return element(
        "figure",
        {},
        block.title ? element("figcaption", {}, textOf(block.title)) : null,
        drawElement(block, where),
      );
    default:
      return element("p", { class: "subtext" }, `(a block of type ${text(block.type)})`);
  }
}

function drawElement(part: Json, where: Where): HTMLElement {
  switch (part.type) {
    case "button":
      return drawButton(part, where);
    case "image":
      return drawPicture(part.image_url, text(part.alt_text));
    case "mrkdwn":
    case "plain_text":
      return drawText(part, where);
    default:
      return drawMenu(part, where);
  }
}

const styles: Readonly<Record<string, string>> = { primary: "is-primary", danger: "is-danger" };

function drawButton(part: Json, { messageTs, viewId, seat }: Where): HTMLElement {
  const label = textOf(part.text);
  const url = address(part.url);
  const actionId = text(part.action_id);
  const attributes = { class: `button ${styles[text(part.style)] ?? "is-secondary"}` };
  if (url) {
    const link = drawLink(url, label);
    link.className = `${attributes.class} is-link`;
    // Slack also notifies the app of the press.
    if (messageTs !== undefined)
      link.addEventListener("click", () => void seat.act("/sandbox/slack/press", { messageTs, actionId }));
    return link;
  }
  const isDisabled = messageTs === undefined && viewId === undefined;
  return button(label, { ...attributes, "data-focus": actionId, disabled: isDisabled }, async () => {
    if (part.confirm && !(await confirmed(record(part.confirm)))) return false;
    return press({ actionId }, { messageTs, viewId, seat });
  });
}

function press(on: { actionId: string; value?: string }, { messageTs, viewId, seat }: Where): Promise<boolean> {
  return messageTs === undefined
    ? seat.act("/sandbox/slack/press-in-view", { viewId, ...on })
    : seat.act("/sandbox/slack/press", { messageTs, ...on });
}

function drawMenu(part: Json, where: Where): HTMLElement {
  const { messageTs, viewId } = where;
  const actionId = text(part.action_id);
  const options = part.type === "static_select" ? records(part.options) : [];
  return drawSelect({
    label: textOf(record(part.initial_option).text) || textOf(part.placeholder) || "Choose",
    id: actionId,
    isDisabled: options.length === 0 || (messageTs === undefined && viewId === undefined),
    options: options.map((option) => ({ label: textOf(option.text), value: text(option.value) })),
    choose: (value) => press({ actionId, value }, where),
  });
}

function drawText(object: unknown, { seat }: Where): HTMLElement {
  const { type, text: source } = record(object);
  if (type === "mrkdwn") return drawParagraphs(readMrkdwn(text(source)), seat.nameOf);
  const lines = text(source).split("\n");
  return element(
    "div",
    { class: "text" },
    ...lines.map((line) => element("p", {}, ...drawWords(readPlain(line), seat.nameOf))),
  );
}

function confirmed(confirm: Json): Promise<boolean> {
  return ask({
    title: textOf(confirm.title) || "Sure?",
    words: textOf(record(confirm.text)),
    go: textOf(confirm.confirm) || "Yes",
    stay: textOf(confirm.deny) || "Cancel",
    isDestructive: confirm.style === "danger",
    className: "slack",
  });
}

/** Source: Slack docs, block-kit/blocks/rich-text-block. */
function drawRichText(block: Json, nameOf: NameOf): HTMLElement {
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

export function textOf(object: unknown): string {
  return readPlain(text(record(object).text))
    .map((word) => (word.kind === "text" ? word.text : ""))
    .join("");
}

export function openHome() {
  const body = element("div", { class: "body" });
  const node = element(
    "div",
    { class: "home", id: "slack-home", role: "tabpanel", "aria-labelledby": "tab-slack-home" },
    body,
  );
  let shown = "";

  return {
    node,
    show(seat: Seat) {
      const home = seat.state.slack.seenBy.get(seat.personId)?.home ?? {};
      const written = JSON.stringify([seat.personId, home.blocks ?? []]);
      if (written === shown) return;
      shown = written;
      const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
      const hadFocus = body.contains(document.activeElement);
      const blocks = drawBlocks(list(home.blocks), { seat, viewId: text(home.id) });
      const waiting = element("p", { class: "subtext" }, "Reelay has not sent anything here yet.");
      body.replaceChildren(...(blocks.length > 0 ? blocks : [waiting]));
      if (hadFocus && focus) body.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
    },
  };
}
