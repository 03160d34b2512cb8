import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "PNG, JPEG, WebP and GIF work.";

/** Why a picture cannot be used. */
export const picture = {
  tooLarge: "The picture is larger than 5 MB. Use a smaller one.",
  tooLargeBy: (megabytes: number) => `The picture is ${number(megabytes)} MB; the limit is 5 MB. Use a smaller one.`,
  notAPicture: `This is not a picture that Reelay can use. ${KINDS}`,
  notAPictureBut: (found: string) => `This is not a picture that Reelay can use: it is ${found}. ${KINDS}`,
  found: {
    picture: "another kind of picture",
    video: "a video",
    sound: "a sound file",
    text: "a text file",
    page: "a web page",
    pdf: "a PDF",
    archive: "an archive",
    document: "an office document",
    program: "a program",
  },
  empty: "The picture is empty: it has 0 bytes. Upload it again, or use another one.",
  unreadable:
    "The picture is damaged: its width and height cannot be read. Save it again as PNG or JPEG, or use another one.",
  unreachable: "The picture could not be opened. Check that its address works for everyone, or use another picture.",
  private:
    "Pictures posted here are private, and this bot cannot pass them to the video service. Use the web address of a public picture instead, or ask the people who run this bot to allow posted pictures.",
  address: {
    not_a_url: "The address of the picture is not a web address. Use one that begins with https://.",
    not_https: "The address of the picture must begin with https://.",
    too_long: "The address of the picture is too long. Use a shorter one.",
    has_login: "The address of the picture contains a user name or a password. Use one without.",
    not_public: "The address of the picture is not public. Use one that works for everyone.",
  },
};

const FLAGS = "The flags are --ratio, --duration, --resolution and --image.";

/** Why a request cannot become a video. */
export const draft = {
  title: "This video was not started",
  nothingCharged: "Nothing was charged.",
  noPrompt: "Say in a few words what should happen in the video.",
  promptTooLong: (length: number, most: number) =>
    `The prompt has ${number(length)} characters; the limit is ${number(most)}. Shorten it.`,
  badRatio: (given: string, allowed: string) => `“${given}” isn't a supported ratio. Choose ${allowed}.`,
  badDuration: (given: string, allowed: string) => `“${given}” isn't a supported length. Choose ${allowed} seconds.`,
  badResolution: (given: string, allowed: string) => `“${given}” isn't a supported resolution. Choose ${allowed}.`,
  or: " or ",
  twoPictures: "You gave two pictures: a file and an address. Use only one of them.",
  unknownFlag: (flag: string) => `${flag} is not a known flag. ${FLAGS}`,
  flagWithoutValue: (flag: string) => `${flag} needs a value. ${FLAGS}`,
};

const CURE =
  "If so, create a new one where you got it and delete the old one: others may have seen what you typed into a chat.";
const WHAT = "This looks like it contains an API key or token, so it was neither sent on nor saved.";
const ELSE = "If not, rephrase it.";

/** What was typed may hold a key. */
export const leak = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: {
    title: "Is there a key in this?",
    body: [`${WHAT} Only you see this.`, CURE, ELSE, "Nothing was charged."],
  },
  own: {
    title: "Your API key is in this",
    body: [
      "What you sent contains your own API key, so it was neither sent on nor saved. Only you see this.",
      "Others may have seen what you typed into a chat: create a new key in your dashboard at the video service, delete the old one there, and add the new one here.",
      "Nothing was charged.",
    ],
  },
  inTheOpen: {
    title: "That looks like a key",
    body: [
      "Something in your message looks like an API key or an access token. Reelay saved none of it. Delete your message, and create a new key if others may have read it.",
      "Keys belong in the private form. If it wasn't a key, use the form for your video.",
    ],
  },
};

/** A command that is used on a message's picture. */
export const animate = {
  title: "Animate this",
  sentence: (words: string) => `${words}.`,
  leftOut: (count: number) => `${count} more in this message cannot be used: too large, or not a supported kind`,
  thePicture: (look: string) => `The picture: ${look}.`,
  picture: "Picture",
  unnamed: "picture",
  nothing: "Nothing to animate",
  noPicture: `There is no picture in this message. Use Animate this on one that has a picture. ${KINDS}`,
  sticker: `A sticker cannot be animated. Post it as a picture and use Animate this on that. ${KINDS}`,
  video: `This message has a video, and only pictures can be animated. Post a still of it as a picture and use Animate this on that. ${KINDS}`,
  forgotten: {
    title: "Expired",
    body: [
      "Reelay keeps a picture for an hour while its form is open, and that hour is over. Nothing was charged.",
      "Use Animate this on the message again.",
    ],
  },
};
