import type { DiscordReply } from "../../../core/chat.ts";
import type { Chance, Clock, EpochMs } from "../../../core/clock.ts";
import type { AnswerFate } from "../../../core/command.ts";
import type { JobId } from "../../../core/job/ids.ts";
import type { InLanguage, OwnMessages } from "../../../core/own-messages.ts";
import type { Log } from "../../../core/ports.ts";
import type { Caller } from "../read/read.ts";
import type { Api } from "../send/api.ts";
import type { CommandIds } from "../write/mentions.ts";

/** What gives an answer to Discord. */
export interface Responder {
  readonly api: Api;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "fraction">;
  readonly log: Log;
  readonly wordsIn: InLanguage<OwnMessages>;
  /** Tells the desk the fate of a first card; never rejects. */
  readonly tell: (jobId: JobId, fate: AnswerFate) => Promise<void>;
  /** What messages mention; absent: commands are mere words. */
  readonly commands?: CommandIds | undefined;
}

/** An interaction that waits for its answer. */
export interface Waiting {
  readonly caller: Caller;
  readonly reply: DiscordReply;
  readonly receivedAt: EpochMs;
}
