import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms = {
  save: "Save",
  makeIt: "Make it",
  key: {
    title: "Your API key",
    note: "Only you see this form. The key is tested without spending credits and stored encrypted.",
    label: "API key",
    hint: "From your dashboard at the video service",
  },
  makeVideo: "Make a video",
  creditsAreTaken: "Credits are charged when the video starts and refunded if it fails.",
  newVideo: "This makes a new video. Credits are charged when it starts and refunded if it fails.",
  edit: "Edit & run",
  pictureAgain: "Add the picture again",
  risk: (atMost: number) =>
    `The first video may have been charged: up to ${credits(atMost)}. This one is charged separately.`,
  prompt: "Prompt",
  promptHint: "What should happen in the video",
  ratio: "Shape",
  duration: "Length",
  resolution: "Resolution and price",
  picture: "Picture",
  address: "Picture address",
  hints: {
    upload: "Optional. A picture to animate, up to 5 MB.",
    address: "Optional. The address (https://…) of a picture to animate, up to 5 MB.",
    uploadKept: "Optional. If left empty, the earlier picture is used. Up to 5 MB.",
    uploadEmpty: "Optional. Up to 5 MB.",
    addressEmpty: "Optional. https://…, up to 5 MB.",
    gone: "The earlier picture can no longer be opened. Add it again, or another one, up to 5 MB.",
  },
};

/** What is chosen among; English stands with the commands themselves. */
export const choices = {
  ratio: { "16:9": "16:9 (landscape)", "9:16": "9:16 (portrait)" },
  asPicture: "Same as the picture",
  duration: (seconds: number) => `${seconds} seconds`,
  resolution: (resolution: string, ten: number, fifteen: number) =>
    `${resolution} (${ten} credits for 10 s, ${fifteen} for 15 s)`,
  ping: {
    on: "On",
    off: "Off",
    channel: "On, and in the channel too",
  },
  attach: { yes: "Play it in the card when possible", no: "Link only" },
  /** The same on Slack, whose cards play nothing. */
  attachInThread: "Play it in the card's thread when possible",
  visibility: { here: "Everyone here sees the card", private: "Only I see the card" },
  confirmAbove: {
    always: () => "Always",
    above: (most: number) => `Above ${credits(most)}`,
    never: () => "Never",
  },
};

export const settings = {
  yours: "Your settings",
  saved: "Your settings are saved",
  note: "Defaults for your videos.",
  first: "Options in a request override these, and a picture keeps its own shape.",
  labels: {
    ratio: "Shape",
    duration: "Length",
    resolution: "Resolution",
    ping: "Notifications",
    attach: "Video file",
    visibility: "Visibility",
    confirm_above: "Ask me before spending",
  },
  line: (label: string, chosen: string) => `${label}: ${chosen}`,
  or: " or ",
  bad: (given: string, allowed: string) => `“${given}” is not one of the choices. Choose ${allowed}.`,
  nothingChanged: "Nothing was changed",
};
