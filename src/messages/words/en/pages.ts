import type { Piece, Sentence } from "../../../core/chat.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

/** What videos have cost. */
export const spending = {
  thisMonth: (spent: string) => `This month you used ${spent}`,
  lastMonth: (spent: string) => `Last month: ${spent}`,
  none: "no credits",
  allBack: (used: string) => `${used}; all came back.`,
  someBack: (used: string, refunded: number) => `${used}; ${credits(refunded)} came back.`,
  noneBack: (used: string) => `${used}.`,
  maybe: (unknown: number) => `${credits(unknown)} more may have been charged, nobody knows.`,
};

/** Somebody's own videos. */
export const list = {
  title: "Your videos",
  page: (page: number) => `Your videos, page ${page}`,
  none: "You have not asked for a video yet.",
  noOlder: "There are no older videos.",
  /** What a menu says before a video is chosen in it. */
  choose: "Bring a card here…",
  quoted: (prompt: string) => `“${prompt}”`,
};

/** A page of a person's own. */
export const home = {
  make: { title: "Make a video", body: ["From words, or from words and a picture."] },
  /** Read once, by whoever comes for the first time. */
  welcome: {
    title: "Welcome to Reelay",
    say: (command: Piece): Sentence => [
      "Say what should happen, and Reelay makes a short video of it: type ",
      command,
      " in any channel, or write to Reelay here.",
    ],
    addKey: "Videos are paid with your own account at the video service, so add your API key first.",
  },
};

const price = (resolution: string, ten: number, fifteen: number) =>
  `${resolution} costs ${ten} credits for 10 seconds, ${fifteen} credits for 15 seconds`;

export const help = {
  title: "How to make a video",
  sample: "a cat surfing",
  addKey: (command: Piece): Sentence => [
    "1. Add your own API key with ",
    command,
    ". It comes from your account at the video service.",
  ],
  say: (command: Piece): Sentence => [
    "2. Say what should happen: ",
    command,
    ". The card shows how far it is, and you are told when it is done.",
  ],
  options: (command: Piece): Sentence => [
    "Ratio, duration, resolution and a picture are options of ",
    command,
    ", all of them free to leave out. For a picture in a message, open the message's menu: Apps, Animate this.",
  ],
  flags: (flags: Piece, command: Piece): Sentence => [
    "Flags behind the words choose the rest: ",
    flags,
    ". ",
    command,
    " alone opens a form.",
  ],
  price,
  prices: (prices: readonly string[]) =>
    `Prices: ${prices.join("; ")}. Credits are taken at the start and come back if a video fails.`,
  spentUnknown: "What you have used this month cannot be read at the moment.",
  key: (status: Piece, remove: Piece): Sentence => [
    "Your key: ",
    status,
    " shows whether it works, ",
    remove,
    " forgets it.",
  ],
  cannotStop:
    "A video that has started cannot be stopped. Delete takes the card away with its notification, and nothing else.",
  kept: (days: number, get: Piece, forget: Piece): Sentence => [
    `Prompts are kept for ${days} ${days === 1 ? "day" : "days"} after a video has ended. `,
    "What is kept about you: ",
    get,
    " gives it to you as a private file, ",
    forget,
    " has it forgotten.",
  ],
  links: "Links work for about 2 hours.",
  allWell: "Everything works at the moment.",
  trouble: (troubles: string) => `Trouble at the moment: ${troubles}.`,
  /** The one word "help" where a prompt is asked for. */
  orVideo: {
    title: "Help, or a video?",
    text: (price: number) =>
      `Press Help to read how Reelay works, or Start it for a video of this one word. The video costs ${credits(price)}. Nothing was charged.`,
  },
  /** What is missed, what comes of it, and who can mend it where. Names as Discord's own settings have them. */
  missing: {
    view_channel:
      "Reelay cannot see this channel, so after 15 minutes it cannot change its card any more. An admin can allow it View Channel in the channel's settings.",
    send_messages:
      "Reelay cannot write in this channel, so it may have to tell you by direct message. An admin can allow it Send Messages in the channel's settings.",
    send_in_threads:
      "Reelay cannot write in this thread, so it may have to tell you by direct message. An admin can allow it Send Messages in Threads in the channel's settings.",
    embed_links:
      "Reelay's links show no preview in this channel. An admin can allow it Embed Links in the channel's settings.",
    attach_files:
      "Reelay cannot post files in this channel, so a video comes as a link. An admin can allow it Attach Files in the channel's settings.",
    read_history:
      "Reelay cannot answer to its own card in this channel, so its messages stand alone. An admin can allow it Read Message History in the channel's settings.",
  },
};
