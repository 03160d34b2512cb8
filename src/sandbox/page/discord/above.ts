import { drawAvatar, nameOfAuthor } from "../chat/message-head.ts";
import { plainText } from "../chat/plain.ts";
import { element } from "../core/element.ts";
import { type Json, record, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { quoteOf } from "./reading.ts";

/** A message that answers a command of the slash. Source: Discord docs, resources/message "Message Types". */
const ANSWERS_SLASH = 20;

/** The line above a message with the curve to it: which command made it, or to what it replies. */
export function drawAbove(message: Json, seat: Seat): HTMLElement | undefined {
  const { name, userId } = record(message.interaction);
  if (text(name)) {
    const command = `${message.type === ANSWERS_SLASH ? "/" : ""}${text(name)}`;
    return drawLine(text(userId), seat, " used ", element("span", { class: "used" }, command));
  }
  const reference = text(message.reference);
  if (!reference) return undefined;
  if (text(record(message.forwarded).id)) return element("p", { class: "above is-forward" }, "Forwarded");
  const seen = seat.state.discord.seenBy.get(seat.personId)?.messages ?? [];
  const original = seen.find(({ id }) => id === reference);
  if (!original) return element("p", { class: "above" }, element("em", {}, "Original message was deleted"));
  const quoted = element("span", { class: "quoted" }, plainText({ content: quoteOf(original) }, seat));
  return drawLine(text(original.authorId), seat, element("span", { class: "unseen" }, ": "), quoted);
}

function drawLine(authorId: string, seat: Seat, ...what: readonly (HTMLElement | string)[]): HTMLElement {
  const name = element("strong", {}, nameOfAuthor(authorId, seat));
  const lead =
    what.length > 1 && typeof what[0] !== "string" ? element("span", { class: "unseen" }, "Replying to ") : null;
  return element("p", { class: "above" }, drawAvatar(authorId, seat), lead, name, ...what);
}
