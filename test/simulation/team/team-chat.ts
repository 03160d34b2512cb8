import type { ChatMessage, ChatRefusal, ReplyHandle } from "../../../src/core/chat.ts";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { CardFile } from "../../../src/core/film/card-files.ts";
import type { JobId } from "../../../src/core/job/ids.ts";
import type { Chat, LostCard } from "../../../src/core/ports.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";
import { isNoticeId } from "../../../src/core/team/notice.ts";
import type { Random } from "../random.ts";
import { chatRefusal } from "../refusals.ts";
import { answerIdOf, placed } from "../world/screen.ts";
import type { SimClock } from "../world/sim-clock.ts";
import type { Reply, SimProcess } from "../world/sim-process.ts";

/** The team's channels, with the cards of its people and the questions to its managers. */
export interface TeamBoard {
  of(process: SimProcess): Chat;
  /** Posts a new message, and returns its id. */
  put(message: ChatMessage): string;
  /** Counts each notice. */
  notices(): ReadonlyMap<string, number>;
  /** Returns the cards of that job. */
  cardsOf(job: JobId): readonly ChatMessage[];
  /** Counts the notifications about that card. */
  ringsOf(handle: ReplyHandle): number;
  /** Puts a file into that card, or on Slack into its thread, and takes the place of the same on Discord; null: the card is not there. */
  putFile(handle: ReplyHandle, message: ChatMessage, file: PutFile): ReplyHandle | null;
  /** Puts a file into the thread of that card; false: the card is not there. */
  share(handle: ReplyHandle, file: FileThere): boolean;
  /** The files of that card. */
  filesOf(handle: ReplyHandle): readonly FileThere[];
  text(): readonly string[];
}

export type PutFile = Pick<CardFile, "nth" | "isFrame"> & { readonly holds: string };

export interface FileThere extends PutFile {
  readonly id: string;
}

interface Posted {
  readonly id: string;
  readonly at: EpochMs;
  readonly nonce: string | null;
  message: ChatMessage;
  files: readonly FileThere[];
}

/** A repeated nonce is the same message for so long. */
const NONCE_HOLDS_MS = 120_000;
const LATE_POST_MS = 30_000;

