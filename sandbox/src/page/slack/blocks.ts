import { drawLink, drawParagraphs, drawWords } from "../chat/draw-words.ts";
import { drawPicture } from "../chat/player.ts";
import { drawSelect } from "../chat/select.ts";
import { button, element } from "../core/element.ts";
import { address, type Json, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { readMarkdown } from "../discord/markdown.ts";
import { confirmed } from "./confirm.ts";
import { readMrkdwn, readPlain } from "./mrkdwn.ts";
import { drawRichText } from "./rich-text.ts";
import { textOf } from "./text-of.ts";

interface Where {
  /** The message, or else the form or home, that they stand in. */
  readonly messageTs?: string;
  readonly viewId?: string;
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
    case "video":
      return drawVideo(block);
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

/** It plays in another site's own page, to which its title leads. */
function drawVideo(block: Json): HTMLElement {
  const url = address(block.title_url) ?? address(block.video_url);
  return element(
    "figure",
    {},
    element("figcaption", {}, url ? drawLink(url, textOf(block.title)) : textOf(block.title)),
    drawPicture(block.thumbnail_url, text(block.alt_text)),
  );
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
  const look = { class: `button ${styles[text(part.style)] ?? "is-secondary"}` };
  if (url) {
    const link = drawLink(url, label);
    link.className = `${look.class} is-link`;
    // Slack opens the address and tells the app of the press as well.
    if (messageTs !== undefined)
      link.addEventListener("click", () => void seat.act("/sandbox/slack/press", { messageTs, actionId }));
    return link;
  }
  return button(
    label,
    { ...look, "data-focus": actionId, disabled: messageTs === undefined && viewId === undefined },
    async () => {
      if (part.confirm && !(await confirmed(record(part.confirm)))) return false;
      return messageTs === undefined
        ? seat.act("/sandbox/slack/press-in-view", { viewId, actionId })
        : seat.act("/sandbox/slack/press", { messageTs, actionId });
    },
  );
}

/** A menu of the bot's own words; of another kind it is shown as it stands. */
function drawMenu(part: Json, { messageTs, viewId, seat }: Where): HTMLElement {
  const actionId = text(part.action_id);
  const options = part.type === "static_select" ? records(part.options) : [];
  return drawSelect({
    label: textOf(record(part.initial_option).text) || textOf(part.placeholder) || "Choose",
    id: actionId,
    isDisabled: options.length === 0 || (messageTs === undefined && viewId === undefined),
    options: options.map((option) => ({ label: textOf(option.text), value: text(option.value) })),
    choose: (value) =>
      messageTs === undefined
        ? seat.act("/sandbox/slack/press-in-view", { viewId, actionId, value })
        : seat.act("/sandbox/slack/press", { messageTs, actionId, value }),
  });
}

/** A text object of either kind. */
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
