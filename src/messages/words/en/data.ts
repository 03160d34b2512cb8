import type { Piece, Sentence } from "../../../core/sentence.ts";
import { numbersIn } from "../../numbers.ts";
import { amounts } from "./amounts.ts";

const { count, number } = numbersIn("en");
const { videos } = amounts;

export const data = {
  title: "Your data",
  exportGives: (command: Piece): Sentence => [
    command,
    " gives you a private file with everything Reelay stores about you.",
  ],
  deleteForgets: (command: Piece): Sentence => [command, " deletes it. You first see what that includes, and confirm."],
  gathering: { title: "Preparing your file…", body: ["This costs no credits."] },
  fileHere:
    "This file has everything Reelay stores about you. Only you can see it here: download it before you close Discord.",
  fileInDirect:
    "Everything Reelay stores about you is in a file in your direct message with Reelay. It stays there until you delete it.",
  leftOut: (entries: number) =>
    `The whole file would be too large for this chat, so ${entries === 1 ? "its oldest entry is" : `its ${number(entries)} oldest entries are`} left out.`,
  notTheKey: "Your key itself is not in it, only its last four characters.",
  unsure: {
    title: "Your file may have arrived",
    body: [
      "Slack did not confirm the upload. Check your direct message with Reelay. If the file is not there, ask again.",
    ],
  },
  noFile: {
    title: "No files here",
    body: [
      "Reelay cannot post files in this chat. Ask again in a direct message with Reelay, or ask an admin to allow files.",
    ],
  },
  wouldHold: (parts: string, jobs: Piece): Sentence => [
    `The file would contain: ${parts}. `,
    jobs,
    " shows your videos here.",
  ],
  cannotRead: {
    title: "Not now",
    body: ["Reelay cannot read your data right now. Nothing was changed.", "Try again in a minute."],
  },
  nothingKept: {
    title: "No data stored",
    body: ["Reelay stores nothing about you, so there is nothing to delete."],
  },
  confirm: "Delete your data?",
  goesForGood: (parts: string) => `This will be permanently deleted: ${parts}.`,
  stays: [
    "Cards, messages and files in the chat stay where they are. If you want any of those cards gone, delete them first; their buttons stop working afterwards.",
    "The people who run this bot may still have backups and logs.",
  ],
  deleted: "Your data is deleted",
  forgotten: "Reelay has deleted what it stored about you.",
  sevenDays:
    "For seven days it keeps the ids of your latest videos, and nothing else about them, so that none is made twice.",
  going: {
    title: "Your data is being deleted",
    body: ["This takes a moment. You don't need to do anything else."],
  },
  kept: "Nothing was deleted.",
  tooOld: "Expired",
  tooOldText: (command: Piece): Sentence => [
    "Nothing was deleted: this question is more than 15 minutes old. Ask again with ",
    command,
    ".",
  ],
  notYours: { title: "Not yours", body: ["Only the person whose data it is can do that. Nothing was deleted."] },
  parts: {
    key: "your API key",
    settings: "your settings",
    welcomed: "a note that you have been welcomed",
    ended: (ended: number) =>
      `the records of ${count(ended, "past video", "past videos")}, including prompts and links`,
    kept: (kept: number) => `${count(kept, "request", "requests")} you have not started yet`,
    costs: (costs: number) => `what ${videos(costs)} cost`,
    open: (open: number) => `${videos(open)} in progress`,
  },
  stillOpen: (open: number) =>
    `${videos(open)} ${open === 1 ? "is" : "are"} still in progress and cannot be stopped: you'll be told ${open === 1 ? "the result, then it is" : "the results, then they are"} deleted too.`,
  justEnded: (ended: number) =>
    `${videos(ended)} ${ended === 1 ? "has just finished and will be deleted once its card is" : "have just finished and will be deleted once their cards are"} up to date.`,
  nothing: "nothing",
  listed: (first: readonly string[], last: string) => `${first.join("; ")}; and ${last}`,
};
