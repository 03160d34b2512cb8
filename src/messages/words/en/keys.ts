import type { Piece, Sentence } from "../../../core/sentence.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (ends in ${lastFour})`;
}

export const keys = {
  first: {
    title: "Add your API key",
    body: ["Videos are charged to your own account."],
  },
  /** A link in the next sentence, where the operator says where that is. */
  dashboard: "dashboard",
  where: (dashboard: Piece): Sentence => ["You can get a key in your ", dashboard, " at the video service."],
  keptForIt: "Your request is kept for an hour and continues by itself once the key is saved.",
  thenPress: (button: string) => `Add it, then press ${button}.`,
  nothingCharged: "Nothing was charged.",
  checking: { title: "Checking your key…", body: ["This costs no credits."] },
  saved: "Your key is saved",
  savedText: (lastFour: string) => `Your key${endingIn(lastFour)} works and is stored encrypted.`,
  goesOn: "The request that was waiting for it continues now.",
  videosGoOn: (open: number) => (open === 1 ? "Your video continues." : `Your ${open} videos continue.`),
  youCan: "You can make videos now.",
  savedUnchecked: "Your key is saved, but not verified",
  savedUncheckedText: (lastFour: string) =>
    `Your key${endingIn(lastFour)} is stored encrypted. The video service gave no clear answer, so we couldn't verify it yet.`,
  firstVideoTells: "Your first video will show whether it works.",
  requestNotStarted: "The request that was waiting for it was not started. Send it again later.",
  bad: {
    title: "This key does not work",
    body: [
      "The video service does not accept this key, so it was not saved. If you saved a key before, you still have it.",
      "Copy it and add it again.",
    ],
  },
  notAKey: "This is not a key",
  empty: "Paste your API key here.",
  notOneWord: "A key is one word without spaces. Copy it again and paste it here.",
  nothingSaved: "Nothing was saved.",
  unknownWord: "Unknown command",
  words: (set: Piece, status: Piece, remove: Piece): Sentence => ["Type ", set, ", ", status, " or ", remove, "."],
  ifItWasYourKey: "If that was your key, it was not saved. Add it in the private form instead.",
  stored: (lastFour: string) => `Your key${endingIn(lastFour)} is stored encrypted.`,
  works: "Your key works",
  doesNotWork: { title: "Your key does not work", body: ["The video service does not accept it. Add a new one."] },
  notChecked: {
    title: "Your key could not be checked",
    body: ["The video service gave no clear answer. Try again in a few minutes."],
  },
  yours: "Your API key",
  none: { title: "No key saved", body: ["Add your own API key to make videos."] },
  removed: { title: "Your key is removed", body: ["Reelay has deleted it."] },
  confirmRemoval: "Remove your key now?",
  withoutKey: "Without a key, you can't make new videos.",
  nothingToRemove: { title: "No key saved", body: ["There is nothing to remove."] },
  stillOpen: (open: number) =>
    open === 1
      ? `${amounts.videos(open)} is still in progress. It keeps an encrypted copy of the key until it ends.`
      : `${amounts.videos(open)} are still in progress. They keep an encrypted copy of the key until they end.`,
};
