import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { KeyVerdict } from "../../core/ports.ts";
import { unreachable } from "../../core/result.ts";
import { buttonFor, keyButtons } from "../card/buttons.ts";
import { command, message, paragraphs, textMessage } from "../message.ts";
import type { Words } from "../words.ts";

/**
 * Says that a request came before its key. "goes_on": it is stored and starts by itself once the key is there, else by
 * that button, whose label may be another.
 */
export function noKeyYet(then: "goes_on" | "again" | "startIt", words: Words, label?: string): ChatMessage {
  const { keys, buttons } = words;
  const { title, body } = keys.first;
  const next = then === "goes_on" ? keys.keptForIt : keys.thenPress(label ?? buttons[then]);
  return message({
    tone: "key",
    title,
    body: [...paragraphs(...body), whereKeysAre(words), ...paragraphs(next, words.nothingCharged)],
    buttons: keyButtons(words),
  });
}

/** Says where keys come from, with a link where the operator says where that is. */
export function whereKeysAre({ keys, dashboardUrl: url }: Words): Sentence {
  const { where, dashboard: label } = keys;
  return where(url === undefined ? label : { kind: "link", label, url });
}

export interface SavedKey {
  readonly lastFour: string;
  readonly verdict: "good" | "unchecked";
  /** A request that waited for it has started. */
  readonly goesOn: boolean;
  /** This many videos that waited for it go on; absent: none. */
  readonly woken?: number;
}

export function keySaved({ lastFour, verdict, goesOn, woken = 0 }: SavedKey, { keys }: Words): ChatMessage {
  const next = [...(goesOn ? [keys.goesOn] : []), ...(woken > 0 ? [keys.videosGoOn(woken)] : [])];
  const isNew = next.length === 0;
  if (verdict === "good") {
    const body = [keys.savedText(lastFour), ...(isNew ? [keys.youCan] : next)];
    return textMessage("good", { title: keys.saved, body });
  }
  const body = [keys.savedUncheckedText(lastFour), ...(isNew ? [keys.firstVideoTells] : next)];
  return textMessage("unsure", { title: keys.savedUnchecked, body });
}

export function keySavedButRefused(saved: ChatMessage, refusal: ChatMessage, { keys }: Words): ChatMessage {
  const why = paragraphs(keys.requestNotStarted);
  const tone = saved.tone === "good" ? "plain" : saved.tone;
  return { ...saved, tone, body: [...saved.body, ...why, ...refusal.body], buttons: refusal.buttons };
}

export function badKey(words: Words): ChatMessage {
  return keyNeeded("bad", words.keys.bad, words);
}

export function noKeyStored(words: Words): ChatMessage {
  return keyNeeded("key", words.keys.none, words);
}

function keyNeeded(tone: "bad" | "key", { title, body }: Words["keys"]["none"], words: Words): ChatMessage {
  return message({ tone, title, body: [...paragraphs(...body), whereKeysAre(words)], buttons: keyButtons(words) });
}

export function notAKey(isEmpty: boolean, words: Words): { readonly text: string; readonly message: ChatMessage } {
  const { keys } = words;
  const text = isEmpty ? keys.empty : keys.notOneWord;
  const buttons = [buttonFor({ kind: "add_key" }, words)];
  return { text, message: textMessage("bad", { title: keys.notAKey, body: [text, keys.nothingSaved] }, { buttons }) };
}

/** The word after the command is not a subcommand, and may have been the key itself. */
export function unknownKeyWord(prefix: string, words: Words): ChatMessage {
  const { keys } = words;
  const wordOf = (word: string) => command(prefix, `-key ${word}`);
  const subcommands = keys.words(wordOf("set"), wordOf("status"), wordOf("remove"));
  const body = [subcommands, ...paragraphs(keys.ifItWasYourKey)];
  return message({ tone: "plain", title: keys.unknownWord, body, buttons: [buttonFor({ kind: "add_key" }, words)] });
}

/** Says which key is stored, whether it works, and how many videos that waited for it go on. */
export function keyStatus(lastFour: string, verdict: KeyVerdict, words: Words, woken = 0): ChatMessage {
  const { keys } = words;
  const stored = keys.stored(lastFour);
  switch (verdict) {
    case "good":
      return textMessage("good", {
        title: keys.works,
        body: [stored, ...(woken > 0 ? [keys.videosGoOn(woken)] : [])],
      });
    case "bad": {
      const { title, body } = keys.doesNotWork;
      return textMessage("bad", { title, body: [stored, ...body] }, { buttons: keyButtons(words) });
    }
    case "unchecked": {
      const { title, body } = keys.notChecked;
      return textMessage("unsure", { title, body: [stored, ...body] });
    }
    default:
      return unreachable(verdict);
  }
}

export function keyStored(lastFour: string, { keys }: Words): ChatMessage {
  return textMessage("plain", { title: keys.yours, body: [keys.stored(lastFour)] });
}

/**
 * The person's key, or the team's, is deleted; videos in progress end with the copy they started with, those that wait
 * do not begin.
 */
export function keyRemoved(whose: "keys" | "team", openJobs: number, words: Words, waitingJobs = 0): ChatMessage {
  const { title, body } = words[whose].removed;
  return textMessage("good", { title, body: [...body, ...withoutTheKey(openJobs, waitingJobs, words)] });
}

/** Asks once more before a key is removed on which videos still depend. */
export function confirmKeyRemoval(openJobs: number, words: Words, waitingJobs = 0): ChatMessage {
  const { keys } = words;
  const body = [...withoutTheKey(openJobs, waitingJobs, words), keys.withoutKey];
  return textMessage(
    "unsure",
    { title: keys.confirmRemoval, body },
    { buttons: [buttonFor({ kind: "remove_key" }, words)] },
  );
}

export function withoutTheKey(openJobs: number, waitingJobs: number, { keys }: Words): readonly string[] {
  const inProgress = openJobs === 0 ? [] : [keys.stillOpen(openJobs)];
  return [...inProgress, ...(waitingJobs === 0 ? [] : [keys.notStartedWithout(waitingJobs)])];
}
