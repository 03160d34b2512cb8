import { ChannelType, InteractionContextType, MessageFlags, PermissionFlagsBits } from "discord.js";
import { z } from "zod";
import { isCardButton, readButtonId } from "../../../core/button.ts";
import { type DiscordReply, type PressedOn, SELECT_ID } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import type { Act, AgeRestriction, Command, Permission, Standing } from "../../../core/command.ts";
import { commandSpecs, declaredAct, messageCommandSpecs } from "../../../core/command-specs.ts";
import { submittedAct } from "../../../core/submitted-form.ts";
import { type Locale, localeOf } from "../../../core/text/locale.ts";
import { GUEST_FLAG, TOKEN_LIFE_MS } from "../discord-limits.ts";
import { idsIn } from "../out/write-discord-message.ts";
import { attachment, type Broken, readAttachment, readMessageAct } from "./read-discord-message.ts";

const snowflake = z.string().regex(/^\d{1,20}$/);
const bits = z.string().regex(/^\d{1,30}$/);

/** Without these fields, no answer is possible. */
const answerable = z.object({
  id: snowflake,
  token: z.string().min(1),
  application_id: snowflake,
  locale: z.string().nullable().catch(null),
  message: z.unknown().optional(),
});

const user = z.object({ id: snowflake });

const interaction = answerable.extend({
  type: z.int(),
  guild_id: snowflake.nullable().default(null),
  channel_id: snowflake,
  member: z
    .object({
      user,
      roles: z.array(z.string()).catch([]),
      /** Unreadable permissions grant nothing. */
      permissions: bits.catch("0"),
      flags: z.int().catch(0),
    })
    .nullish(),
  user: user.nullish(),
  /** These three fields show whether the bot is in the server. By default, it is assumed to be. */
  context: z.int().nullable().catch(null),
  authorizing_integration_owners: z.record(z.string(), z.string()).nullable().catch(null),
  app_permissions: bits.nullable().catch(null),
  channel: z
    .object({
      type: z.int(),
      parent_id: snowflake.nullable().catch(null),
      nsfw: z.boolean().nullable().catch(null),
    })
    .nullable()
    .catch(null),
  attachment_size_limit: z.int().positive().nullable().catch(null),
  data: z.unknown().optional(),
});

type Interaction = z.output<typeof interaction>;
type Channel = NonNullable<Interaction["channel"]>;

const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
});

const resolved = z.object({ attachments: z.record(z.string(), attachment).optional() });

const commandData = z.object({
  name: z.string(),
  type: z.int().default(1),
  options: z.array(option).default([]),
  resolved: resolved.optional(),
});

const componentData = z.object({
  custom_id: z.string(),
  component_type: z.int(),
  values: z.array(z.string()).catch([]),
});

const field = z.object({
  custom_id: z.string().optional(),
  value: z.string().nullish(),
  values: z.array(z.string()).optional(),
});

const listed = z.record(z.string(), z.unknown()).optional();
const channelRights = z.object({ type: z.int(), app_permissions: bits });

const formData = z.object({
  custom_id: z.string(),
  components: z.array(z.object({ component: field.optional() })),
  /** The fields' own values come from the client and are not trusted. */
  resolved: resolved.extend({ users: listed, roles: listed, channels: listed }).optional(),
});

/** "sent": nothing confirms that it arrived. "never": nothing was sent. */
export type Respond = (callback: unknown) => Promise<"sent" | "unclear" | "never">;

export interface Caller {
  readonly id: string;
  readonly token: string;
  readonly applicationId: string;
  readonly hasMessage: boolean;
  /** The message is private and not a card. */
  readonly isReplaceable: boolean;
  readonly locale?: Locale;
  /** Only for an interaction received by HTTP. */
  readonly respond?: Respond;
}

