import { MessageFlags } from "discord.js";
import type { ChatMessage } from "../../../core/chat.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { limits, shares } from "../limits.ts";
import { escapeLine, fitted } from "./escape.ts";
import { type AllowedMentions, calledIn } from "./write.ts";
import { writeSentence } from "./write-sentence.ts";

/** Body of a message that calls people. */
export interface NotificationPayload {
  readonly content: string;
  readonly flags: number;
  readonly allowed_mentions: AllowedMentions;
}

/** The ping: whom it calls, then the title, the quote that says which video, and the body. Only a link of ours may unfold, and only where the card does not show its film. */
export function writeNotification(
  message: ChatMessage,
  people: readonly UserId[],
  how: { readonly isPrivate?: boolean } = {},
): NotificationPayload {
  // Those named in it are those it calls.
  const called = calledIn(people);
  let content = called.map((id) => `<@${id}>`).join(" ");
  const add = (text: string, gap: string) => {
    if (text !== "") content += content === "" ? text : gap + text;
  };
  add(fitted(message.title.trim(), shares.title, escapeLine) || "Reelay", " ");
  const quoted = fitted(message.quote?.trim() ?? "", shares.title, escapeLine);
  if (quoted !== "") add(`> ${quoted}`, "\n");
  for (const sentence of message.body) add(writeSentence(sentence, limits.content - content.length - 1), "\n");
  const hasLink = message.body.some((pieces) =>
    pieces.some((piece) => typeof piece !== "string" && piece.kind === "link"),
  );
  return {
    content,
    flags:
      (hasLink && !message.hidesPreview ? 0 : MessageFlags.SuppressEmbeds) |
      (how.isPrivate ? MessageFlags.Ephemeral : 0),
    allowed_mentions: called.length > 0 ? { parse: [], users: called } : { parse: [] },
  };
}
