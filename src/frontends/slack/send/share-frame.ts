import { threadFilesIn } from "../../../core/batch/films.ts";
import type { ShareFrame } from "../../../core/film/chat-films.ts";
import { refuse } from "../../../core/result.ts";
import { slackReply } from "../read/slack-reply.ts";
import { sendBytes } from "./send-bytes.ts";
import { inOnePiece, share, type Uploading, upload } from "./upload.ts";

/**
 * Shares the frame that a video begins with in the thread of its card. It is no block of the card: Slack refuses a whole message
 * for a picture that it cannot load.
 */
export function frameSharer(deps: Uploading): ShareFrame {
  const { clientOf } = deps;
  const send = sendBytes(deps);

  return async (handle, { bytes, title, nth, signal, save }) => {
    const { fileIds: _, fileId: __, ...reply } = slackReply(handle);
    const { ts, cardChannelId, channelId, threadTs } = reply;
    // Such a card stands where the bot is not, or nowhere: it has no thread.
    if (ts === null) return refuse({ kind: "card_gone" });
    const filename = nth === undefined ? "frame.png" : `${nth}-frame.png`;
    const content = { type: "image/png", content: inOnePiece(bytes) };
    const asked = { filename, length: bytes.length, alt_txt: title, content, signal };
    const brought = await upload({ clientOf, send }, reply, asked);
    if (!brought.ok) return brought;
    const id = brought.value;
    const file = { id, isFrame: true, ...(nth !== undefined && { nth }) } as const;
    const files = [...threadFilesIn(slackReply(handle)), file];
    if (signal.aborted || !(await save({ ...reply, files }))) return refuse({ kind: "skipped" });
    return share(clientOf, reply, {
      id,
      title: nth === undefined ? title : `${nth}. ${title}`,
      channelId: cardChannelId ?? channelId,
      threadTs: threadTs ?? ts,
    });
  };
}
