import { drawParagraphs } from "../chat/draw-words.ts";
import { drawHead } from "../chat/message-head.ts";
import { button, element } from "../core/element.ts";
import { type Json, list, number, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { drawBlocks } from "./blocks.ts";
import { readMrkdwn } from "./mrkdwn.ts";

/** Draws what Slack's client would draw: the blocks where there are some, else the text. */
export function drawSlackMessage(message: Json, seat: Seat): readonly HTMLElement[] {
  const blocks = list(message.blocks);
  const threadTs = text(message.threadTs);
  return [
    drawHead({
      authorId: text(message.userId),
      at: number(message.createdAt) ?? 0,
      isEdited: number(message.editedAt) !== undefined,
      above: threadTs && threadTs !== text(message.ts) ? "In a thread" : undefined,
      seat,
    }),
    element(
      "div",
      { class: "body" },
      ...(blocks.length > 0
        ? drawBlocks(blocks, { messageTs: text(message.ts), seat })
        : [drawParagraphs(readMrkdwn(text(message.text)), seat.nameOf)]),
    ),
    ...(list(message.fileIds).length > 0 ? [element("p", { class: "hint" }, "📎 With a file")] : []),
    ...(list(message.fileIds).length > 0 && !text(message.ephemeralFor)
      ? [
          button("More actions ▸ Animate this", { class: "chip", "data-focus": "animate_this" }, () =>
            seat.act("/sandbox/slack/shortcut", { callbackId: "animate_this", messageTs: text(message.ts) }),
          ),
        ]
      : []),
    ...(text(message.ephemeralFor) ? [element("p", { class: "only-you" }, "👁 Only you can see this")] : []),
  ];
}
