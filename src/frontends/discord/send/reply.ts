import { filesIn } from "../../../core/batch/films.ts";
import { type ChatMessage, type DiscordReply, isPastEditing } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { UserId } from "../../../core/job/ids.ts";
import type { OpenVideo } from "../../../core/job/video-file.ts";
import type { Chat } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { isTokenOld } from "../answer/token-age.ts";
import { writeMessage } from "../write/write.ts";
import type { Api } from "./api.ts";
import { videoAttacher } from "./attach.ts";
import { bucketOf } from "./bucket.ts";
import { discordReply } from "./discord-reply.ts";
import { cardFilms } from "./films.ts";
import { findPosted } from "./find-posted.ts";
import { notify, tellDirectly } from "./notify.ts";
import { takeDown } from "./take-down.ts";
import {
  type Arrived,
  firstWay,
  isOutOfReach,
  mapped,
  type NoWay,
  refusedIn,
  type Stopped,
  unreachableBy,
  type Way,
} from "./way.ts";
import {
  channelWay,
  deleteWays,
  directWay,
  editWays,
  followUpWays,
  nonceOf,
  type Place,
  UNKNOWN_MESSAGE,
} from "./ways.ts";

/** Invalid form body. Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
const INVALID_FORM = 50035;

interface SendDeps {
  readonly api: Api;
  readonly clock: Clock;
  /** Told by which way each message and edit arrived. */
  readonly arrived?: Arrived | undefined;
}

/** The way to a person on Discord: the interaction's token, the bot's own edit, the channel, a direct message. */
export function discordChat(deps: SendDeps & { readonly openVideo?: OpenVideo | undefined }): Chat {
  const { api, clock, openVideo, arrived } = deps;
  return {
    bucketOf: (handle, what) => api.known(bucketOf(discordReply(handle), what, clock.now())),
    async show(handle, message, where, calls = [handle.userId]) {
      const reply = discordReply(handle);
      // An edit in place was refused just before: one more would be, too.
      const isPast = where === "anywhere" && isPastEditing(reply, clock.now());
      const edited = isPast ? noWay : await edit(deps, reply, message);
      if (edited.ok) return ok({ reply: edited.value, isNew: false });
      if (edited.refusal.kind !== "no_way") return refuse(edited.refusal);
      const { refused } = edited.refusal;
      if (where !== "anywhere")
        return refuse(refused.every(isOutOfReach) ? { kind: "card_gone" } : unreachableBy(refused));

      const tokenLives = refused.some(({ way, code }) => way === "token" && code === UNKNOWN_MESSAGE);
      const moved = await firstWay(newMessageWays(api, reply, { message, calls, tokenLives }), arrived);
      if (!moved.ok && moved.refusal.kind !== "no_way") return refuse(moved.refusal);
      if (!moved.ok) return refuse(unreachableBy([...refused, ...refusedIn(moved.refusal)]));
      const isDirect = moved.value.movedTo !== null && moved.value.movedTo.channelId !== channelOf(reply);
      // Nobody else sees that message. It says what the card would have said, without its owner's buttons.
      if (isDirect && !reply.isPrivate)
        await tellDirectly(
          deps,
          calls.filter((id) => id !== reply.userId),
          {
            body: writeMessage({ ...message, buttons: [] }),
            nonce: nonceOf(reply, "others"),
          },
        );
      return ok({ reply: moved.value, isNew: true });
    },
    async post(handle, message, { to, nonce }) {
      const reply = withoutFiles(discordReply(handle));
      const written = { body: writeMessage(message), nonce };
      const way = to === "channel" ? channelWay(api, reply.channelId, written) : directWay(api, reply.userId, written);
      const posted = await firstWay([movesTo(way, reply)], arrived);
      if (posted.ok) return posted;
      const { refusal } = posted;
      return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
    },
    // Only what an interaction's token posted is lost: any other new message is repeated while its nonce makes that harmless.
    async find(handle, { job }) {
      const reply = discordReply(handle);
      if (reply.token === "" || reply.messageId !== null || reply.movedTo || reply.isPrivate) return ok("blind");
      const messageId = await findPosted(deps, reply, job);
      return ok(messageId === null ? "blind" : { ...reply, messageId });
    },
    notify: (handle, message, how) => notify(deps, discordReply(handle), { message, ...how }),
    async whisper(handle, message) {
      const reply = discordReply(handle);
      const byToken = followUpWays(api, reply, writeMessage(message, { isPrivate: true }));
      const nonce = nonceOf(reply, "whisper");
      const direct = directWay(api, reply.userId, { body: writeMessage(message), nonce });
      const isOld = isTokenOld(reply, clock.now());
      const whispered = await firstWay(isOld ? [direct, ...byToken] : [...byToken, direct], arrived);
      if (whispered.ok) return ok(null);
      const { refusal } = whispered;
      return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
    },
    async remove(handle) {
      const removed = await firstWay(deleteWays(deps, discordReply(handle)));
      if (removed.ok) return ok(null);
      const { refusal } = removed;
      return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
    },
    takeDown: (handle, notification) => takeDown(deps, discordReply(handle), notification),
    ...cardFilms({ api, clock, openVideo }),
    attach: openVideo ? videoAttacher({ api, clock, openVideo }) : null,
  };
}

