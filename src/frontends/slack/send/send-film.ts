import type { FilmSender } from "../../../core/film/chat-films.ts";
import type { FetchWhole } from "../../../core/ports.ts";
import { ok, refuse } from "../../../core/result.ts";
import { limits } from "../limits.ts";
import { slackReply } from "../read/slack-reply.ts";
import { askedFor, titleOf } from "./attach.ts";
import { type ClientOf, callAt } from "./client-of.ts";
import { sendBytes } from "./send-bytes.ts";
import { fileRefusal, upload } from "./upload.ts";

/** Shares a film in the thread of the card that was pressed. */
export function filmSender(deps: {
  readonly clientOf: ClientOf;
  readonly fetchWhole: FetchWhole;
  readonly apiUrl: string;
}): FilmSender {
  const { clientOf } = deps;
  const send = sendBytes(deps);
  return {
    maxBytes: () => limits.fileBytes,
    async send({ reply: handle, card }, message, { bytes, signal }) {
      const reply = slackReply(handle);
      const film = message.video ?? { description: "" };
      const content = { type: "video/mp4", content: parts(bytes) };
      const length = bytes.length;
      const brought = await upload({ clientOf, send }, reply, { ...askedFor(film, "mp4"), length, content, signal });
      if (!brought.ok) return brought;
      const files = [{ id: brought.value, title: titleOf(film) }];
      const where = {
        channel_id: card?.channelId ?? reply.channelId,
        thread_ts: reply.threadTs ?? card?.messageId,
      };
      const shared = await callAt(clientOf, reply, (client) =>
        client.apiCall("files.completeUploadExternal", { files, ...where }),
      );
      return shared.ok ? ok(null) : refuse(fileRefusal(shared.refusal));
    },
  };
}

async function* parts(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
