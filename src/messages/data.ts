import type { Button, ChatMessage, Piece } from "../core/chat.ts";
import type { Owner } from "../core/job.ts";
import type { Tally } from "../core/personal-data.ts";
import { keepDataButton } from "./buttons.ts";
import { countText } from "./credits-text.ts";
import { message, paragraphs } from "./message.ts";

/** What there is to ask for, where no word or an unknown one stands behind the command. */
export function dataWords(prefix: string): ChatMessage {
  const command = (word: string): Piece => ({ kind: "code", text: `/${prefix}-data ${word}` });
  const body = [
    [command("export"), " gives you a private file with everything that Reelay keeps about you."],
    [command("delete"), " has it forgotten. It first shows you what that is, and asks."],
  ];
  return message({ tone: "plain", title: "Your data", body });
}

/** The file is being made. */
export function gatheringData(): ChatMessage {
  return message({ tone: "waiting", title: "Putting your file together…", body: paragraphs("This costs no credits.") });
}

/** Comes with the file; `leftOut`: older videos and costs that did not fit in. */
export function dataFile(platform: Owner["platform"], leftOut: number): ChatMessage {
  const where =
    platform === "discord"
      ? "Everything that Reelay keeps about you is in this file. Only you see it here: download it before you close Discord."
      : "Everything that Reelay keeps about you is in a file in your direct message with Reelay. It stays there until you delete it.";
  const cut = `All of it would be too large for this chat, so the oldest ${leftOut} of its entries are left out.`;
  return message({
    tone: leftOut > 0 ? "unsure" : "good",
    title: "Your data",
    body: paragraphs(
      where,
      ...(leftOut > 0 ? [cut] : []),
      "Your key itself is not in it, only its last four characters.",
    ),
  });
}

/** It is not known whether the file arrived, and a second one might be one too many. */
export function dataUnsure(): ChatMessage {
  return message({
    tone: "unsure",
    title: "Your file may have arrived",
    body: paragraphs(
      "Slack did not say whether it took the file. Look in your direct message with Reelay. If it is not there, ask once more.",
    ),
  });
}

/** The chat took no file: what is kept, in a few words instead. */
export function dataWithoutFile(tally: Tally, prefix: string): ChatMessage {
  const jobs: Piece = { kind: "code", text: `/${prefix}-jobs` };
  return message({
    tone: "unsure",
    title: "No file can be given here",
    body: [
      [
        "This chat takes no file from Reelay. Ask once more in a direct message with it, or ask an admin to allow files.",
      ],
      [`What it would hold: ${listed([...partsOf(tally), ...openPart(tally)])}. `, jobs, " shows your videos here."],
    ],
  });
}

/** The store cannot be read. */
export function cannotReadData(): ChatMessage {
  return message({
    tone: "bad",
    title: "Not now",
    body: paragraphs("Reelay cannot read this now. Nothing was changed.", "Try again in a minute."),
  });
}

/** Nothing is kept about this person. */
export function nothingKept(): ChatMessage {
  return message({
    tone: "plain",
    title: "Nothing is kept",
    body: paragraphs("Reelay keeps nothing about you. There is nothing to delete."),
  });
}

/** Says what will go, and asks; `deleteButton` deletes it. */
export function confirmDeletion(tally: Tally, deleteButton: Button): ChatMessage {
  const parts = partsOf(tally);
  return message({
    tone: "unsure",
    title: "Delete what Reelay keeps about you?",
    body: paragraphs(
      ...(parts.length > 0 ? [`This goes for good: ${listed(parts)}.`] : []),
      ...openWords(tally),
      "Cards, messages and files in the chat stay where they are. Delete those cards first that you do not want there: afterwards their buttons do nothing any more.",
      "Backups and logs are with the people who run this bot.",
    ),
    buttons: [deleteButton, keepDataButton],
  });
}

/** It is done. */
export function dataDeleted(left: Pick<Tally, "open" | "ending">): ChatMessage {
  return message({
    tone: "good",
    title: "Your data is deleted",
    body: paragraphs(
      "Reelay has forgotten what it kept about you.",
      ...openWords(left),
      "For seven days it knows the ids of your last videos, and nothing else of them, so that none is made twice.",
    ),
  });
}

/** It is noted, and takes longer than a person should wait. */
export function dataGoing(): ChatMessage {
  return message({
    tone: "waiting",
    title: "Your data is being deleted",
    body: paragraphs("This takes a moment. It goes on by itself, and needs nothing more from you."),
  });
}

/** In the place of the question, where nothing is to be deleted. */
export function dataKept(): ChatMessage {
  return message({ tone: "plain", title: "Nothing was deleted." });
}

/** The question is older than what it said. */
export function deletionTooOld(prefix: string): ChatMessage {
  const ask: Piece = { kind: "code", text: `/${prefix}-data delete` };
  return message({
    tone: "plain",
    title: "Too old",
    body: [["Nothing was deleted: this question is more than 15 minutes old. Ask once more with ", ask, "."]],
  });
}

/** The question was somebody else's. */
export function notYourData(): ChatMessage {
  return message({
    tone: "plain",
    title: "Not yours",
    body: paragraphs("Only the person who asked can do that. Nothing was deleted."),
  });
}

function partsOf({ hasKey, hasSettings, ended, kept, costs }: Tally): readonly string[] {
  return [
    ...(hasKey ? ["your API key"] : []),
    ...(hasSettings ? ["your settings"] : []),
    ...(ended > 0 ? [`the records of ${countText(ended, "ended video")}, prompts and links included`] : []),
    ...(kept > 0 ? [`${countText(kept, "request")} you have not started yet`] : []),
    ...(costs > 0 ? [`what ${countText(costs, "video")} cost`] : []),
  ];
}

function openPart({ open, ending }: Tally): readonly string[] {
  return open + ending > 0 ? [`${countText(open + ending, "video")} on the way`] : [];
}

function openWords({ open, ending }: Pick<Tally, "open" | "ending">): readonly string[] {
  const under = `${countText(open, "video")} ${open === 1 ? "is" : "are"} still on the way. Nothing is stopped: you are told the end, and then it is forgotten, too.`;
  const over = `${countText(ending, "video")} ${ending === 1 ? "has" : "have"} just ended, and will be forgotten as soon as the card is finished.`;
  return [...(open > 0 ? [under] : []), ...(ending > 0 ? [over] : [])];
}

function listed(parts: readonly string[]): string {
  if (parts.length === 0) return "nothing";
  return parts.length === 1 ? parts.join("") : `${parts.slice(0, -1).join("; ")}; and ${parts.at(-1)}`;
}
