import { drawAvatar, nameOfAuthor } from "../chat/message-head.ts";
import { plainText } from "../chat/plain.ts";
import { element } from "../core/element.ts";
import { type Json, record, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { messageCommands } from "./commands.ts";
import { quoteOf } from "./reading.ts";

/** The line above a message with the curve to it: which command made it, or to what it replies. */
export function drawAbove(message: Json, seat: Seat): HTMLElement | undefined {
  const { name, userId } = record(message.interaction);
  if (text(name)) {
    const isOnMessage = messageCommands(seat.state.discord.commands).includes(text(name));
    const command = element("span", { class: "used" }, `${isOnMessage ? "" : "/"}${text(name)}`);
    return element("p", { class: "above" }, ...drawAuthor(text(userId), seat), " used ", command);
  }
  const reference = text(message.reference);
  if (!reference) return undefined;
  if (text(record(message.forwarded).id)) return element("p", { class: "above is-forward" }, "Forwarded");
  const seen = seat.state.discord.seenBy.get(seat.personId)?.messages ?? [];
  const original = seen.find(({ id }) => id === reference);
  if (!original) return element("p", { class: "above" }, element("em", {}, "Original message was deleted"));
  const quoted = element("span", { class: "quoted" }, plainText({ content: quoteOf(original) }, seat));
  const [face, author] = drawAuthor(text(original.authorId), seat);
  return element("p", { class: "above" }, face, unseen("Replying to "), author, unseen(": "), quoted);
}

const unseen = (words: string): HTMLElement => element("span", { class: "unseen" }, words);

function drawAuthor(authorId: string, seat: Seat): readonly [HTMLElement, HTMLElement] {
  return [drawAvatar(authorId, seat), element("strong", {}, nameOfAuthor(authorId, seat))];
}
