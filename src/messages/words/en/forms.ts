import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms = {
  save: "Save",
  makeIt: "Make it",
  key: {
    title: "Your API key",
    note: "Only you see this form. The key is tested without spending credits and stored encrypted.",
    label: "API key",
    hint: "From the dashboard of your account at the video service",
  },
  makeVideo: "Make a video",
  creditsAreTaken: "Credits are taken when the video starts and come back if it fails.",
  newVideo: "This makes a new video. Credits are taken when it starts and come back if it fails.",
  edit: "Edit & run",
  pictureAgain: "Add the picture again",
  risk: (atMost: number) => `The first video may have been charged: ${credits(atMost)} at most. This one costs again.`,
  prompt: "Prompt",
  promptHint: "What should happen in the video",
  ratio: "Shape",
  duration: "Length",
  resolution: "Resolution and price",
  picture: "Picture",
  address: "Address of a picture",
  hints: {
    upload: "Optional. A picture to animate, up to 5 MB.",
    address: "Optional. The address (https://…) of a picture to animate, up to 5 MB.",
    uploadKept: "Optional. Left empty, the earlier picture is used. Up to 5 MB.",
    uploadEmpty: "Optional. Up to 5 MB.",
    addressEmpty: "Optional. https://…, up to 5 MB.",
    gone: "The earlier picture cannot be opened any more. Add it again, or another one, up to 5 MB.",
  },
};

/** What is chosen among; English stands with the commands themselves. */
export const choices = {
  ratio: { "16:9": "16:9 (landscape)", "9:16": "9:16 (portrait)" },
  asPicture: "As the picture",
  duration: (seconds: number) => `${seconds} seconds`,
  resolution: (resolution: string, ten: number, fifteen: number) =>
    `${resolution} (${ten} credits for 10 s, ${fifteen} for 15 s)`,
  ping: {
    on: "Notify me when a video is done",
    off: "Only change the card",
    channel: "Notify me, and show it in the channel too",
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
  note: "What your videos are like where you say nothing else.",
  first: "What you say in a request comes first, and a picture's own shape before the shape here.",
  labels: {
    ratio: "Shape",
    duration: "Length",
    resolution: "Resolution",
    ping: "When a video is done",
    attach: "The video's file",
    visibility: "Visibility",
    confirm_above: "Ask me before spending",
  },
  line: (label: string, chosen: string) => `${label}: ${chosen}`,
  or: " or ",
  bad: (given: string, allowed: string) => `“${given}” cannot be taken here. Choose ${allowed}.`,
  nothingChanged: "Nothing was changed",
};