const noWay: Result<DiscordReply, NoWay> = refuse({ kind: "no_way", refused: [] });

/** Edits the card; where a file that it had is not there any more, Discord takes no edit that names it. */
async function edit(
  deps: SendDeps,
  reply: DiscordReply,
  message: ChatMessage,
): Promise<Result<DiscordReply, Stopped | NoWay>> {
  const files = filesIn(reply);
  const edited = await firstWay(editWays(deps, reply, writeMessage(message, { files })), deps.arrived);
  if (edited.ok) return ok({ ...reply, messageId: reply.messageId ?? edited.value.messageId });
  const { refusal } = edited;
  const isForm = refusal.kind === "no_way" && refusal.refused.some(({ code }) => code === INVALID_FORM);
  return files.length > 0 && isForm ? edit(deps, withoutFiles(reply), message) : refuse(refusal);
}

/** Ways for a card that cannot be edited any more. What lands in a guild names the owner, or nobody would be told. */
function newMessageWays(
  api: Api,
  reply: DiscordReply,
  { message, calls, tokenLives }: NewCard,
): readonly Way<DiscordReply>[] {
  const { isPrivate, guildId, userId } = reply;
  // The files stay with the old card.
  const bare = withoutFiles(reply);
  const called = isPrivate || guildId === null ? [] : calls;
  const nonce = nonceOf(reply, "show");
  const toOwner = directWay(api, userId, { body: writeMessage(message), nonce });
  const byToken = followUpWays(api, reply, writeMessage(message, { isPrivate, calls: called }));
  const inChannel = channelWay(api, channelOf(reply), { body: writeMessage(message, { calls: called }), nonce });
  return [
    ...(isPrivate ? [] : [movesTo(inChannel, bare)]),
    ...(tokenLives ? byToken : []).map((way) =>
      mapped(way, ({ messageId }) => ({ ...bare, messageId, movedTo: null })),
    ),
    movesTo(toOwner, bare),
  ];
}

function withoutFiles({ files: _, attachment: __, ...reply }: DiscordReply): DiscordReply {
  return reply;
}

interface NewCard {
  readonly message: ChatMessage;
  readonly calls: readonly UserId[];
  readonly tokenLives: boolean;
}

function channelOf({ movedTo, channelId }: DiscordReply): string {
  return movedTo?.channelId ?? channelId;
}

function movesTo(way: Way<Place>, reply: DiscordReply): Way<DiscordReply> {
  return mapped(way, (movedTo) => ({ ...reply, movedTo }));
}
