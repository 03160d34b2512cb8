import { drawParagraphs } from "../chat/draw-words.ts";
import { drawHead } from "../chat/message-head.ts";
import { drawFile } from "../chat/player.ts";
import { element } from "../core/element.ts";
import { type Json, list, number, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { drawComponents } from "./components.ts";
import { drawEmbed } from "./embed.ts";
import { readMarkdown } from "./markdown.ts";

/** Bits of a message's flags. Source: Discord docs, resources/message "Message Flags". */
const EPHEMERAL = 64;
const THINKING = 128;
const COMPONENTS_V2 = 32_768;

/** Draws what Discord's client would draw from that very message. */
export function drawDiscordMessage(message: Json, seat: Seat): readonly HTMLElement[] {
  const flags = number(message.flags) ?? 0;
  const { name, userId } = record(message.interaction);
  const isForward = text(record(message.forwarded).id) !== "";
  const used =
    text(name) && `${seat.nameOf(text(userId))?.slice(1) ?? "Somebody"} used /${text(name).replace(/^\//, "")}`;
  return [
    drawHead({
      authorId: text(message.authorId),
      at: number(message.createdAt) ?? 0,
      isEdited: number(message.editedAt) !== undefined,
      above: used || (text(message.reference) && (isForward ? "Forwarded" : "Replying to a message")),
      seat,
    }),
    (flags & THINKING) !== 0
      ? element("p", { class: "subtext" }, "Reelay is thinking…")
      : drawBody(message, flags, seat),
    ...((flags & EPHEMERAL) !== 0 ? [element("p", { class: "only-you" }, "👁 Only you can see this")] : []),
  ];
}

function drawBody(message: Json, flags: number, seat: Seat): HTMLElement {
  const body = element("div", { class: "body" });
  if (text(message.content)) body.append(drawParagraphs(readMarkdown(text(message.content)), seat.nameOf));
  for (const embed of records(message.embeds)) body.append(drawEmbed(embed, seat.nameOf));
  // In a message of Components V2 a file shows only where a component names it.
  if ((flags & COMPONENTS_V2) === 0) for (const file of records(message.attachments)) body.append(drawFile(file));
  for (const sticker of records(message.stickers))
    body.append(element("p", { class: "subtext" }, `Sticker: ${text(sticker.name)}`));
  const forwarded = record(message.forwarded);
  if (text(forwarded.id)) body.append(drawBody(forwarded, number(forwarded.flags) ?? 0, seat));
  body.append(...drawComponents(list(message.components), { messageId: text(message.id), message, seat }));
  return body;
}
