import type { FilmSender } from "../../../core/film/chat-films.ts";
import { limits } from "../limits.ts";
import { slackReply } from "../read/slack-reply.ts";
import { askedFor, titleOf } from "./attach.ts";
import { sendBytes } from "./send-bytes.ts";
import { inOnePiece, share, type Uploading, upload } from "./upload.ts";

/** Shares a film in the thread of the card that was pressed. */
export function filmSender(deps: Uploading): FilmSender {
  const { clientOf } = deps;
  const send = sendBytes(deps);
  return {
    maxBytes: () => limits.fileBytes,
    cardBeside: ({ reply, card }) =>
      card && { ...slackReply(reply), ts: card.messageId, cardChannelId: card.channelId, isUneditable: false },
    async send({ reply: handle, card }, message, { bytes, signal, save }) {
      const reply = slackReply(handle);
      const film = message.video ?? { description: "" };
      const content = { type: "video/mp4", content: inOnePiece(bytes) };
      const length = bytes.length;
      const brought = await upload({ clientOf, send }, reply, { ...askedFor(film, "mp4"), length, content, signal });
      if (!brought.ok) return brought;
      await save(brought.value);
      return share(clientOf, reply, {
        id: brought.value,
        title: titleOf(film),
        channelId: card?.channelId ?? reply.channelId,
        threadTs: reply.threadTs ?? card?.messageId,
      });
    },
  };
}