/** A platform whose calls may fail. */
export function teamBoard({ random, clock }: { readonly random: Random; readonly clock: SimClock }): TeamBoard {
  const posted: Posted[] = [];
  let files = 0;
  /** The card, the nonce, and when it rang. */
  const rings: { readonly card: string | null; readonly nonce: string; readonly at: EpochMs }[] = [];

  function put(message: ChatMessage, nonce: string | null = null): string {
    const same = posted.find((one) => nonce !== null && one.nonce === nonce && clock.now() - one.at < NONCE_HOLDS_MS);
    if (same) return same.id;
    const id = `${1_000 + posted.length}`;
    posted.push({ id, at: clock.now(), nonce, message, files: [] });
    return id;
  }

  /** On Discord an edit keeps the files that it names alone. */
  function edit(card: Posted, handle: ReplyHandle, message: ChatMessage): void {
    card.message = message;
    if (handle.platform !== "discord") return;
    const named = new Set((handle.files ?? []).map(({ id }) => id));
    card.files = card.files.filter(({ id }) => named.has(id));
  }

  function putFile(handle: ReplyHandle, message: ChatMessage, file: PutFile): ReplyHandle | null {
    const card = posted.find(({ id }) => id === answerIdOf(handle));
    if (!card) return null;
    edit(card, handle, message);
    files += 1;
    const id = `file-${files}`;
    const isReplaced = (one: FileThere) => one.nth === file.nth && (one.isFrame || !file.isFrame);
    if (handle.platform === "slack") {
      card.files = [...card.files, { ...file, id }];
      return { ...handle, files: [...(handle.files ?? []), { id, ...(file.nth !== undefined && { nth: file.nth }) }] };
    }
    card.files = [...card.files.filter((one) => !isReplaced(one)), { ...file, id }];
    const named = card.files.map(({ holds: _, ...one }) => ({ ...one, name: one.id }));
    return { ...handle, files: named };
  }

  type Shown = Awaited<ReturnType<Chat["show"]>>;

  /** On Discord an interaction's token leads to its answer, whose id may have been lost with it. */
  function answerOf(handle: ReplyHandle, { job }: ChatMessage): Posted | undefined {
    const isUnknown = handle.platform === "discord" && handle.messageId === null;
    return isUnknown ? posted.find(({ message }) => message.job === job) : undefined;
  }

  function show(handle: ReplyHandle, message: ChatMessage, where: "in_place" | "first" | "anywhere"): Shown {
    const card = posted.find(({ id }) => id === answerIdOf(handle)) ?? answerOf(handle, message);
    if (card) edit(card, handle, message);
    if (card) return ok({ reply: placed(handle, card.id), isNew: false });
    // A card that nobody posted yet can be posted now on Slack alone.
    if (where === "in_place" || (where === "first" && handle.platform === "discord"))
      return refuse({ kind: "card_gone" });
    return ok({ reply: placed(handle, put(message)), isNew: where === "anywhere" });
  }

  type Search = Awaited<ReturnType<Chat["find"]>>;

  function find(handle: ReplyHandle, { job, triedAt }: LostCard): Search {
    if (handle.platform === "discord") return ok("blind");
    const card = posted.find(({ message }) => message.job === job);
    if (card) return ok(placed(handle, card.id));
    const restMs = triedAt + LATE_POST_MS - clock.now();
    return restMs > 0 ? refuse({ kind: "rate_limited", retryAfterMs: restMs }) : ok("not_there");
  }

  function chat(process: SimProcess): Chat {
    const reply = <Value>(value: Value): Reply<Value> => ({ afterMs: random.between(20, 900), value });
    return {
      bucketOf: ({ platform }, what) => ({ name: `${platform} ${what}`, burst: 5, everyMs: 1_000 }),
      show: (handle, message, where) =>
        process.call({ kind: "show", name: `show ${where}`, peril: 0.01 }, (fault): Reply<Shown> => {
          const refusal = chatRefusal(fault);
          return reply(refusal ? refuse(refusal) : show(handle, message, where));
        }),
      post: (handle, message, { nonce }) =>
        process.call(
          { kind: "notify", name: "post", peril: 0.05 },
          (fault): Reply<Result<ReplyHandle, ChatRefusal>> => {
            const arrives = fault === null || fault === "lost but done";
            const id = arrives ? put(message, handle.platform === "discord" ? nonce : null) : "";
            const refusal = chatRefusal(fault);
            return reply(refusal ? refuse(refusal) : ok(placed(handle, id)));
          },
        ),
      find: (handle, lost) =>
        process.call({ kind: "find", name: "find", peril: 0.05 }, (): Reply<Search> => reply(find(handle, lost))),
      async notify(handle, _message, { nonce, triedAt }) {
        const now = clock.now();
        // Repeated, it is the same message as long as Discord knows its nonce; on Slack none can be repeated.
        const isPast = triedAt !== null && (handle.platform === "slack" || now - triedAt >= NONCE_HOLDS_MS);
        if (isPast) return ok({ kind: "skipped" });
        const isKnown = rings.some((one) => one.nonce === nonce && now - one.at < NONCE_HOLDS_MS);
        if (!isKnown) rings.push({ card: answerIdOf(handle), nonce, at: now });
        return ok({ kind: "sent", at: [] });
      },
      whisper: async () => ok(null),
      remove: async () => ok(null),
      takeDown: async () => ok([]),
      attach: null,
      filmIn: () => null,
      showFrame: null,
      shareFrame: null,
      filmSender: null,
    };
  }

  return {
    of: chat,
    put: (message) => put(message),
    cardsOf: (job) => posted.map(({ message }) => message).filter((message) => message.job === job),
    putFile,
    share(handle, file) {
      const card = posted.find(({ id }) => id === answerIdOf(handle));
      if (card) card.files = [...card.files, file];
      return card !== undefined;
    },
    filesOf: (handle) => posted.find(({ id }) => id === answerIdOf(handle))?.files ?? [],
    ringsOf: (handle) => rings.filter(({ card }) => card === answerIdOf(handle)).length,
    text: () => posted.map(({ message }) => message.title),
    notices() {
      const counts = new Map<string, number>();
      for (const { message } of posted)
        if (message.job !== undefined && isNoticeId(message.job))
          counts.set(message.job, (counts.get(message.job) ?? 0) + 1);
      return counts;
    },
  };
}