export type Read =
  | { readonly kind: "command"; readonly caller: Caller; readonly command: Command; readonly reply: DiscordReply }
  /** The payload is invalid, but the caller is known and waits for an answer. */
  | { readonly kind: "broken"; readonly caller: Caller; readonly what: string }
  | { readonly kind: "typing"; readonly caller: Caller }
  /** Nobody expects an answer, or none can be given. */
  | { readonly kind: "unanswerable"; readonly what: string };

/** Never throws. */
export function readInteraction(
  payload: unknown,
  how: { prefix: string; receivedAt: EpochMs; respond?: Respond | undefined },
): Read {
  const { prefix, receivedAt, respond } = how;
  const ours = answerable.safeParse(payload);
  if (!ours.success) return { kind: "unanswerable", what: describeIssue(ours.error) };
  const { id, token, application_id: applicationId, message } = ours.data;
  const locale = localeOf(ours.data.locale);
  const spoken = locale === "en" ? {} : { locale };
  const pressed = readPressed(message);
  const hasMessage = pressed !== null;
  const caller: Caller = {
    id,
    token,
    applicationId,
    hasMessage,
    isReplaceable: isReplaceable(pressed),
    ...spoken,
    ...(respond && { respond }),
  };
  const { data: whole, error } = interaction.safeParse(payload);
  if (!whole) return { kind: "broken", caller, what: describeIssue(error) };
  const { type, guild_id: guildId, channel_id: channelId, member, user } = whole;
  const userId = member?.user.id ?? user?.id;
  const act = type === AUTOCOMPLETE ? readTyping(whole.data, prefix) : readAct(whole, pressed, prefix);
  if (act === null || (type === AUTOCOMPLETE && userId === undefined)) return { kind: "typing", caller };
  if (userId === undefined) return { kind: "broken", caller, what: "user: missing" };
  if ("broken" in act) return { kind: "broken", caller, what: act.broken };
  const { hasAccess, missing } = reachOf(whole);
  const standing = standingOf(whole);
  const tokenUntil = receivedAt + TOKEN_LIFE_MS;
  const reply = newReply({
    applicationId,
    guildId,
    channelId,
    userId,
    token,
    tokenUntil,
    editableUntil: hasAccess ? null : tokenUntil,
    attachmentLimit: whole.attachment_size_limit,
  });
  const command: Command = {
    ...commandFrom(reply, whole.channel),
    eventId: `discord:${id}`,
    roles: guildId === null ? [] : (member?.roles ?? []),
    receivedAt,
    ...spoken,
    act,
    ...(missing && { missing }),
    ...(standing && { standing }),
  };
  return { kind: "command", caller, reply, command };
}

export function newReply(where: Omit<DiscordReply, "platform" | "messageId" | "movedTo" | "isPrivate">): DiscordReply {
  return { platform: "discord", messageId: null, movedTo: null, isPrivate: false, ...where };
}

export function commandFrom(reply: DiscordReply, channel: Channel | null) {
  const { userId, guildId } = reply;
  const isThread = channel !== null && THREADS.includes(channel.type);
  // A thread's own flag does not count: its channel's does.
  const isRestricted = isThread ? null : (channel?.nsfw ?? null);
  const reported: AgeRestriction = isRestricted === null ? "ask" : isRestricted ? "yes" : "no";
  return {
    owner: { platform: "discord", userId } as const,
    workspace: guildId,
    reply,
    // Threads only: a channel's parent is its category.
    ...(isThread && channel.parent_id && { threadOf: channel.parent_id }),
    ageRestriction: guildId === null ? "no" : reported,
  };
}

/** Interaction types. Source: Discord docs, receiving-and-responding (read 2026-11-21). */
const COMMAND = 2;
const COMPONENT = 3;
const AUTOCOMPLETE = 4;
const FORM = 5;

function readAct({ type, data, channel_id }: Interaction, pressed: Pressed | null, prefix: string): Act | Broken {
  switch (type) {
    case COMMAND:
      return readUsed(data, prefix);
    case COMPONENT:
      return readComponent(data, pressed, channel_id);
    case FORM:
      return readForm(data);
    default:
      return { kind: "unknown", what: `interaction of type ${type}` };
  }
}

