import { z } from "zod";
import type { ChatMessage, SlackReply } from "../../../core/chat.ts";
import type { OwnFile } from "../../../core/command.ts";
import type { Log } from "../../../core/ports.ts";
import { errorForLog } from "../../../core/text/error-for-log.ts";
import { times } from "../limits.ts";
import type { CallRefusal } from "./call.ts";
import { callAt } from "./client-of.ts";
import { sendBytes } from "./send-bytes.ts";
import { inOnePiece, type Uploading, upload } from "./upload.ts";

/** However large a file is taken: it is held in memory. */
const MOST_BYTES = 20 * 1_024 * 1_024;

const opened = z.object({ channel: z.object({ id: z.string() }) });

/** What its person is told of a file; null: it surely was not given. Never rejects. */
export type GiveFile = (reply: SlackReply, file: OwnFile) => Promise<ChatMessage | null>;

/** Puts a person's file into their direct message with the bot, for no message that only one person sees can hold one. */
export function fileGiver(deps: Uploading & { readonly log: Log }): GiveFile {
  const { clientOf, log } = deps;
  const send = sendBytes(deps);

  async function give(reply: SlackReply, file: OwnFile): Promise<ChatMessage | null> {
    const { userId: users } = reply;
    const direct = await callAt(clientOf, reply, (client) => client.conversations.open({ users }));
    const channel = opened.safeParse(direct.ok ? direct.value : null);
    if (!channel.success) return lost(direct.ok ? "no channel" : detailOf(direct.refusal));
    const { content, message } = await file.within(MOST_BYTES);
    const { name: filename, type } = file;
    const signal = AbortSignal.timeout(times.uploadMs);
    const brought = await upload({ clientOf, send }, reply, {
      filename,
      length: content.length,
      signal,
      content: { type, content: inOnePiece(content) },
    });
    if (!brought.ok) return lost(brought.refusal.kind);
    const shared = await callAt(clientOf, reply, (client) =>
      client.apiCall("files.completeUploadExternal", {
        files: [{ id: brought.value, title: filename }],
        channel_id: channel.data.channel.id,
      }),
    );
    if (shared.ok) return message;
    const { refusal } = shared;
    // A second one might be one too many.
    if (refusal.kind === "unavailable" && refusal.unclear) return file.unsure;
    return lost(detailOf(refusal));
  }

  function lost(why: string): null {
    log.warn("slack file not given", { why });
    return null;
  }

  return (reply, file) =>
    give(reply, file).catch((error: unknown) => {
      log.error("slack file not given", { ...errorForLog(error) });
      return null;
    });
}

function detailOf(refusal: CallRefusal): string {
  return refusal.kind === "not_here" ? refusal.code : refusal.kind;
}
