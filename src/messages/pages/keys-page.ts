import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { Credits } from "../../core/request/price.ts";
import { unreachable } from "../../core/result.ts";
import type { KeyVerdict } from "../../core/video-service.ts";
import { priceList } from "../ask/video-forms.ts";
import { buttonFor, dashboardButtons, keyButtons } from "../card/buttons.ts";
import { command, message, paragraphs, textMessage } from "../message.ts";
import type { Words } from "../words.ts";

export interface Unpaid {
  readonly price: Credits;
  readonly videos: number;
}

/**
 * `thenPress`: the button that starts the request once the key is saved. Null: the request is stored and starts
 * automatically.
 */
export function noKeyYet({ price, videos }: Unpaid, thenPress: string | null, words: Words): ChatMessage {
  const { keys } = words;
  const { title, costs } = keys.first;
  const next = thenPress === null ? keys.keptForIt : keys.thenPress(thenPress);
  return message({
    tone: "key",
    title,
    body: [[costs(price, videos)], whereKeysAre(words), ...paragraphs(next, words.nothingCharged)],
    buttons: keyButtons(words),
  });
}

export function whereKeysAre({ keys, dashboardUrl: url }: Words): Sentence {
  const { where, dashboard: label } = keys;
  return where(url === undefined ? label : { kind: "link", label, url });
}

export interface SavedKey {
  readonly prefix: string;
  readonly lastFour: string;
  readonly verdict: Exclude<KeyVerdict, "bad">;
  /** The price of a waiting request that has started. */
  readonly goesOn: Credits | null;
  readonly woken: number;
}

/**
 * From now on commands start videos without asking. So this lists the prices, unless a video has just started at a price
 * already shown.
 */
export function keySaved(saved: SavedKey, words: Words): ChatMessage {
  const { lastFour, verdict, goesOn, woken } = saved;
  const { keys } = words;
  const next = [
    ...(goesOn === null ? [] : [keys.goesOn(goesOn)]),
    ...(woken > 0 ? [keys.videosGoOn(woken)] : []),
    ...(verdict === "no_credits" ? [keys.tooFewCredits] : []),
  ];
  const isUnchecked = verdict === "unchecked";
  const usual = isUnchecked ? keys.firstVideoShows : keys.youCan;
  const stored = isUnchecked ? keys.savedUncheckedText(lastFour) : keys.savedText(lastFour);
  const body = paragraphs(stored, ...(next.length === 0 ? [usual] : next));
  const title = isUnchecked ? keys.savedUnchecked : keys.saved;
  const tone = verdict === "good" ? "good" : isUnchecked ? "unsure" : "plain";
  if (goesOn !== null) return message({ tone, title, body });
  return message({
    tone,
    title,
    body: [...body, [priceList(words)], howToBeAsked(saved, words)],
    buttons: [{ ...buttonFor({ kind: "change_settings" }, words), label: words.settings.labels.confirm_above }],
  });
}

function howToBeAsked({ prefix }: SavedKey, { keys, settings, choices }: Words): Sentence {
  return keys.askFirst(command(prefix, "-settings"), settings.labels.confirm_above, choices.confirmAbove.always());
}

export function keySavedButRefused(saved: ChatMessage, refusal: ChatMessage, { keys }: Words): ChatMessage {
  const why = paragraphs(keys.requestNotStarted);
  const tone = saved.tone === "good" ? "plain" : saved.tone;
  return { ...saved, tone, body: [...saved.body, ...why, ...refusal.body], buttons: refusal.buttons };
}

export function requestWaits(about: ChatMessage, price: Credits, { keys }: Words): ChatMessage {
  return { ...about, body: [...about.body, [keys.first.costs(price, 1)], [keys.keptForIt]] };
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

export function keyStatus(lastFour: string, verdict: KeyVerdict, words: Words, woken = 0): ChatMessage {
  const { keys } = words;
  const stored = keys.stored(lastFour);
  switch (verdict) {
    case "good":
      return textMessage("good", {
        title: keys.works,
        body: [stored, ...(woken > 0 ? [keys.videosGoOn(woken)] : [])],
      });
    case "no_credits":
      return textMessage(
        "plain",
        { title: keys.works, body: [stored, keys.tooFewCredits] },
        { buttons: dashboardButtons("checkCredits", words) },
      );
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

/** Videos in progress have a copy of the key; those that wait have none. */
export interface VideosOfKey {
  readonly begun: number;
  readonly waiting: number;
}

export function keyRemoved(whose: "keys" | "team", videos: VideosOfKey, words: Words): ChatMessage {
  const { title, body } = words[whose].removed;
  return textMessage("good", { title, body: [...body, ...withoutTheKey(videos, words)] });
}

/** People who remove their own key are asked only if videos still depend on it. */
export function confirmKeyRemoval(whose: "keys" | "team", videos: VideosOfKey, words: Words): ChatMessage {
  const { keys, team } = words;
  const isTeams = whose === "team";
  const body = [...withoutTheKey(videos, words), isTeams ? team.afterRemoval : keys.withoutKey];
  const remove = isTeams ? buttonFor({ kind: "remove_team_key" }, words) : buttonFor({ kind: "remove_key" }, words);
  const title = words[whose].confirmRemoval;
  return textMessage("unsure", { title, body }, { buttons: [remove, buttonFor({ kind: "keep" }, words)] });
}

function withoutTheKey({ begun, waiting }: VideosOfKey, { keys }: Words): readonly string[] {
  return [...(begun === 0 ? [] : [keys.stillOpen(begun)]), ...(waiting === 0 ? [] : [keys.notStartedWithout(waiting)])];
}
