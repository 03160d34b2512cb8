import type { Piece, Sentence } from "../../../core/sentence.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

/** What videos have cost. */
export const spending = {
  thisMonth: (spent: string) => `This month: ${spent}.`,
  lastMonth: (spent: string) => `Last month: ${spent}.`,
  none: "no credits spent",
  spent: (spent: number) => `${credits(spent)} spent`,
  refunds: (charged: number, refunded: number) => ` (${number(charged)} charged, ${number(refunded)} refunded)`,
  maybe: (atMost: number) => `, plus up to ${number(atMost)} unconfirmed`,
};

/** Somebody's own videos. */
export const list = {
  title: "Your videos",
  page: (page: number) => `Your videos, page ${page}`,
  none: "You haven't made any videos yet.",
  noOlder: "There are no older videos.",
  /** What a menu says before a video is chosen in it. */
  choose: "Bring a video's card here…",
  quoted: (prompt: string) => `“${prompt}”`,
};

/** A page of a person's own. */
export const home = {
  make: { title: "Make a video", body: ["From a prompt, with or without a picture."] },
  /** Read once, at the first visit. */
  welcome: {
    title: "Welcome to Reelay",
    say: (command: Piece): Sentence => [
      "Say what should happen, and Reelay makes a short video of it: type ",
      command,
      " in any channel, or write to Reelay here.",
    ],
    addKey: "Videos are charged to your own account at the video service, so add your API key first.",
  },
};

export const help = {
  title: "How to make a video",
  parts: {
    start: "First steps",
    prices: "Prices",
    yours: "Your key and your data",
    know: "Good to know",
    now: "Right now",
  },
  sample: "a cat surfing",
  addKey: (command: Piece): Sentence => [
    "1. Add your own API key with ",
    command,
    ". It comes from your account at the video service.",
  ],
  say: (command: Piece): Sentence => [
    "2. Say what should happen: ",
    command,
    ". The card shows the progress, and you are notified when the video is done.",
  ],
  options: (command: Piece): Sentence => [
    "Ratio, duration, resolution and a picture are options of ",
    command,
    ", all optional. For a picture in a message, open the message's menu: Apps, Animate this.",
  ],
  flags: (flags: Piece, command: Piece): Sentence => [
    "Add flags after the prompt: ",
    flags,
    ". ",
    command,
    " alone opens a form.",
  ],
  pricesNote: "Credits are charged at the start and refunded if a video fails.",
  spentUnknown: "Your spending this month cannot be read right now.",
  key: (status: Piece, remove: Piece): Sentence => [
    "Your key: ",
    status,
    " shows whether it works, ",
    remove,
    " deletes it.",
  ],
  cannotStop: "A video that has started cannot be stopped. Delete only removes the card and its notification.",
  kept: (days: number, get: Piece, forget: Piece): Sentence => [
    `Prompts are kept for ${days} ${days === 1 ? "day" : "days"} after a video is done. `,
    "The data stored about you: ",
    get,
    " gives it to you as a private file, ",
    forget,
    " deletes it.",
  ],
  links: "Links work for about 2 hours.",
  allWell: "All systems normal.",
  trouble: (troubles: string) => `Problems right now: ${troubles}.`,
  /** The one word "help" where a prompt is asked for. */
  orVideo: {
    title: "Help, or a video?",
    text: (price: number) =>
      `Press Help to read how Reelay works, or Start it to make a video of this one word. The video costs ${credits(price)}. Nothing was charged.`,
  },
  /** What is missing, what follows from it, and who can change it where. Names as Discord's own settings have them. */
  missing: {
    view_channel:
      "Reelay cannot see this channel, so it cannot update its card after 15 minutes. An admin can grant it View Channel in the channel's settings.",
    send_messages:
      "Reelay cannot write in this channel, so it may have to notify you by direct message. An admin can grant it Send Messages in the channel's settings.",
    send_in_threads:
      "Reelay cannot write in this thread, so it may have to notify you by direct message. An admin can grant it Send Messages in Threads in the channel's settings.",
    embed_links:
      "Reelay's links show no preview in this channel. An admin can grant it Embed Links in the channel's settings.",
    attach_files:
      "Reelay cannot post files in this channel, so a video comes as a link. An admin can grant it Attach Files in the channel's settings.",
    read_history:
      "Reelay cannot reply to its own card in this channel, so notifications appear as separate messages. An admin can grant it Read Message History in the channel's settings.",
  },
};
