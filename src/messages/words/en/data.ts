import type { Piece, Sentence } from "../../../core/chat.ts";
import { numbersIn } from "../../numbers.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("en");
const { videos } = amounts;

export const data = {
  title: "Your data",
  exportGives: (command: Piece): Sentence => [
    command,
    " gives you a private file with everything that Reelay keeps about you.",
  ],
  deleteForgets: (command: Piece): Sentence => [
    command,
    " has it forgotten. It first shows you what that is, and asks.",
  ],
  gathering: { title: "Putting your file together…", body: ["This costs no credits."] },
  fileHere:
    "Everything that Reelay keeps about you is in this file. Only you see it here: download it before you close Discord.",
  fileInDirect:
    "Everything that Reelay keeps about you is in a file in your direct message with Reelay. It stays there until you delete it.",
  leftOut: (entries: number) =>
    `All of it would be too large for this chat, so the oldest ${entries} of its entries are left out.`,
  notTheKey: "Your key itself is not in it, only its last four characters.",
  unsure: {
    title: "Your file may have arrived",
    body: [
      "Slack did not say whether it took the file. Look in your direct message with Reelay. If it is not there, ask once more.",
    ],
  },
  noFile: {
    title: "No file can be given here",
    body: [
      "This chat takes no file from Reelay. Ask once more in a direct message with it, or ask an admin to allow files.",
    ],
  },
  wouldHold: (parts: string, jobs: Piece): Sentence => [
    `What it would hold: ${parts}. `,
    jobs,
    " shows your videos here.",
  ],
  cannotRead: {
    title: "Not now",
    body: ["Reelay cannot read this now. Nothing was changed.", "Try again in a minute."],
  },
  nothingKept: {
    title: "Nothing is kept",
    body: ["Reelay keeps nothing about you. There is nothing to delete."],
  },
  confirm: "Delete what Reelay keeps about you?",
  goesForGood: (parts: string) => `This goes for good: ${parts}.`,
  stays: [
    "Cards, messages and files in the chat stay where they are. Delete those cards first that you do not want there: afterwards their buttons do nothing any more.",
    "Backups and logs are with the people who run this bot.",
  ],
  deleted: "Your data is deleted",
  forgotten: "Reelay has forgotten what it kept about you.",
  sevenDays:
    "For seven days it knows the ids of your last videos, and nothing else of them, so that none is made twice.",
  going: {
    title: "Your data is being deleted",
    body: ["This takes a moment. It goes on by itself, and needs nothing more from you."],
  },
  kept: "Nothing was deleted.",
  tooOld: "Too old",
  tooOldText: (command: Piece): Sentence => [
    "Nothing was deleted: this question is more than 15 minutes old. Ask once more with ",
    command,
    ".",
  ],
  notYours: { title: "Not yours", body: ["Only the person who asked can do that. Nothing was deleted."] },
  parts: {
    key: "your API key",
    settings: "your settings",
    welcomed: "the note that you were welcomed",
    ended: (ended: number) =>
      `the records of ${count(ended, "ended video", "ended videos")}, prompts and links included`,
    kept: (kept: number) => `${count(kept, "request", "requests")} you have not started yet`,
    costs: (costs: number) => `what ${videos(costs)} cost`,
    open: (open: number) => `${videos(open)} on the way`,
  },
  stillOpen: (open: number) =>
    `${videos(open)} ${open === 1 ? "is" : "are"} still on the way. Nothing is stopped: you are told the end, and then it is forgotten, too.`,
  justEnded: (ended: number) =>
    `${videos(ended)} ${ended === 1 ? "has" : "have"} just ended, and will be forgotten as soon as the card is finished.`,
  nothing: "nothing",
  listed: (first: readonly string[], last: string) => `${first.join("; ")}; and ${last}`,
};
