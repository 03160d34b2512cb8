import type { Piece, Sentence } from "../../../core/chat.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

/** Questions before something starts, and what becomes of them. */
export const confirm = {
  again: "Start it once more?",
  nobodyKnows: (mayBeCharged: string) => `Nobody knows what became of this video. ${mayBeCharged}`,
  againCosts: (price: number) => `Starting it once more costs ${credits(price)}, whatever the first one cost.`,
  in720p: "Make it in 720p?",
  in720pCosts: (price: number) => `This makes the video once more, in 720p. It costs ${credits(price)}.`,
  nothingStarted: "Nothing was started.",
  started: "Your video was started.",
  price: (price: number) => `Start it for ${credits(price)}?`,
  priceText: (price: number, most: number) =>
    `This video costs ${credits(price)}, and you want to be asked above ${number(most)}. Nothing was charged.`,
  priceTextAlways: (price: number) =>
    `This video costs ${credits(price)}, and you want to be asked every time. Nothing was charged.`,
  meant: "Did you mean this?",
  meantText: (typed: Piece): Sentence => [
    "Your prompt says ",
    typed,
    ", which looks like options. Here they are applied, and taken out of the prompt.",
  ],
  meantCosts: (price: number) => `It costs ${credits(price)}. Nothing was charged.`,
  goodForAnHour: "The question is good for an hour.",
  tooOld: {
    title: "Too old",
    body: ["Reelay has forgotten what this was about. Nothing was charged.", "Ask for the video again."],
  },
};

/** Answers to what somebody wrote to the bot. */
export const said = {
  offer: {
    title: "A video of this?",
    body: ["Nothing was charged yet. The form shows everything before it starts; this is good for an hour."],
  },
  what: {
    title: "What should happen in the video?",
    body: ["Say it in a few words, or open the form."],
  },
  hello: {
    title: "Hi!",
    body: ["Tell Reelay what should happen in a video, or open the form."],
  },
  withPicture:
    "Your picture is ready. Open the form to say what should happen. Nothing was charged yet; this expires in an hour.",
  notPictures: (files: number) =>
    `${files === 1 ? "The file in your message is not a picture" : `The ${number(files)} files in your message are not pictures`}, so a video cannot start with it. PNG, JPEG, WebP and GIF work.`,
};

/** The person has as many videos on their way as they may. */
export const tooMany = {
  title: "Your other videos come first",
  most: (most: number) =>
    `You can have ${videos(most)} on the way at once. This one was not started. Nothing was charged.`,
  named: (prompt: string, stage: string) => `“${prompt}”: ${stage}`,
  more: (count: number) => `… and ${number(count)} more`,
  nobodyKnows: "Nobody knows yet when the first of them ends. Ask again then.",
  first: (time: string) => `The first of them may end in ${time}. Ask again then.`,
  starting: "starting",
  noPercentage: "no percentage yet",
  percentDone: (percent: number) => `${percent}% done`,
};

/** A link that is asked for anew. */
export const link = {
  asking: { title: "Asking…", body: ["This costs no credits."] },
  isNew: "There is a new link",
  onTheCard: "It stands on the card now, in the place of the old one.",
  keepThis: "The card could not be changed, so keep this one.",
  same: "It is the same link",
  sameText: "It is the link that the card has. Nobody says how long it works: save the video soon.",
  unchanged: "Nothing has changed",
  stillGood: (until: Piece): Sentence => ["The link is still good until ", until, "."],
  none: "There is no new link",
  noLink: [
    "The video service gives no link to this video any more. Nothing has changed.",
    "Look in the dashboard of your account at the video service, or make the video again.",
  ],
  noAnswer: ["The video service gave no answer. Nothing has changed.", "Try again in a few minutes."],
  noKey: ["There is no API key of yours to ask with. Nothing has changed.", "Add it, then press Fresh link."],
  badKey: ["The video service does not accept your key. Nothing has changed.", "Add a new one, then press Fresh link."],
};

/** Whether a card is to go, and what became of it. */
export const deletion = {
  confirm: {
    title: "Delete this card?",
    body: [
      "The card goes away for everyone, with its notification and the video in this chat. Credits do not come back.",
      "The video stays at the video service for as long as its link works.",
    ],
  },
  done: "The card is deleted.",
  notAll: "Not everything could be deleted",
  left: {
    notification:
      "Its notification could not be taken away. If you see it, delete it by hand, or ask somebody who manages this place.",
    video: "The video in the thread could not be taken away. Ask somebody who manages this place.",
    card: "The card could not be taken away from here. If you alone see it, dismiss it; else ask somebody who manages this place.",
  },
  stillOpen: {
    title: "Not yet",
    body: ["The video is still being put into this chat, so nothing was deleted.", "Press Delete again in a minute."],
  },
  notNow: {
    title: "Not everything is deleted yet",
    body: ["The chat did not take all of it just now.", "Press Delete again in a minute."],
  },
  kept: "Nothing was deleted.",
};
