import type { Piece, Sentence } from "../../../core/chat.ts";
import { amounts } from "./amounts.ts";

const WHERE = "You get a key in the dashboard of your account at the video service.";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (ends in ${lastFour})`;
}

export const keys = {
  first: {
    title: "Your own API key comes first",
    body: [`Videos are paid with your own account at the video service. ${WHERE}`],
  },
  keptForIt: "Your request is kept for an hour and goes on by itself once the key is saved.",
  thenPress: (button: string) => `Add it, then press ${button}.`,
  nothingCharged: "Nothing was charged.",
  checking: { title: "Checking your key…", body: ["This costs no credits."] },
  saved: "Your key is saved",
  savedText: (lastFour: string) => `Your key${endingIn(lastFour)} works and is stored encrypted.`,
  goesOn: "The request that waited for it goes on now.",
  videosGoOn: (open: number) => (open === 1 ? "Your video goes on." : `Your ${open} videos go on.`),
  youCan: "You can make videos now.",
  savedUnchecked: "Your key is saved, but unchecked",
  savedUncheckedText: (lastFour: string) =>
    `Your key${endingIn(lastFour)} is stored encrypted. The video service gave no clear answer, so nobody knows yet whether it works.`,
  firstVideoTells: "The first video will tell.",
  requestNotStarted: "The request that waited for it was not started. Send it again later.",
  bad: {
    title: "This key does not work",
    body: [
      "The video service does not accept this key, so it was not saved. A key you saved before stays as it is.",
      `Copy it once more and add it again. ${WHERE}`,
    ],
  },
  notAKey: "This is not a key",
  empty: "Paste your API key here.",
  notOneWord: "A key is one word without spaces. Copy it once more and paste it here.",
  nothingSaved: "Nothing was saved.",
  unknownWord: "That word is not known",
  words: (set: Piece, status: Piece, remove: Piece): Sentence => ["Type ", set, ", ", status, " or ", remove, "."],
  ifItWasYourKey: "If that was your key: it was not kept. The button opens a private form for it.",
  stored: (lastFour: string) => `Your key${endingIn(lastFour)} is stored encrypted.`,
  works: "Your key works",
  doesNotWork: { title: "Your key does not work", body: ["The video service does not accept it. Add a new one."] },
  notChecked: {
    title: "Your key could not be checked",
    body: ["The video service gave no clear answer. Ask again in a few minutes."],
  },
  yours: "Your API key",
  none: { title: "No key is stored", body: [`Add your own API key to make videos. ${WHERE}`] },
  removed: { title: "Your key is removed", body: ["Reelay has forgotten it."] },
  confirmRemoval: "Remove your key now?",
  withoutKey: "Without a key you cannot make new videos until you add one.",
  nothingToRemove: { title: "No key is stored", body: ["There is nothing to remove."] },
  stillOpen: (open: number) =>
    open === 1
      ? `${amounts.videos(open)} is still on its way. It keeps an encrypted copy of the key until it ends.`
      : `${amounts.videos(open)} are still on their way. They keep an encrypted copy of the key until they end.`,
};
