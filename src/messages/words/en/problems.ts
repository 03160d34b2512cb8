import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "PNG, JPEG, WebP and GIF work.";

/** Why a picture cannot be used. */
export const picture = {
  tooLarge: "The picture is larger than 5 MB. Use a smaller one.",
  tooLargeBy: (megabytes: number) =>
    `The picture has ${number(megabytes)} MB, and 5 MB are allowed. Use a smaller one.`,
  notAPicture: `This is not a picture that Reelay can use. ${KINDS}`,
  notAPictureBut: (found: string) => `This is not a picture that Reelay can use: it is ${found}. ${KINDS}`,
  empty: "The picture is empty: it has 0 bytes. Upload it again, or use another one.",
  unreadable:
    "The picture is damaged: its width and height cannot be read. Save it again as PNG or JPEG, or use another one.",
  unreachable: "The picture could not be opened. Check that its address works for everyone, or use another picture.",
  private:
    "Pictures posted here are private, and this bot cannot hand them to the video service. Use the web address of a public picture instead, or ask the people who run this bot to allow posted pictures.",
  address: {
    not_a_url: "The address of the picture is not a web address. Use one that begins with https://.",
    not_https: "The address of the picture must begin with https://. Use one that does.",
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
    `The prompt has ${number(length)} characters, and ${number(most)} characters are allowed. Shorten it.`,
  badRatio: (given: string, allowed: string) => `“${given}” is not a ratio that can be made. Choose ${allowed}.`,
  badDuration: (given: string, allowed: string) =>
    `“${given}” is not a duration that can be made. Choose ${allowed} seconds.`,
  badResolution: (given: string, allowed: string) =>
    `“${given}” is not a resolution that can be made. Choose ${allowed}.`,
  or: " or ",
  twoPictures: "There are two pictures: a file and an address. Give one of them.",
  unknownFlag: (flag: string) => `${flag} is not known here. ${FLAGS}`,
  flagWithoutValue: (flag: string) => `${flag} has no value behind it. ${FLAGS}`,
};

const CURE =
  "If it is one, make a new one where you got it and delete the old one: what was typed into a chat may have been seen.";
const WHAT = "This looks as if an API key or a token were in it, so it was neither sent on nor kept.";
const ELSE = "If it is none, write it in another way.";

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
      "What you sent has your own API key in it, so it was neither sent on nor kept. Only you see this.",
      "What was typed into a chat may have been seen: make a new key in the dashboard of your account at the video service, delete the old one there, and add the new one here.",
      "Nothing was charged.",
    ],
  },
  inTheOpen: {
    title: "That looks like a key",
    body: [
      "Something in your message looks like an API key or an access token. Reelay kept nothing of it. Delete your message, and make a new key where others may have read it.",
      "A key belongs into the private form. If it was none, use the form for your video as well.",
    ],
  },
};

/** A command that is used on a message's picture. */
export const animate = {
  title: "Animate this",
  sentence: (words: string) => `${words}.`,
  leftOut: (count: number) => `${count} more in this message cannot be used: too large, or of another kind`,
  thePicture: (look: string) => `The picture: ${look}.`,
  picture: "Picture",
  unnamed: "picture",
  nothing: "Nothing to animate",
  noPicture: `There is no picture in this message. Use Animate this on one that has a picture: ${KINDS}`,
  sticker: `A sticker cannot be brought to life. Post it as a picture, and use Animate this on that: ${KINDS}`,
  video: `This message has a video, and only pictures can be brought to life. Post a still of it as a picture, and use Animate this on that: ${KINDS}`,
  forgotten: {
    title: "Too old",
    body: [
      "Reelay keeps a picture for an hour while its form is open, and has forgotten this one. Nothing was charged.",
      "Use Animate this on the message once more.",
    ],
  },
};
