import { MessageFlags } from "discord.js";
import { LRUCache } from "lru-cache";
import { atMost } from "../../../core/at-most.ts";
import type { ChatMessage } from "../../../core/chat.ts";
import type { Answer, Command } from "../../../core/command.ts";
import type { CommandService } from "../../../core/front-end.ts";
import type { Owner } from "../../../core/job/ids.ts";
import type { Languages, Locale } from "../../../core/text/locale.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { withRetries } from "../../../core/with-retries.ts";
import { shares } from "../discord-limits.ts";
import type { DiscordWords } from "../discord-words.ts";
import { askChannel } from "../out/discord-people.ts";
import { channelWay, directWay, firstWay, nonceFrom } from "../out/discord-ways.ts";
import { writeMessage } from "../out/write-discord-message.ts";
import { type AnswerDeps, moderatorOf } from "./discord-answer.ts";
import { type ReceivedMessage, readReceivedMessage } from "./read-discord-message.ts";
import { commandFrom, newReply } from "./read-interaction.ts";

export interface Self {
  readonly userId: string;
  readonly applicationId: string;
}

export interface MessageDeps extends Omit<AnswerDeps, "chance" | "service" | "duplicate"> {
  readonly service: Pick<CommandService, "answer">;
  readonly spoken: SpokenLanguages;
}

/** Even in a flood of mentions, Discord is asked about a channel only once per `CHANNEL_MS`. */
const CHANNELS_MAX = 1_000;
const CHANNEL_MS = 300_000;

export function messageReceiver(deps: MessageDeps) {
  const { api, clock, log, service, wordsIn, spoken } = deps;
  const channels = new LRUCache<string, NonNullable<Awaited<ReturnType<typeof askChannel>>>>({
    ...atMost(CHANNELS_MAX),
    ttl: CHANNEL_MS,
    perf: clock,
    ttlResolution: 0,
    fetchMethod: async (id) => (await askChannel(api, id, shares.callbackMs)) ?? undefined,
  });

  return async (payload: unknown, self: Self, isDraining: boolean): Promise<void> => {
    const received = readReceivedMessage(payload, self.userId);
    if (!received) return;
    const owner: Owner = { platform: "discord", userId: received.userId };
    const [locale, channel] = await Promise.all([
      spoken.of(owner),
      received.guildId === null ? null : channels.fetch(received.channelId).then((channel) => channel ?? null),
    ]);
    const words = wordsIn(locale);
    if (isDraining) return reply(deps, received, { message: words.restarting, words });
    const receivedAt = clock.now();
    const { messageId, guildId, channelId, userId, roles, act } = received;
    const place = { applicationId: self.applicationId, guildId, channelId, userId };
    const withoutToken = { token: "", tokenUntil: receivedAt, editableUntil: null, attachmentLimit: null };
    const command: Command = {
      ...commandFrom(newReply({ ...place, ...withoutToken }), channel),
      eventId: `discord:${messageId}`,
      roles,
      receivedAt,
      isMessage: true,
      ...(locale && { locale }),
      act,
    };
    const answer: Answer = await service.answer(command, shares.decideMs);
    if (answer.kind === "nothing") return;
    if (answer.kind === "private") return reply(deps, received, { ...answer, words });
    log.error("discord message not answered", { answer: answer.kind });
  };
}

interface Reply {
  readonly message: ChatMessage;
  readonly isDiscreet?: true;
  /** The reply explains that moderation refused an answer. If it is refused too, nothing more is sent. */
  readonly isOfModeration?: true;
  readonly words: DiscordWords;
}

/**
 * A discreet answer is tried as a direct message first. The nonce makes retries harmless. If moderation refuses the
 * answer, which may quote the prompt, the reply says so.
 */
async function reply(
  deps: Pick<MessageDeps, "api" | "clock" | "log" | "commands">,
  received: ReceivedMessage,
  { message, isDiscreet, words, isOfModeration }: Reply,
): Promise<void> {
  const { api, clock, log, commands } = deps;
  const { messageId, channelId, guildId, userId } = received;
  const written = writeMessage(message, { commands });
  const body = {
    ...written,
    flags: written.flags | MessageFlags.SuppressNotifications,
    allowed_mentions: { ...written.allowed_mentions, replied_user: false },
  };
  const nonce = nonceFrom(userId, messageId, ...(isOfModeration ? ["moderated"] : []));
  const inChannel = channelWay(api, channelId, { body, nonce, replyTo: messageId });
  const ways = [...(isDiscreet && guildId !== null ? [directWay(api, userId, { body, nonce })] : []), inChannel];
  const sent = await firstWay(ways.map(({ name, attempt }) => ({ name, attempt: () => withRetries(clock, attempt) })));
  if (sent.ok) return;
  log.warn("discord message not answered", { why: sent.refusal.kind });
  const codes = sent.refusal.kind === "no_way" ? sent.refusal.refused.map(({ code }) => moderatorOf(code)) : [];
  const moderator = codes.find((by) => by !== null);
  if (moderator && !isOfModeration)
    await reply(deps, received, { message: words.moderated(moderator), words, isOfModeration: true });
}

const PEOPLE_MAX = 10_000;

export type SpokenLanguages = ReturnType<typeof spokenLanguages>;

/** Messages carry no language, so it is taken from the person's interactions. */
export function spokenLanguages(languages: Languages, log: Log) {
  const cached = new LRUCache<string, Locale>(atMost(PEOPLE_MAX));
  return {
    note(owner: Owner, locale: Locale = "en"): void {
      const before = cached.get(owner.userId) ?? "en";
      cached.set(owner.userId, locale);
      if (locale === before) return;
      languages.put(owner, locale).catch((error: unknown) => {
        log.warn("discord language not stored", errorForLog(error));
      });
    },
    async of(owner: Owner): Promise<Locale | undefined> {
      const locale = cached.get(owner.userId);
      if (locale) return locale;
      const stored = await languages.get(owner).catch((error: unknown) => {
        log.warn("discord language not read", errorForLog(error));
        return null;
      });
      if (stored) cached.set(owner.userId, stored);
      return stored ?? undefined;
    },
  };
}
