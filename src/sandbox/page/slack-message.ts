import { drawParagraphs } from "./draw-words.ts";
import { element } from "./element.ts";
import { type Json, list, number, text } from "./json.ts";
import { drawHead } from "./message-head.ts";
import type { Seat } from "./seat.ts";
import { drawBlocks } from "./slack-blocks.ts";
import { readMrkdwn } from "./slack-mrkdwn.ts";

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
    ...(text(message.ephemeralFor) ? [element("p", { class: "only-you" }, "👁 Only you can see this")] : []),
  ];
}
