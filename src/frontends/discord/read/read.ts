import type { z } from "zod";
import type { DiscordReply } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import type { Act, AgeRestriction, Command } from "../../../core/command.ts";
import { type Locale, localeOf } from "../../../core/text/locale.ts";
import { TOKEN_LIFE_MS } from "../limits.ts";
import { answerable, interaction, interactionTypes } from "./payload.ts";
import { reachOf, THREADS } from "./reach.ts";
import { readComponent, readTyping, readUsed } from "./read-act.ts";
import { readForm } from "./read-form.ts";
import { readPressed } from "./read-pressed.ts";
import { standingOf } from "./standing.ts";

/** What is needed to answer an interaction, and how it can be answered. */
export interface Caller {
  readonly id: string;
  readonly token: string;
  readonly applicationId: string;
  /** It came from a message of ours, which can be left as it is or taken away. */
  readonly hasMessage: boolean;
  /** That message is a private one and no card: what comes of it may take its place. Absent: it is not. */
  readonly isReplaceable?: boolean;
  /** Absent: English. */
  readonly locale?: Locale;
}

export type Read =
  | { readonly kind: "command"; readonly caller: Caller; readonly command: Command; readonly reply: DiscordReply }
  /** Ours to answer, but not as Discord describes it. */
  | { readonly kind: "broken"; readonly caller: Caller; readonly what: string }
  /** Somebody types into an option that offers nothing. */
  | { readonly kind: "typing"; readonly caller: Caller }
  /** Nobody waits for an answer to it, or none can be given. */
  | { readonly kind: "unanswerable"; readonly what: string };

/** What an INTERACTION_CREATE payload means. Whatever it holds, it is a value and never a throw. */
export function readInteraction(payload: unknown, how: { prefix: string; receivedAt: EpochMs }): Read {
  const whole = interaction.safeParse(payload);
  const ours = whole.success ? whole : answerable.safeParse(payload);
  if (!ours.success) return { kind: "unanswerable", what: whatIsAmiss(ours.error) };
  const { id, token, application_id: applicationId } = ours.data;
  const locale = localeOf(ours.data.locale);
  const spoken = locale === "en" ? {} : { locale };
  if (!whole.success) {
    const caller: Caller = { id, token, applicationId, hasMessage: false, ...spoken };
    return { kind: "broken", caller, what: whatIsAmiss(whole.error) };
  }
  const { type, data, guild_id: guildId = null, channel_id: channelId, member, user, message } = whole.data;
  const pressed = readPressed(message);
  const replaceable = pressed?.isReplaceable ? { isReplaceable: true } : {};
  const caller: Caller = { id, token, applicationId, hasMessage: pressed !== null, ...replaceable, ...spoken };
  const userId = member?.user.id ?? user?.id;
  const isTyping = type === interactionTypes.autocomplete;
  const typing = isTyping ? readTyping(data, how.prefix) : null;
  if (isTyping && (typing === null || userId === undefined)) return { kind: "typing", caller };
  if (userId === undefined) return { kind: "broken", caller, what: "user: missing" };
  const act =
    typing ??
    (type === interactionTypes.component ? readComponent(data, pressed, channelId) : readAct(type, data, how.prefix));
  if ("broken" in act) return { kind: "broken", caller, what: act.broken };
  const { hasAccess, missing } = reachOf(whole.data);
  const standing = standingOf(whole.data);
  const reply: DiscordReply = {
    platform: "discord",
    applicationId,
    guildId,
    channelId,
    userId,
    token,
    tokenUntil: how.receivedAt + TOKEN_LIFE_MS,
    messageId: null,
    movedTo: null,
    isPrivate: false,
    editableUntil: hasAccess ? null : how.receivedAt + TOKEN_LIFE_MS,
    attachmentLimit: whole.data.attachment_size_limit ?? null,
  };
  return {
    kind: "command",
    caller,
    reply,
    command: {
      eventId: `discord:${id}`,
      owner: { platform: "discord", userId },
      workspace: guildId,
      roles: guildId === null ? [] : (member?.roles ?? []),
      receivedAt: how.receivedAt,
      reply,
      ...spoken,
      act,
      ...threadOf(whole.data.channel),
      ageRestriction: guildId === null ? "no" : ageRestrictionOf(whole.data.channel),
      ...(missing ? { missing } : {}),
      ...(standing ? { standing } : {}),
    },
  };
}

/** A channel has a parent too: its category, which nobody writes in. */
function threadOf(channel: z.output<typeof interaction>["channel"]): Pick<Command, "threadOf"> {
  return channel && THREADS.includes(channel.type) && channel.parent_id ? { threadOf: channel.parent_id } : {};
}

/** What a thread says of itself counts for nothing: it is what its channel is. */
function ageRestrictionOf(channel: z.output<typeof interaction>["channel"]): AgeRestriction {
  if (!channel || THREADS.includes(channel.type) || typeof channel.nsfw !== "boolean") return "ask";
  return channel.nsfw ? "yes" : "no";
}

function readAct(type: number, data: unknown, prefix: string): Act | { readonly broken: string } {
  switch (type) {
    case interactionTypes.command:
      return readUsed(data, prefix);
    case interactionTypes.form:
      return readForm(data);
    default:
      return { kind: "unknown", what: `interaction of type ${type}` };
  }
}

/** The first problem by its place and kind; never the value, which may be a key. */
function whatIsAmiss({
  issues: [first],
}: {
  issues: readonly { path: readonly PropertyKey[]; code?: unknown }[];
}): string {
  return first ? `${first.path.map(String).join(".") || "payload"}: ${String(first.code)}` : "payload";
}
