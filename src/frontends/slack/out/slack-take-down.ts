import { z } from "zod";
import type { LookRefusal, Posted, SlackReply } from "../../../core/chat.ts";
import type { Left } from "../../../core/job/card-news.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { type CallRefusal, type ClientOf, callAt } from "./slack-calls.ts";

/** Source: docs.slack.dev, methods/chat.delete#errors and methods/files.delete#errors (read 2026-11-21). */
const GONE: ReadonlySet<string> = new Set(["message_not_found", "file_not_found", "file_deleted"]);

const shares = z.record(z.string(), z.array(z.object({ ts: z.string() }))).catch({});
const described = z.object({
  file: z.object({
    shares: z.object({ public: shares.default({}), private: shares.default({}) }).catch({ public: {}, private: {} }),
  }),
});

/**
 * Deletes the notification, then the videos in the thread, then the card: a deleted message with replies would leave a
 * placeholder.
 */
export async function takeDown(
  clientOf: ClientOf,
  reply: SlackReply,
  notification: readonly Posted[],
): Promise<Result<readonly Left[], LookRefusal>> {
  const { ts, cardChannelId, channelId } = reply;

  const unpost = (channel: string, message: string) =>
    callAt(clientOf, reply, ({ chat }) => chat.delete({ channel, ts: message }));

  /**
   * A deleted file leaves a placeholder in the message that shared it, so that message is deleted first, where it can
   * be found.
   */
  async function unshare(file: string): Promise<Result<unknown, CallRefusal>> {
    const fileInfo = await callAt(clientOf, reply, ({ files }) => files.info({ file }));
    if (!fileInfo.ok && fileInfo.refusal.kind !== "not_here") return fileInfo;
    const read = described.safeParse(fileInfo.ok ? fileInfo.value : null);
    const shared = read.success
      ? Object.entries({ ...read.data.file.shares.public, ...read.data.file.shares.private })
      : [];
    for (const [channel, messages] of shared)
      for (const message of messages) {
        const removed = await unpost(channel, message.ts);
        if (!removed.ok && removed.refusal.kind !== "not_here") return removed;
      }
    return callAt(clientOf, reply, ({ files }) => files.delete({ file }));
  }

  const posted = notification.filter((one) => one.platform === "slack");
  const acts: readonly (readonly [Left, () => Promise<Result<unknown, CallRefusal>>])[] = [
    ...posted.map((one) => ["notification", () => unpost(one.channelId, one.ts)] as const),
    ...(reply.files ?? []).map(({ id }) => ["video", () => unshare(id)] as const),
    ["card", async () => (ts === null ? refuse(nowhere) : unpost(cardChannelId ?? channelId, ts))],
  ];
  let left: readonly Left[] = [];
  for (const [what, act] of acts) {
    const removed = await act();
    if (removed.ok) continue;
    const { refusal } = removed;
    if (refusal.kind !== "not_here") return refuse(refusal);
    if (!GONE.has(refusal.code)) left = left.includes(what) ? left : [...left, what];
  }
  return ok(left);
}

const nowhere: CallRefusal = { kind: "not_here", code: "no_card" };
