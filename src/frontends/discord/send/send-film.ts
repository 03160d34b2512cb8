import { RequestMethod, Routes } from "discord.js";
import { nameOf } from "../../../core/batch/films.ts";
import type { FilmSender } from "../../../core/film/chat-films.ts";
import { ok, refuse } from "../../../core/result.ts";
import { writeMessage } from "../write/write.ts";
import type { Api } from "./api.ts";
import { isTooLarge } from "./attach.ts";
import { discordReply } from "./discord-reply.ts";
import { DEFAULT_BYTES } from "./file-limits.ts";
import { multipart } from "./multipart.ts";
import { nonceOf, placeIn } from "./ways.ts";

/**
 * Sends a film by the token of the press, which needs no right of the bot's own in the channel and says how large a file
 * may be. Such a message has no nonce: repeated, it would be a second one.
 */
export function filmSender({ api }: { readonly api: Api }): FilmSender {
  return {
    maxBytes: ({ reply }) => discordReply(reply).attachmentLimit ?? DEFAULT_BYTES,
    async send({ reply: handle, isPrivate }, message, { bytes, signal }) {
      const reply = discordReply(handle);
      const name = nameOf(message.video ?? { description: "" }, "mp4", "ascii");
      const payload = writeMessage(message, { isPrivate, files: [{ id: null, name }] });
      const file = { name, type: "video/mp4", bytes: bytes.length, content: [bytes] };
      const sent = placeIn(
        await api.byToken({
          method: RequestMethod.Post,
          route: Routes.webhook(reply.applicationId, reply.token),
          upload: multipart(payload, file, nonceOf(reply, "film")),
          signal,
        }),
      );
      if (sent.ok) return ok(null);
      const { refusal } = sent;
      if (refusal.kind !== "refused") return refuse(refusal);
      if (isTooLarge(refusal)) return refuse({ kind: "too_large" });
      return refuse({ kind: "not_taken", detail: `${refusal.status}/${refusal.code}` });
    },
  };
}