/** Never includes the value, which may be an API key. */
function describeIssue({ issues: [first] }: z.core.$ZodError): string {
  return first ? `${first.path.map(String).join(".") || "payload"}: ${String(first.code)}` : "payload";
}

const THREADS: readonly number[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

const BITS: Readonly<Record<Permission, bigint>> = {
  view_channel: PermissionFlagsBits.ViewChannel,
  send_messages: PermissionFlagsBits.SendMessages,
  send_in_threads: PermissionFlagsBits.SendMessagesInThreads,
  embed_links: PermissionFlagsBits.EmbedLinks,
  attach_files: PermissionFlagsBits.AttachFiles,
  read_history: PermissionFlagsBits.ReadMessageHistory,
};

export const NEEDED_PERMISSIONS = Object.values(BITS).reduce((sum, bit) => sum | bit, 0n);

/**
 * `hasAccess`: the bot's own token can edit a card there. `missing`: permissions that an admin can grant. The bot is there
 * only if `authorizing_integration_owners` has "0". Source: Discord docs, receiving-and-responding,
 * authorizing_integration_owners (read 2026-11-21).
 */
function reachOf(payload: Interaction): { readonly hasAccess: boolean; readonly missing?: readonly Permission[] } {
  const { guild_id: guildId, context, authorizing_integration_owners: owners, app_permissions: permissions } = payload;
  if (context === InteractionContextType.PrivateChannel) return { hasAccess: false };
  if (!guildId) return { hasAccess: true };
  if (owners && owners["0"] === undefined) return { hasAccess: false };
  if (!permissions) return { hasAccess: true };
  const missing = missingIn(permissions, payload.channel?.type ?? 0);
  return { hasAccess: !missing.includes("view_channel"), missing };
}

function missingIn(permissions: string, channelType: number): readonly Permission[] {
  const has = (bit: bigint) => (BigInt(permissions) & (bit | PermissionFlagsBits.Administrator)) !== 0n;
  const isThread = THREADS.includes(channelType);
  const needed: readonly Permission[] = [
    "view_channel",
    isThread ? "send_in_threads" : "send_messages",
    "embed_links",
    "attach_files",
    "read_history",
  ];
  return needed.filter((permission) => !has(BITS[permission]));
}

/** If the bot is not in the server, everybody counts as a guest, because no team is known there. */
function standingOf(payload: Interaction): Standing | undefined {
  const { guild_id: guildId, member, authorizing_integration_owners: owners } = payload;
  if (!guildId || !member) return undefined;
  if (owners && owners["0"] === undefined) return { isAdmin: false, isGuest: true };
  const may = BigInt(member.permissions);
  const isAdmin = (may & (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)) !== 0n;
  return { isAdmin, isGuest: (member.flags & GUEST_FLAG) !== 0 };
}

/** Command types. Source: Discord docs, application-commands (read 2026-11-21). */
const CHAT_INPUT = 1;
const MESSAGE = 3;
/** Component types. Source: Discord docs, components/reference (read 2026-11-21). */
const BUTTON = 2;
const STRING_SELECT = 3;

function readUsed(data: unknown, prefix: string): Act | Broken {
  const read = commandData.safeParse(data);
  if (!read.success) return { broken: "data of a command" };
  const { name, type, options, resolved } = read.data;
  if (type === MESSAGE && messageCommandSpecs.some((each) => each.name === name)) return readMessageAct(data);
  const spec = type === CHAT_INPUT ? commandSpecs(prefix).find((each) => each.name === name) : undefined;
  if (!spec) return unknown(`command ${name}`);
  const word = options[0]?.name;
  const act = declaredAct(spec, spec.subcommands.length > 0 ? (word ?? "") : undefined);
  if (act === "unknown") return unknown(`command ${name} ${word ?? ""}`);
  if (act) return act;
  const given = (name: string) => {
    const value = options.find((option) => option.name === name)?.value;
    return value === undefined ? null : String(value);
  };
  const imageId = given("image");
  const image = imageId === null ? null : resolved?.attachments?.[imageId];
  if (image === undefined) return { broken: "data.resolved of a command" };
  return spec.withOptions?.(given, image && readAttachment(image)) ?? unknown(`command ${name}`);
}

function readTyping(data: unknown, prefix: string): Extract<Act, { kind: "suggest" }> | null {
  const read = commandData.safeParse(data);
  if (!read.success) return null;
  const focused = read.data.options.find((option) => option.focused);
  const offered = commandSpecs(prefix)
    .find(({ name }) => name === read.data.name)
    ?.options.find(({ name, autocomplete }) => name === focused?.name && autocomplete);
  if (offered?.name !== "prompt" && offered?.name !== "show" && offered?.name !== "style") return null;
  return { kind: "suggest", option: offered.name, typed: String(focused?.value ?? "") };
}

function readComponent(data: unknown, pressed: Pressed | null, channelId: string): Act | Broken {
  const read = componentData.safeParse(data);
  if (!read.success) return { broken: "data of a component" };
  const { custom_id: id, component_type: type, values } = read.data;
  const meaning = type === BUTTON ? id : type === STRING_SELECT && id === SELECT_ID ? (values[0] ?? "") : "";
  const action = readButtonId(meaning);
  return action ? { kind: "press", action, on: pressedOn(pressed, channelId, meaning) } : unknown(`component ${id}`);
}

const shown = z.object({
  id: snowflake.nullable().catch(null),
  flags: z.int().catch(0),
  components: z.unknown().optional(),
});

/** Sent by Discord, so nobody can forge it. */
type Pressed = z.output<typeof shown> & {
  /** Includes menu options. */
  readonly buttonIds: readonly string[] | null;
};

function readPressed(message: unknown): Pressed | null {
  const { data } = shown.safeParse(message);
  return data ? { ...data, buttonIds: data.components === undefined ? null : idsIn(data.components) } : null;
}

function isReplaceable(pressed: Pressed | null): boolean {
  const isPrivate = ((pressed?.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return isPrivate && !pressed?.buttonIds?.map(readButtonId).some((action) => action !== null && isCardButton(action));
}

function pressedOn(pressed: Pressed | null, channelId: string, customId: string): PressedOn {
  const messageId = pressed?.id ?? null;
  return {
    place: messageId === null ? null : { channelId, messageId },
    shows: pressed?.buttonIds?.includes(customId) ?? null,
  };
}

const NAMED = 60;

function unknown(what: string): Act {
  return { kind: "unknown", what: what.trim().slice(0, NAMED) };
}

function readForm(data: unknown): Act | Broken {
  const read = formData.safeParse(data);
  if (!read.success) return { broken: "data of a form" };
  const { custom_id: packed, components, resolved: { attachments = {}, ...picked } = {} } = read.data;
  const fieldOf = (name: string) => components.find(({ component }) => component?.custom_id === name)?.component;
  const value = (name: string) => fieldOf(name)?.value ?? fieldOf(name)?.values?.[0] ?? "";
  // A forged form may contain any id, so drop ids that Discord did not resolve.
  const resolvedIds = Object.values(picked).flatMap((each) => Object.keys(each ?? {}));
  const chosen = (name: string) => (fieldOf(name)?.values ?? []).filter((id) => resolvedIds.includes(id));
  /** Source: Discord docs, receiving-and-responding, resolved data (read 2026-11-26). */
  const isClosed = (channelId: string) => {
    const { data: rights } = channelRights.safeParse(picked.channels?.[channelId]);
    const missing = rights ? missingIn(rights.app_permissions, rights.type) : [];
    return missing.includes("view_channel") || missing.includes("send_messages");
  };
  const file = attachments[value("image")];
  const act = submittedAct({ packed, value, chosen, isClosed, image: file ? readAttachment(file) : null });
  const isFileLost = "draft" in act && !("animates" in act) && value("image") !== "" && !file;
  return isFileLost ? { broken: "data.resolved of a form" } : act;
}
