import type { Piece, Sentence } from "../../../core/sentence.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

/** Questions before something starts, and what becomes of them. */
export const confirm = {
  again: "Start it again?",
  nobodyKnows: (mayBeCharged: string) => `We lost track of this video. ${mayBeCharged}`,
  againCosts: (price: number) => `Starting it again costs ${credits(price)}, even if the first one was charged.`,
  in720p: "Make it in 720p?",
  in720pCosts: (price: number) => `This makes the video again in 720p. It costs ${credits(price)}.`,
  nothingStarted: "Nothing was started.",
  started: "Your video has started.",
  price: (price: number) => `Start it for ${credits(price)}?`,
  priceText: (price: number, most: number) =>
    `This video costs ${credits(price)}, and you asked to confirm anything above ${number(most)}. Nothing was charged.`,
  priceTextAlways: (price: number) =>
    `This video costs ${credits(price)}, and you asked to confirm every video. Nothing was charged.`,
  meant: "Did you mean this?",
  meantText: (typed: Piece): Sentence => [
    "Your prompt contains ",
    typed,
    ", which looks like options. Here they are applied and removed from the prompt.",
  ],
  meantCosts: (price: number) => `It costs ${credits(price)}. Nothing was charged.`,
  goodForAnHour: "This question expires in an hour.",
  tooOld: {
    title: "Expired",
    body: ["This question has expired. Nothing was charged.", "Ask for the video again."],
  },
};

/** Answers to what somebody wrote to the bot. */
export const said = {
  offer: {
    title: "Make this a video?",
    body: ["Open the form to review it before it starts. Nothing has been charged yet; this expires in an hour."],
  },
  what: {
    title: "What should happen in the video?",
    body: ["Describe it in a few words, or open the form."],
  },
  hello: {
    title: "Hi!",
    body: ["Tell Reelay what should happen in a video, or open the form."],
  },
  withPicture:
    "Your picture is ready. Open the form and say what should happen. Nothing has been charged yet; this expires in an hour.",
  notPictures: (files: number) =>
    `${files === 1 ? "The file in your message is not a picture, so Reelay cannot use it" : `The ${number(files)} files in your message are not pictures, so Reelay cannot use them`}. PNG, JPEG, WebP and GIF work.`,
};

/** The person has as many videos on their way as they may. */
export const tooMany = {
  title: "You've reached your limit",
  most: (most: number) =>
    `You can have ${videos(most)} on the way at once. This one was not started. Nothing was charged.`,
  named: (prompt: string, stage: string) => `“${prompt}”: ${stage}`,
  more: (count: number) => `… and ${number(count)} more`,
  nobodyKnows: "Try again when one of them is done.",
  first: (time: string) => `The first of them may be done in ${time}. Try again then.`,
  starting: "starting",
  noPercentage: "in progress",
  percentDone: (percent: number) => `${percent}% done`,
};

/** A link that is asked for anew. */
export const link = {
  asking: { title: "Getting a new link…", body: ["This costs no credits."] },
  isNew: "New link",
  onTheCard: "The card now has the new link.",
  keepThis: "The card could not be updated, so keep this link.",
  same: "Still the same link",
  sameText: "The card already has this link. We don't know how long it will work: download the video soon.",
  unchanged: "Nothing has changed",
  stillGood: (until: Piece): Sentence => ["The link works until ", until, "."],
  none: "No new link",
  noLink: [
    "The video service no longer has a link to this video. Nothing has changed.",
    "Check your dashboard at the video service, or make the video again.",
  ],
  noAnswer: ["The video service did not answer. Nothing has changed.", "Try again in a few minutes."],
  noKey: [
    "You have no API key saved, so we can't ask for a new link. Nothing has changed.",
    "Add your key, then press Fresh link.",
  ],
  badKey: ["The video service does not accept your key. Nothing has changed.", "Add a new one, then press Fresh link."],
};

/** Whether a card is to go, and what became of it. */
export const deletion = {
  confirm: {
    title: "Delete this card?",
    body: [
      "This removes the card for everyone, along with its notification and the video in this chat. Credits are not refunded.",
      "The video stays at the video service for as long as its link works.",
    ],
  },
  done: "The card is deleted.",
  notAll: "Not everything could be deleted",
  left: {
    notification: "Its notification could not be deleted. If you see it, delete it yourself or ask an admin.",
    video: "The video in the thread could not be deleted. Ask an admin.",
    card: "The card could not be deleted from here. If only you can see it, dismiss it; otherwise ask an admin.",
  },
  stillOpen: {
    title: "Not yet",
    body: ["The video is still being added to this chat, so nothing was deleted.", "Press Delete again in a minute."],
  },
  notNow: {
    title: "Not everything is deleted yet",
    body: ["The chat did not delete all of it just now.", "Press Delete again in a minute."],
  },
  kept: "Nothing was deleted.",
};
