import type { Button, ChatMessage } from "../../core/chat.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Tally } from "../../core/personal-data.ts";
import { keepDataButton } from "../card/buttons.ts";
import { command } from "../command.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";

/** What there is to ask for, where no word or an unknown one stands behind the command. */
export function dataWords(prefix: string, { data }: Words): ChatMessage {
  const body = [data.exportGives(command(prefix, "-data export")), data.deleteForgets(command(prefix, "-data delete"))];
  return message({ tone: "plain", title: data.title, body });
}

/** The file is being made. */
export function gatheringData({ data }: Words): ChatMessage {
  return told("waiting", data.gathering);
}

/** Comes with the file; `leftOut`: older videos and costs that did not fit in. */
export function dataFile(platform: Owner["platform"], leftOut: number, { data }: Words): ChatMessage {
  return message({
    tone: leftOut > 0 ? "plain" : "good",
    title: data.title,
    body: paragraphs(
      platform === "discord" ? data.fileHere : data.fileInDirect,
      ...(leftOut > 0 ? [data.leftOut(leftOut)] : []),
      data.notTheKey,
    ),
  });
}

/** It is not known whether the file arrived, and a second one might be one too many. */
export function dataUnsure({ data }: Words): ChatMessage {
  return told("unsure", data.unsure);
}

/** The chat took no file: what is kept, in a few words instead. */
export function dataWithoutFile(tally: Tally, prefix: string, words: Words): ChatMessage {
  const { data } = words;
  const jobs = command(prefix, "-jobs");
  const { title, body } = data.noFile;
  const parts = listed([...partsOf(tally, words), ...openPart(tally, words)], words);
  return message({ tone: "bad", title, body: [...paragraphs(...body), data.wouldHold(parts, jobs)] });
}

/** The store cannot be read. */
export function cannotReadData({ data }: Words): ChatMessage {
  return told("bad", data.cannotRead);
}

/** Nothing is kept about this person. */
export function nothingKept({ data }: Words): ChatMessage {
  return told("plain", data.nothingKept);
}

/** Says what will go, and asks; `deleteButton` deletes it. */
export function confirmDeletion(tally: Tally, deleteButton: Button, words: Words): ChatMessage {
  const { data } = words;
  const parts = partsOf(tally, words);
  const goes = parts.length > 0 ? [data.goesForGood(listed(parts, words))] : [];
  const body = [...goes, ...openWords(tally, words), ...data.stays];
  return told("unsure", { title: data.confirm, body }, { buttons: [deleteButton, keepDataButton(words)] });
}

/** It is done. */
export function dataDeleted(left: Pick<Tally, "open" | "waiting" | "ending">, words: Words): ChatMessage {
  const { data } = words;
  return told("good", { title: data.deleted, body: [data.forgotten, ...openWords(left, words), data.sevenDays] });
}

/** It is noted, and takes longer than a person should wait. */
export function dataGoing({ data }: Words): ChatMessage {
  return told("plain", data.going);
}

/** In the place of the question, where nothing is to be deleted. */
export function dataKept({ data }: Words): ChatMessage {
  return message({ tone: "plain", title: data.kept });
}

/** The question is older than what it said. */
export function deletionTooOld(prefix: string, { data }: Words): ChatMessage {
  const ask = command(prefix, "-data delete");
  return message({ tone: "plain", title: data.tooOld, body: [data.tooOldText(ask)] });
}

/** The question was somebody else's. */
export function notYourData({ data }: Words): ChatMessage {
  return told("plain", data.notYours);
}

function partsOf(
  { hasKey, hasSettings, isWelcomed, ended, unstarted, costs }: Tally,
  { data }: Words,
): readonly string[] {
  const { parts } = data;
  return [
    ...(hasKey ? [parts.key] : []),
    ...(hasSettings ? [parts.settings] : []),
    ...(isWelcomed ? [parts.welcomed] : []),
    ...(ended > 0 ? [parts.ended(ended)] : []),
    ...(unstarted > 0 ? [parts.kept(unstarted)] : []),
    ...(costs > 0 ? [parts.costs(costs)] : []),
  ];
}

function openPart({ open, waiting, ending }: Tally, { data }: Words): readonly string[] {
  const all = open + waiting + ending;
  return all > 0 ? [data.parts.open(all)] : [];
}

function openWords(
  { open, waiting, ending }: Pick<Tally, "open" | "waiting" | "ending">,
  { data }: Words,
): readonly string[] {
  return [
    ...(waiting > 0 ? [data.withdrawn(waiting)] : []),
    ...(open > 0 ? [data.stillOpen(open)] : []),
    ...(ending > 0 ? [data.justEnded(ending)] : []),
  ];
}

function listed(parts: readonly string[], { data }: Words): string {
  const last = parts.at(-1);
  if (last === undefined) return data.nothing;
  return parts.length === 1 ? last : data.listed(parts.slice(0, -1), last);
}
