import type { ChatMessage } from "../../../core/chat.ts";
import type { Piece, Sentence } from "../../../core/sentence.ts";
import type { Locale } from "../../../core/text/locale.ts";
import { type OwnWords, ownWords } from "./own-words.ts";

/** What this module says by itself: only where nobody else was there to say anything. Nothing was charged in any of these. */
export interface Sentences {
  readonly broken: ChatMessage;
  readonly late: ChatMessage;
  readonly leaving: ChatMessage;
  readonly closed: ChatMessage;
  readonly unpostable: ChatMessage;
  readonly notInstalled: ChatMessage;
  /** No trouble: a private card lives there. */
  readonly inDirect: ChatMessage;
  /** Said once to each person in each channel. */
  readonly invite: ChatMessage;
}

const command: Piece = { kind: "code", text: "/invite @Reelay" };

/** The sentences in that language; English where it is not known. */
export function sentencesIn(locale: Locale = "en"): Sentences {
  const words: OwnWords = ownWords[locale];
  return {
    broken: said("bad", words.broken),
    late: said("bad", words.late),
    leaving: said("bad", words.leaving),
    closed: said("bad", words.closed),
    unpostable: said("bad", words.unpostable),
    notInstalled: said("bad", words.notInstalled),
    inDirect: said("plain", words.inDirect),
    invite: { ...said("plain", [words.invite.title, ""]), body: [words.invite.text(command)] },
  };
}

function said(tone: ChatMessage["tone"], [title, sentence]: readonly [string, string]): ChatMessage {
  const body: readonly Sentence[] = [[sentence]];
  return { tone, title, quote: null, body, bar: null, facts: [], video: null, buttons: [] };
}
