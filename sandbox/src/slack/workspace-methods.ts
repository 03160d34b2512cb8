import { z } from "zod";
import { type Person, personWith, type Standing } from "../people.ts";
import { type Answer, flag, type Method, type Methods, method, nested, type Refusal, reach, refuse } from "./answer.ts";
import { messagePayload } from "./payloads.ts";
import { limits } from "./slack-limits.ts";
import type { World } from "./slack-world.ts";
import type { SlackMessage } from "./timeline.ts";
import { type Channel, historyScope, ids } from "./workspace.ts";

const inChannel = z.object({ channel: z.string().min(1) });
/** `inclusive` includes `oldest` and `latest`. Source: Slack docs, methods/conversations.history (read 2026-11-28). */
const page = inChannel.extend({
  oldest: z.coerce.number().default(0),
  latest: z.coerce.number().default(Number.POSITIVE_INFINITY),
  inclusive: flag,
  limit: z.coerce.number().int().min(1).max(999).default(100),
});

function isBetween({ oldest, latest, inclusive }: z.infer<typeof page>, { ts }: SlackMessage): boolean {
  const at = Number(ts);
  return (at > oldest && at < latest) || (inclusive && (at === oldest || at === latest));
}

export function workspaceMethods(world: World): Methods {
  const { workspace, timeline, sockets, files, grants, chosenLocales, standings } = world;
  const connect: Method = { token: "app", run: () => ({ ok: true, url: sockets.mintUrl() }) };
  /** Source: Slack docs, app-manifests/configuring-apps-with-app-manifests (read 2026-11-23). */
  const exported: Method = {
    token: "config",
    run: ({ app_id: id }) =>
      id === ids.appId ? { ok: true, manifest: grants.manifest } : refuse("invalid_app_id", `no app ${id}`),
  };
  /** Everybody knows public channels; only members know others. */
  function knownTo(id: string): Channel | undefined {
    const channel = workspace.channel(id);
    return channel?.kind === "public" || channel?.members.has(ids.botUserId) ? channel : undefined;
  }
  const unknownChannel = (id: string) => refuse("channel_not_found", `the bot knows no channel ${id}`);

  function readPage(
    { channel: channelId, limit }: z.infer<typeof page>,
    choose: (messages: readonly SlackMessage[]) => readonly SlackMessage[] | Refusal,
  ): Answer {
    const reached = reach(workspace, channelId);
    if (!reached.ok) return reached;
    const scope = historyScope(reached.channel.kind);
    if (!grants.scopes.has(scope)) return refuse("missing_scope", scope);
    const seen = timeline.seenBy(ids.botUserId, reached.channel.id);
    const wanted = choose(seen.filter(({ ephemeralFor }) => ephemeralFor === null));
    if ("ok" in wanted) return wanted;
    const messages = wanted.slice(0, limit).map((one) => messagePayload(one, files));
    return { ok: true, messages, has_more: wanted.length > limit };
  }

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
      const channel = knownTo(args.channel);
      return channel ? { ok: true, channel: describe(channel) } : unknownChannel(args.channel);
    }),

    "conversations.join": method(inChannel, (args) => {
      const channel = knownTo(args.channel);
      if (!channel) return unknownChannel(args.channel);
      if (channel.kind !== "public")
        return refuse("method_not_supported_for_channel_type", "only a public channel can be joined");
      channel.members.add(ids.botUserId);
      return { ok: true, channel: describe(channel) };
    }),

    "conversations.replies": method(page.extend({ ts: z.string() }), (args) =>
      readPage(args, (messages) => {
        const thread = messages.filter(({ ts, threadTs }) => [ts, threadTs].includes(args.ts));
        if (thread.length === 0) return refuse("thread_not_found", `no thread ${args.ts}`);
        // Every page includes the thread's first message.
        return thread.filter((one) => one.ts === args.ts || isBetween(args, one));
      }),
    ),

    "conversations.history": method(page, (args) =>
      readPage(args, (messages) =>
        messages
          .filter(({ threadTs, isBroadcast }) => threadTs === null || isBroadcast)
          .filter((one) => isBetween(args, one))
          .toReversed(),
      ),
    ),
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

/** Not a person's id. Source: Slack docs, files.completeUploadExternal (read 2026-11-21). */
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

    // A bot's token deletes only the bot's files. Source: Slack docs, files.delete (read 2026-11-21).
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
        // Only members share files, even if others may write.
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

/** Profile fields with the same value for every user. Source: Slack docs, reference/objects/user-object (read 2026-11-22). */
const plain = {
  deleted: false,
  tz: "Etc/UTC",
  tz_label: "Coordinated Universal Time",
  tz_offset: 0,
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: false,
  is_ultra_restricted: false,
  is_bot: false,
  is_app_user: false,
};

/**
 * `team_id` identifies people of another workspace: `is_stranger` is true only if they share no channel with the app.
 */
function memberPayload({ slackId, id, name }: Person, { rank }: Standing) {
  return {
    ...plain,
    id: slackId,
    name: id,
    real_name: name,
    profile: { real_name: name, display_name: name },
    is_admin: rank === "admin",
    is_restricted: rank === "guest",
    ...(rank === "partner" ? { team_id: ids.partnerTeamId, is_stranger: false } : { team_id: ids.teamId }),
  };
}

function botPayload() {
  const { botUserId, teamId, botName, botId, appId } = ids;
  const profile = { real_name: botName, display_name: "", bot_id: botId, api_app_id: appId };
  return { ...plain, id: botUserId, team_id: teamId, name: botName, real_name: botName, profile, is_bot: true };
}
