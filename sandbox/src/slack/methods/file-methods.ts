import { z } from "zod";
import { refuse } from "../act/answer.ts";
import { limits } from "../check/limits.ts";
import { ids } from "../workspace.ts";
import type { World } from "../world.ts";
import { type Methods, method } from "./method.ts";
import { reach } from "./reach.ts";
import { nested } from "./read-call.ts";

/** An address in a channel: not a person's id. Source: Slack's documentation, files.completeUploadExternal (read 2026-11-21). */
const channelId = z.string().regex(/^[CGDZ][A-Z0-9]{8,}$/);
const listed = z.array(z.strictObject({ id: z.string(), title: z.string().optional() })).min(1);

export function fileMethods({ workspace, timeline, uploads, files }: World): Methods {
  return {
    "files.info": method(z.object({ file: z.string().min(1) }), (args) => {
      const file = files.find(args.file);
      if (!file) return refuse("file_not_found", `no file ${args.file}`);
      const shares: Record<string, Record<string, object[]>> = { public: {}, private: {} };
      for (const { channelId, ts, threadTs } of timeline.sharing(file.id)) {
        const where = shares[workspace.channel(channelId)?.kind === "public" ? "public" : "private"] ?? {};
        where[channelId] = [...(where[channelId] ?? []), { ts, ...(threadTs !== null && { thread_ts: threadTs }) }];
      }
      return { ok: true, file: { ...files.describe(file), shares } };
    }),

    // A bot's token deletes what the bot has brought. Source: Slack's documentation, files.delete (read 2026-11-21).
    "files.delete": method(z.object({ file: z.string().min(1) }), (args) => {
      const file = files.find(args.file);
      if (!file) return refuse("file_not_found", `no file ${args.file}`);
      if (file.ownerId !== ids.botUserId) return refuse("cant_delete_file", "it is somebody else's");
      timeline.dropFile(file.id);
      files.remove(file.id);
      return { ok: true };
    }),

    "files.getUploadURLExternal": method(
      z.object({
        filename: z.string().min(1),
        length: z.coerce.number().int().positive(),
        alt_txt: z.string().max(limits.fileAltText).optional(),
      }),
      ({ filename: name, length, alt_txt: alt = "" }) => {
        if (uploads.rules.begin !== null) return refuse(uploads.rules.begin, "the workspace takes no such file");
        if (length > limits.uploadBytes) return refuse("file_upload_size_restricted", `${length} bytes`);
        return { ok: true, ...uploads.begin({ name, length, alt }) };
      },
    ),

    "files.completeUploadExternal": method(
      z.object({
        files: z.preprocess(nested, listed),
        channel_id: channelId.optional(),
        thread_ts: z.string().optional(),
        initial_comment: z.string().optional(),
      }),
      ({ files, channel_id, thread_ts, initial_comment = "" }, sent) => {
        if (uploads.rules.complete !== null) return refuse(uploads.rules.complete, "the workspace takes no such file");
        const reached = channel_id === undefined ? undefined : reach(workspace, channel_id);
        if (reached && !reached.ok) return reached;
        // Without membership nobody shares a file, even where they may write.
        if (reached && !reached.channel.members.has(ids.botUserId))
          return refuse("not_in_channel", `the bot is not in ${channel_id}`);
        const held = files.map(({ id, title }) => uploads.take(id, title)).filter((file) => file !== undefined);
        if (held.length < files.length) return refuse("file_not_found", "not begun, not brought, or shared already");
        if (reached)
          timeline.post({
            channelId: reached.channel.id,
            text: initial_comment,
            blocks: [],
            threadTs: thread_ts ?? null,
            fileIds: held.map(({ id }) => id),
            sent,
          });
        return { ok: true, files: files.map(({ id, title }) => ({ id, title: title ?? "" })) };
      },
    ),
  };
}
