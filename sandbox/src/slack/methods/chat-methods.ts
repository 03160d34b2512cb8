import { z } from "zod";
import { type Refusal, refuse } from "../act/answer.ts";
import { limits } from "../check/limits.ts";
import { readContent } from "../check/read-content.ts";
import type { SlackMessage } from "../message.ts";
import { messagePayload } from "../payloads.ts";
import { ids } from "../workspace.ts";
import type { World } from "../world.ts";
import { type Methods, method } from "./method.ts";
import { reach } from "./reach.ts";
import { flag } from "./read-call.ts";

const ts = z.string().regex(/^\d{10}\.\d{6}$/, { error: "must be a message ts" });
const content = { channel: z.string().min(1), text: z.string().optional(), blocks: z.unknown().optional() };

export function chatMethods({ files, workspace, timeline }: World): Methods {
  /** The bot's own message in a channel it can reach; `denied` is the code where it is somebody else's. */
  function own(channelId: string, ts: string, denied: string): { ok: true; message: SlackMessage } | Refusal {
    // Only a new message may be addressed to a person instead of a channel.
    if (!workspace.channel(channelId)) return refuse("channel_not_found", `no channel ${channelId}`);
    const reached = reach(workspace, channelId);
    if (!reached.ok) return reached;
    const message = timeline.find(channelId, ts);
    if (!message) return refuse("message_not_found", `no message ${ts} in ${channelId}`);
    if (message.ephemeralFor !== null) return refuse("message_not_found", "an ephemeral message cannot be changed");
    if (message.userId !== ids.botUserId) return refuse(denied, "the bot did not write it");
    return { ok: true, message };
  }

  return {
    "chat.postMessage": method(
      z.object({ ...content, thread_ts: ts.optional(), reply_broadcast: flag }),
      (args, sent) => {
        const reached = reach(workspace, args.channel);
        if (!reached.ok) return reached;
        const read = readContent(args);
        if (!read.ok) return read;
        const message = timeline.post({
          channelId: reached.channel.id,
          text: read.text,
          blocks: read.blocks,
          threadTs: args.thread_ts ?? null,
          isBroadcast: args.thread_ts !== undefined && args.reply_broadcast,
          sent,
        });
        return { ok: true, channel: message.channelId, ts: message.ts, message: messagePayload(message, files) };
      },
    ),

    "chat.postEphemeral": method(
      z.object({ ...content, user: z.string().min(1), thread_ts: ts.optional() }),
      (args, sent) => {
        const reached = reach(workspace, args.channel);
        if (!reached.ok) return reached;
        if (!reached.channel.members.has(args.user) || args.user === ids.botUserId)
          return refuse("user_not_in_channel", `${args.user} is not in ${args.channel}`);
        const read = readContent(args);
        if (!read.ok) return read;
        const message = timeline.post({
          channelId: reached.channel.id,
          text: read.text,
          blocks: read.blocks,
          threadTs: args.thread_ts ?? null,
          ephemeralFor: args.user,
          sent,
        });
        return { ok: true, message_ts: message.ts };
      },
    ),

    "chat.update": method(z.object({ ...content, ts }), (args, sent) => {
      const found = own(args.channel, args.ts, "cant_update_message");
      if (!found.ok) return found;
      if ((args.text?.length ?? 0) > limits.updateText)
        return refuse("msg_too_long", `${args.text?.length} characters, ${limits.updateText} at most`);
      const read = readContent(args);
      if (!read.ok) return read;
      const message = timeline.edit(found.message, { ...read, sent });
      return {
        ok: true,
        channel: message.channelId,
        ts: message.ts,
        text: message.text,
        message: messagePayload(message, files),
      };
    }),

    "chat.delete": method(z.object({ channel: z.string().min(1), ts }), (args) => {
      const found = own(args.channel, args.ts, "cant_delete_message");
      if (!found.ok) return found;
      timeline.remove(found.message);
      return { ok: true, channel: args.channel, ts: args.ts };
    }),

    "chat.getPermalink": method(z.object({ channel: z.string().min(1), message_ts: ts }), (args) => {
      const reached = reach(workspace, args.channel);
      if (!reached.ok) return reached;
      const message = timeline.find(args.channel, args.message_ts);
      if (!message || message.ephemeralFor !== null)
        return refuse("message_not_found", `no message ${args.message_ts} in ${args.channel}`);
      const permalink = `https://${ids.teamDomain}.slack.com/archives/${args.channel}/p${args.message_ts.replace(".", "")}`;
      return { ok: true, channel: args.channel, permalink };
    }),
  };
}
