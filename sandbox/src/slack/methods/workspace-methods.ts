import { z } from "zod";
import { personWith } from "../../people.ts";
import { refuse } from "../act/answer.ts";
import { historyScope } from "../grants.ts";
import { messagePayload } from "../payloads.ts";
import { type Channel, ids } from "../workspace.ts";
import type { World } from "../world.ts";
import { type Method, type Methods, method } from "./method.ts";
import { reach } from "./reach.ts";
import { flag } from "./read-call.ts";
import { botPayload, memberPayload } from "./user-payload.ts";

const inChannel = z.object({ channel: z.string().min(1) });
/** Messages older than `oldest` are left out. Source: Slack's documentation, methods/conversations.history (read 2026-11-21). */
const ofPage = { oldest: z.coerce.number().default(0), limit: z.coerce.number().int().min(1).max(999).default(100) };

export function workspaceMethods({
  workspace,
  timeline,
  sockets,
  files,
  grants,
  chosenLocales,
  standings,
}: World): Methods {
  const connect: Method = { token: "app", run: () => ({ ok: true, url: sockets.mintUrl() }) };
  /** Source: Slack's documentation, app-manifests/configuring-apps-with-app-manifests (read 2026-11-23). */
  const exported: Method = {
    token: "config",
    run: ({ app_id: id }) =>
      id === ids.appId ? { ok: true, manifest: grants.manifest } : refuse("invalid_app_id", `no app ${id}`),
  };
  const mayRead = ({ kind }: Channel) => grants.scopes.has(historyScope(kind));
  const unread = ({ kind }: Channel) => refuse("missing_scope", historyScope(kind));

  return {
    "apps.connections.open": connect,
    "apps.manifest.export": exported,

    "auth.test": method(z.object({}), () => ({
      ok: true,
      url: `https://${ids.teamDomain}.slack.com/`,
      team: ids.teamDomain,
      user: ids.botName,
      team_id: ids.teamId,
      user_id: ids.botUserId,
      bot_id: ids.botId,
      is_enterprise_install: false,
    })),

    "users.info": method(z.object({ user: z.string().min(1), include_locale: flag }), (args) => {
      if (args.user === ids.botUserId) return { ok: true, user: botPayload() };
      const person = personWith(args.user);
      if (!person) return refuse("user_not_found", `no user ${args.user}`);
      const locale = chosenLocales.get(person.id) ?? person.locale;
      const user = memberPayload(person, standings.of(person));
      return { ok: true, user: args.include_locale ? { ...user, locale } : user };
    }),

    "conversations.open": method(z.object({ users: z.string().min(1) }), (args) => {
      const channel = personWith(args.users) && workspace.directMessage(args.users);
      return channel ? { ok: true, channel: { id: channel.id } } : refuse("user_not_found", `no user ${args.users}`);
    }),

    "conversations.info": method(inChannel, (args) => {
      const channel = workspace.channel(args.channel);
      const isMember = channel?.members.has(ids.botUserId) ?? false;
      if (!channel || (!isMember && channel.kind !== "public"))
        return refuse("channel_not_found", `the bot knows no channel ${args.channel}`);
      return { ok: true, channel: describe(channel) };
    }),

    "conversations.join": method(inChannel, (args) => {
      const channel = workspace.channel(args.channel);
      if (!channel || (channel.kind === "private" && !channel.members.has(ids.botUserId)))
        return refuse("channel_not_found", `the bot knows no channel ${args.channel}`);
      if (channel.kind !== "public")
        return refuse("method_not_supported_for_channel_type", "only a public channel can be joined");
      channel.members.add(ids.botUserId);
      return { ok: true, channel: describe(channel) };
    }),

    "conversations.replies": method(inChannel.extend({ ts: z.string(), ...ofPage }), (args) => {
      const reached = reach(workspace, args.channel);
      if (!reached.ok) return reached;
      if (!mayRead(reached.channel)) return unread(reached.channel);
      const thread = timeline
        .seenBy(ids.botUserId, reached.channel.id)
        .filter(({ ts, threadTs, ephemeralFor }) => ephemeralFor === null && [ts, threadTs].includes(args.ts));
      if (thread.length === 0) return refuse("thread_not_found", `no thread ${args.ts}`);
      // The message that began the thread comes with every page.
      const wanted = thread.filter(({ ts }) => ts === args.ts || Number(ts) > args.oldest);
      return {
        ok: true,
        messages: wanted.slice(0, args.limit).map((one) => messagePayload(one, files)),
        has_more: wanted.length > args.limit,
      };
    }),

    "conversations.history": method(inChannel.extend(ofPage), (args) => {
      const reached = reach(workspace, args.channel);
      if (!reached.ok) return reached;
      if (!mayRead(reached.channel)) return unread(reached.channel);
      const wanted = timeline
        .seenBy(ids.botUserId, reached.channel.id)
        .filter(
          ({ ephemeralFor, threadTs, isBroadcast }) => ephemeralFor === null && (threadTs === null || isBroadcast),
        )
        .filter(({ ts }) => Number(ts) > args.oldest)
        .reverse();
      return {
        ok: true,
        messages: wanted.slice(0, args.limit).map((one) => messagePayload(one, files)),
        has_more: wanted.length > args.limit,
      };
    }),
  };
}

function describe(channel: Channel) {
  return {
    id: channel.id,
    ...(channel.kind !== "im" && { name: channel.name }),
    is_channel: channel.kind === "public",
    is_group: channel.kind === "private",
    is_im: channel.kind === "im",
    is_private: channel.kind !== "public",
    is_archived: false,
    is_member: channel.members.has(ids.botUserId),
  };
}
