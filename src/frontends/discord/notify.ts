import type { ChatMessage, ChatRefusal, DiscordReply, Notified } from "../../core/chat.ts";
import type { Clock } from "../../core/clock.ts";
import type { Notification } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Api } from "./api.ts";
import { limits } from "./limits.ts";
import { isTokenOld } from "./token-age.ts";
import { type Arrived, firstWay, mapped, unreachableBy, type Way } from "./way.ts";
import { channelWay, directWay, followUpWay, type Place } from "./ways.ts";
import { writeNotification } from "./write-notification.ts";

/**
 * Calls people with one new message. A message in the channel comes first, for its nonce makes it safe to repeat; a
 * follow-up has none, so it is for where the bot itself may not write, and never for a second try.
 */
export async function notify(
  { api, clock, arrived }: { readonly api: Api; readonly clock: Clock; readonly arrived?: Arrived | undefined },
  reply: DiscordReply,
  { message, people, nonce, triedAt }: Notification & { readonly message: ChatMessage },
): Promise<Result<Notified, ChatRefusal>> {
  const { movedTo, userId } = reply;
  const body = writeNotification(message, people);
  const channelId = movedTo?.channelId ?? (isOutside(reply) ? null : reply.channelId);
  const replyTo = movedTo?.messageId ?? reply.messageId;
  const inChannel = channelId === null ? [] : [channelWay(api, channelId, { body, nonce, replyTo })];

  if (triedAt !== null) {
    const isSafe = inChannel.length > 0 && clock.now() - triedAt < limits.nonceHoldsMs;
    if (!isSafe) return skipped;
    const again = await firstWay(inChannel, arrived);
    if (again.ok) return ok(sentTo(again.value, false));
    // The bot may not write there, so the earlier try went another way, and that way has no nonce.
    return again.refusal.kind === "no_way" ? skipped : refuse(again.refusal);
  }

  const placed = (ways: readonly Way<Place>[], isByToken: boolean) =>
    ways.map((way) => mapped(way, (place) => sentTo(place, isByToken)));
  const followUp = followUpWay(api, reply, writeNotification(message, people, { isPrivate: reply.isPrivate }));
  const byToken = placed([followUp], true);
  const direct = placed([directWay(api, userId, { body, nonce })], false);
  const others = isTokenOld(reply, clock.now()) ? [...direct, ...byToken] : [...byToken, ...direct];
  const sent = await firstWay([...placed(inChannel, false), ...others], arrived);
  if (sent.ok) return ok(sent.value);
  const { refusal } = sent;
  return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
}

const skipped = ok({ kind: "skipped" } as const);

function sentTo(place: Place, isByToken: boolean): Notified {
  return { kind: "sent", at: [{ platform: "discord", ...place, isByToken }] };
}

/** The bot may not write there, or the channel must not see it. In its own direct messages it may. */
function isOutside({ isPrivate, guildId, editableUntil }: DiscordReply): boolean {
  return isPrivate || (guildId === null && editableUntil !== null);
}
