import { z } from "zod";
import { type Answer, flag, type Methods, method, nested, type Refusal, reach, refuse } from "./answer.ts";
import { checkBlocks, checkHome, checkModal, type Modal, readContent } from "./check-blocks.ts";
import { messagePayload } from "./payloads.ts";
import { limits } from "./slack-limits.ts";
import type { World } from "./slack-world.ts";
import type { SlackMessage } from "./timeline.ts";
import { ids } from "./workspace.ts";

const ts = z.string().regex(/^\d{10}\.\d{6}$/, { error: "must be a message ts" });
const content = { channel: z.string().min(1), text: z.string().optional(), blocks: z.unknown().optional() };
const posted = z.object({ ...content, thread_ts: ts.optional() });

export function chatMethods({ files, workspace, timeline }: World): Methods {
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

  function post(
    args: z.infer<typeof posted>,
    sent: unknown,
    { user, isBroadcast = false }: { user?: string; isBroadcast?: boolean },
  ): { ok: true; message: SlackMessage } | Refusal {
    const reached = reach(workspace, args.channel);
    if (!reached.ok) return reached;
    const { id: channelId, members } = reached.channel;
    if (user !== undefined && (!members.has(user) || user === ids.botUserId))
      return refuse("user_not_in_channel", `${user} is not in ${args.channel}`);
    const read = readContent(args);
    if (!read.ok) return read;
    const { text, blocks } = read;
    const about = { threadTs: args.thread_ts ?? null, isBroadcast, ephemeralFor: user ?? null, sent };
    return { ok: true, message: timeline.post({ channelId, text, blocks, ...about }) };
  }

  return {
    "chat.postMessage": method(posted.extend({ reply_broadcast: flag }), (args, sent) => {
      const made = post(args, sent, { isBroadcast: args.thread_ts !== undefined && args.reply_broadcast });
      if (!made.ok) return made;
      const { channelId: channel, ts } = made.message;
      return { ok: true, channel, ts, message: messagePayload(made.message, files) };
    }),

    "chat.postEphemeral": method(posted.extend({ user: z.string().min(1) }), (args, sent) => {
      const made = post(args, sent, args);
      return made.ok ? { ok: true, message_ts: made.message.ts } : made;
    }),

    "chat.update": method(z.object({ ...content, ts }), (args, sent) => {
      const ownMessage = own(args.channel, args.ts, "cant_update_message");
      if (!ownMessage.ok) return ownMessage;
      if ((args.text?.length ?? 0) > limits.updateText)
        return refuse("msg_too_long", `${args.text?.length} characters, ${limits.updateText} at most`);
      const read = readContent(args);
      if (!read.ok) return read;
      const message = timeline.edit(ownMessage.message, { ...read, sent });
      const { channelId: channel, ts, text } = message;
      return { ok: true, channel, ts, text, message: messagePayload(message, files) };
    }),

    "chat.delete": method(z.object({ channel: z.string().min(1), ts }), (args) => {
      const ownMessage = own(args.channel, args.ts, "cant_delete_message");
      if (!ownMessage.ok) return ownMessage;
      timeline.remove(ownMessage.message);
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

const given = z.object({ blocks: z.unknown(), message: z.unknown(), view: z.unknown() }).partial();
const ofMessage = z.looseObject({ blocks: z.unknown() });
const ofView = z.looseObject({ type: z.string() });

export function blockMethods(): Methods {
  return {
    "blocks.validate": method(given, (args) => {
      const all = Object.values(args).filter((each) => each !== undefined);
      if (all.length !== 1) return refuse("invalid_arguments", "exactly one of blocks, message and view");
      const problems = problemsOf(args);
      return problems.length === 0 ? { ok: true } : refused(problems);
    }),
  };
}

function problemsOf({ blocks, message, view }: z.infer<typeof given>): readonly string[] {
  if (view !== undefined) return ofWholeView(nested(view));
  const list = message === undefined ? nested(blocks) : ofMessage.safeParse(nested(message)).data?.blocks;
  const checked = checkBlocks(list, "message", message === undefined ? [] : ["blocks"]);
  return checked.ok ? [] : checked.problems;
}

function ofWholeView(view: unknown): readonly string[] {
  const isHome = ofView.safeParse(view).data?.type === "home";
  const checked = isHome ? checkHome(view) : checkModal(view);
  return checked.ok ? [] : checked.problems.map((each) => each.replace("[json-pointer:/view", "[json-pointer:"));
}

const POINTED = /^(.*) \[json-pointer:([^\]]*)\]$/s;

function refused(problems: readonly string[]): Answer {
  const errors = problems.map((each) => {
    const [, message = each, pointer = ""] = POINTED.exec(each) ?? [];
    return { code: "failed_constraint", message, pointer };
  });
  return { ...refuse("invalid_blocks", "", problems), errors };
}

const shown = z.object({ trigger_id: z.string().min(1), view: z.unknown() });

export function viewMethods({ views, homes, triggerIds, workspace }: World): Methods {
  function readModal(raw: unknown, except?: string): { ok: true; modal: Modal } | Refusal {
    const given = nested(raw);
    if (Buffer.byteLength(JSON.stringify(given) ?? "") > limits.viewBytes)
      return refuse("view_too_large", `more than ${limits.viewBytes} bytes`);
    const checked = checkModal(given);
    if (!checked.ok) return refuse("invalid_arguments", "", checked.problems);
    const { external_id: externalId } = checked.view;
    const twin = externalId === "" ? undefined : views.find({ externalId });
    if (twin && twin.view.id !== except)
      return refuse("duplicate_external_id", "another open form has that external_id");
    return { ok: true, modal: checked.view };
  }

  function open(args: z.infer<typeof shown>, needsParent: boolean): Answer {
    const read = readModal(args.view);
    if (!read.ok) return read;
    const exchanged = triggerIds.exchange(args.trigger_id);
    if (!exchanged.ok) return exchanged;
    if (needsParent && views.openAt(exchanged.where).length === 0)
      return refuse("not_found", "there is no form to push this one upon");
    const view = views.open(exchanged.where, read.modal);
    return view ? { ok: true, view } : refuse("push_limit_reached", `${limits.viewStack} forms are open`);
  }

  return {
    "views.open": method(shown, (args) => open(args, false)),
    "views.push": method(shown, (args) => open(args, true)),

    "views.update": method(
      z.object({
        view_id: z.string().optional(),
        external_id: z.string().optional(),
        hash: z.string().optional(),
        view: z.unknown(),
      }),
      (args) => {
        const form = views.find({ viewId: args.view_id, externalId: args.external_id });
        const read = readModal(args.view, form?.view.id);
        if (!read.ok) return read;
        if (!form) return refuse("not_found", `no open form ${args.view_id ?? args.external_id ?? ""}`);
        if (args.hash !== undefined && args.hash !== form.view.hash)
          return refuse("hash_conflict", "the form was changed since");
        return { ok: true, view: views.update(form.view.id, read.modal) };
      },
    ),

    "views.publish": method(
      z.object({ user_id: z.string().min(1), hash: z.string().optional(), view: z.unknown() }),
      (args) => {
        if (!workspace.directMessage(args.user_id)) return refuse("user_not_found", `no user ${args.user_id}`);
        const checked = checkHome(nested(args.view));
        if (!checked.ok) return refuse("invalid_arguments", "", checked.problems);
        const held = homes.of(args.user_id);
        if (args.hash !== undefined && held !== undefined && args.hash !== held.hash)
          return refuse("hash_conflict", "the home was changed since");
        return { ok: true, view: homes.publish(args.user_id, checked.view) };
      },
    ),
  };
}
