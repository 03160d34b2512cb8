import type { Piece, Sentence } from "../../core/chat.ts";
import type { Locale } from "../../core/text/locale.ts";
import { numbersIn } from "../numbers.ts";
import { OPERATORS } from "../operators.ts";

const { count, number } = numbersIn("en");

const amounts = {
  number,
  sentenceGap: " ",
  comma: ", ",
  or: " or ",
  quoted: (text: string) => `“${text}”`,
  credits: (credits: number) => count(credits, "credit", "credits"),
  videos: (videos: number) => count(videos, "video", "videos"),
  seconds: (seconds: number) => count(seconds, "second", "seconds"),
  percentDone: (percent: number) => `${percent}% done`,
  /** On platforms that format date and time separately. */
  between: " at ",
  lessThanAMinute: "less than a minute",
  aboutMinutes: (minutes: number) => `about ${count(minutes, "minute", "minutes")}`,
  aboutHours: (hours: number) => `about ${count(hours, "hour", "hours")}`,
};
const { credits, videos } = amounts;

/** A short key has no last four characters to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (ends in ${lastFour})`;
}

const ASK_OPERATORS = `Ask the people who run this bot: ${OPERATORS}.`;
const PICTURE_KINDS = "PNG, JPEG, WebP and GIF work.";
const ALL_PICTURE_KINDS = "PNG, JPEG, WebP, GIF, HEIC, AVIF, TIFF and BMP work.";
const PICTURE_AGAIN = "Save it again as PNG or JPEG, or use another one.";
const flags = (names: string) => `The flags are ${names}.`;
const IF_A_KEY =
  "If so, create a new one where you got it and delete the old one: others may have seen what you typed into a chat.";
const MAYBE_A_KEY = "This looks like it contains an API key or token, so it was neither sent on nor saved.";
const IF_NOT_A_KEY = "If not, rephrase it.";

const SUFFIXES: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** "1st", "2nd", "11th". */
function ordinal(nth: number): string {
  return `${number(nth)}${SUFFIXES[ordinals.select(nth)]}`;
}

export const en = {
  locale: "en" as Locale,
  /** The service's name replaces these phrases. Longer phrases come first. */
  serviceName: {
    "the video service": "{}",
  } as Readonly<Record<string, string>>,
  amounts,
  nothingCharged: "Nothing was charged.",

  buttons: {
    notifyMe: "Notify me too",
    again: "Again",
    edit: "Edit & run",
    in720p: "In 720p",
    continue: "Continue",
    startIt: "Start it",
    cancel: "Cancel",
    freshLink: "Fresh link",
    delete: "Delete",
    /** The saved video stays. */
    deleteCard: "Remove the card only",
    makeVideo: "Make a video",
    makeThis: "Make this",
    addKey: "Add my key",
    checkKey: "Check it",
    replaceKey: "Replace it",
    removeKey: "Remove it",
    changeSettings: "Change",
    changeDelivery: "Change delivery",
    removeAnyway: "Remove anyway",
    deleteData: "Delete my data",
    newer: "Newer",
    older: "Older",
    reopenForm: "Open the form again",
    help: "Help",
    getKey: "Get a key",
    checkCredits: "Check my credits",
  },

  card: {
    received: {
      title: "Request received",
      body: ["This card shows the progress. If it can't, you'll get a new message instead."],
    },
    starting: "Starting…",
    queued: {
      title: "Queued",
      body: ["The video service is busy, so this video is queued and will start by itself. Nothing charged yet."],
    },
    fetchingFilm: "Fetching the video before it, whose last frame this one begins with. Nothing charged yet.",
    serviceAway: "The video service cannot be reached. Reelay keeps trying. Nothing charged yet.",
    notConfirmed:
      "The video service has not confirmed this video yet. Reelay repeats the request, and you're charged at most once.",
    making: "Making the video",
    overdue: {
      title: "Still not finished…",
      body: ["This is taking much longer than usual. Reelay keeps checking and updates this card when there is news."],
    },
    needsKey: "The video service no longer accepts your key. Add a new key, and this video continues by itself.",
    needsCredits:
      "The video service reports that your account doesn't have enough credits, so it doesn't show how far this video is. This video is already paid for, and Reelay keeps checking. If this doesn't change, top up your account.",
    /** The service has given no useful answer about a running video for a while. */
    silent: {
      no_answer:
        "The video service isn't giving usable answers right now. A video that is paid for normally continues there, and Reelay keeps asking.",
      no_link: "The video service reports a finished video but has not named its link yet. Reelay keeps asking.",
    },
    updatesStop: "This card will stop updating soon. You'll get the result as a direct message.",
    noPercentage: "In progress",
    left: (time: string) => `${time} left`,
  },

  facts: {
    /** Who pays: before a charge, after it, and if a charge is unknown. */
    byTeam: {
      will: "Will be paid with the team's key",
      paid: "Paid with the team's key",
      perhaps: "If it was charged, the team's key paid",
    },
    askedBy: (person: Piece): Sentence => ["Requested by ", person],
    price: (price: number) => `Price: ${credits(price)}`,
    shapeOfPicture: "shape of your picture",
    fromPicture: "from a picture",
    sentAs: (width: number, height: number) => `Sent as ${number(width)} × ${number(height)}`,
    moreSent: (characters: number) =>
      `… and ${count(characters, "more character, which is sent", "more characters, all of which are sent")}`,
    moreCharacters: (characters: number) => `(${count(characters, "more character", "more characters")})`,
  },

  state: {
    waitingToStart: "Waiting to start",
    waitingForApproval: "Waiting for approval",
    waitingForTurn: "Waiting for its turn",
    waitingForFilm: "Waiting for the video before it",
    starting: "Starting",
    waitingForKey: "Waiting for your key",
    waitingForCredits: "Not enough credits, still checking",
    running: "Running",
    ready: "Ready",
    doneWithoutLink: "Done, but no link",
    failed: (refunded: number) => `Failed, ${credits(refunded)} refunded`,
    refused: "Refused, nothing charged",
    notStarted: "Not started, nothing charged",
    nobodyKnows: "Unknown: may have been charged",
    ended: "All have ended",
  },

  outcome: {
    ready: "The video is ready",
    tooLarge: "The video is too large for this chat, so here is just the link.",
    copyHere: "A smaller copy plays here; the link has the original.",
    notTaken: "The video could not be posted in this chat, so here is just the link.",
    link: "Watch or download the video",
    linkIsNew: "This is a new link. We don't know how long it will work: download the video soon.",
    linkExpires: (when: Piece): Sentence => ["The link expires ", when, "."],
    linkHasExpired: (when: Piece): Sentence => [
      "The link has probably expired (",
      when,
      "). Check your dashboard at the video service, or make the video again.",
    ],
    linkHasExpiredKept: (when: Piece, until: Piece): Sentence => [
      "The link has probably expired (",
      when,
      "). Reelay keeps the video until ",
      until,
      ": press Fresh link.",
    ],
    used: (amount: number) => `${credits(amount)} used.`,
    usedAbout: (amount: number) => `About ${credits(amount)} used.`,
    noLink: {
      title: "Done, but no link",
      body: ["The video service finished the video but returned no link."],
    },
    failed: "Failed and refunded",
    failedText: (refund: string) => `The video failed. ${refund} Try again, or change the prompt.`,
    reason: (text: string) => `Reason given by the video service: “${text}”`,
    refund: (amount: number) => `${credits(amount)} ${amount === 1 ? "was" : "were"} refunded.`,
    refundAbout: (amount: number) => `About ${credits(amount)} were refunded.`,
    notStarted: "Not started",
    dearer: "Its price has risen while it waited.",
    pressAgain: "Press Again to start it now.",
    pressRetry: "Press Retry what failed to start them now.",
    why: {
      too_old: "Reelay was offline for too long, so this was not started. Nothing was charged.",
      restored:
        "Reelay was restored from a backup, and this video may have been made since then. The restored copy charged nothing for it.",
      answer_lost: "We couldn't tell whether you saw the first card, so this was not started. Nothing was charged.",
      answer_refused: "Our answer to your command did not reach you, so this was not started. Nothing was charged.",
      answered_elsewhere:
        "Another process of this bot answered your command, and may have made this video. This process charged nothing for it.",
      store: "Reelay could not save this in time, so it was not started. Nothing was charged.",
      expired: "Nobody approved this within 24 hours, so it was not started. Nothing was charged.",
      withdrawn: "This was withdrawn before it started. Nothing was charged.",
      no_turn: "There was no room for this within 2 hours, so it was not started. Nothing was charged.",
      film_gone:
        "The video that this one continues is gone: neither its file nor its link works. This video was not started, and nothing was charged.",
      no_frame:
        "The last frame of the video that this one continues could not be taken, so this video was not started. Nothing was charged.",
      stopped: "Another video of this batch was refused, so this one was not started. Nothing was charged.",
      broken: "The video that this one continues was not made, so this one was not started. Nothing was charged.",
    },
  },

  /** The video may have been made and paid for. */
  unknown: {
    title: "We don't know whether this video was made",
    answerLost: "We got no clear answer from the video service, so we don't know whether the video was started.",
    silent: "The video was started, but the video service has stopped telling us about it.",
    mayBeCharged: (atMost: number) => `It may have been charged: up to ${credits(atMost)}.`,
    whereToLook: ["Check your dashboard at the video service."] as Sentence,
    whereToLookFor: (task: Piece): Sentence => ["Check your dashboard at the video service; the task is ", task, "."],
    secondCosts: "Asking again makes a second video, which costs extra.",
  },

  several: {
    making: (count: number) => `Making ${videos(count)}`,
    ready: (count: number) => `Your ${videos(count)} are ready`,
    partly: (ready: number, count: number) => `${number(ready)} of ${videos(count)} ready`,
    none: (count: number) => `None of the ${videos(count)} was made`,
    nth: (nth: number, prompt: string) => `${number(nth)}. ${prompt}`,
    charged: (amount: number) => `${credits(amount)} charged`,
    cameBack: (amount: number) => `${credits(amount)} refunded`,
    perhaps: (amount: number) => `up to ${credits(amount)} more may have been charged`,
    net: (amount: number) => `${credits(amount)} used`,
    cancelRest: "Cancel the rest",
    restCancelled: "The videos that had not been sent yet were cancelled. Nothing was charged for them.",
    nothingLeft: "All of them have been sent already, so there was nothing left to cancel.",
    retry: (price: number) => `Retry what failed · ${credits(price)}`,
    justLinks: "Some of the videos could not be posted in this chat, so they are just links.",
    copies: "Some of the videos play here as smaller copies; the links have the originals.",
    choose: "Open one of them",
    ask: (count: number) => `Make ${videos(count)}?`,
    versions: (count: number) => `${number(count)} versions of one prompt.`,
    costs: (price: number) => `Together they cost ${credits(price)}. Nothing has been charged yet.`,
    willWait: (now: number, later: number) =>
      now === 0
        ? "They will wait for their turn: you already have the maximum number of videos in progress."
        : `${number(now)} will start at once, and ${number(later)} will wait for ${later === 1 ? "its" : "their"} turn.`,
    byYou: "Will be paid with your own key",
    start: (count: number, price: number) => `Start ${videos(count)} · ${credits(price)}`,
    started: "Your videos have started.",
    tooMany: (count: number, most: number) => `You entered ${number(count)} scenes. The limit is ${number(most)}.`,
    onePrompt: "Versions are made of one prompt. Leave one line here, or choose one video per line.",
    inLine: (line: number, text: string) => `Line ${number(line)}: ${text}`,
    noRoom: {
      title: "Too many videos at once",
      text: (count: number, left: number) =>
        `You asked for ${videos(count)}, and you have room for ${left === 0 ? "none right now" : `${number(left)} more`}. None of them was started.`,
      limits: (atOnce: number, waiting: number) =>
        `You can have ${videos(atOnce)} in progress and ${number(waiting)} waiting.`,
    },
    /** In a chain, each video begins with the last frame of the previous one. */
    chained: "Each continues the one before",
    chainAsk:
      "Each video begins where the one before it ends, so they are made one after the other, which takes longer. If one of them is not made, those after it are not started and cost nothing.",
    chainBroken:
      "One of the videos was not made, so those that continue it were not started. Nothing was charged for them.",
    startsAfter: "It starts by itself when the video before it is ready. Nothing charged yet.",
    nothingToRetry: "There is nothing left to retry.",
    form: {
      title: "Make several videos",
      submit: "See the price",
      note: "You'll see the total price before anything starts. Each video is charged when it starts and refunded if it fails.",
      scenes: "Scenes, one per line",
      scenesHint: "Up to 6 lines, one video per line. For versions, write one prompt.",
      make: "What to make",
      eachLine: "One video per line",
      chain: "One video per line, each continuing the one before",
      versions: (count: number) => `${number(count)} versions of one prompt`,
    },
  },

  notification: {
    ready: "Your video is ready.",
    noLink: { title: "Your video is done, but there is no link.", body: ["The card says where to look for it."] },
    failed: "Your video failed.",
    notStarted: { title: "Your video was not started.", body: ["Nothing was charged. The card says why."] },
    declined: { title: "Your video was declined.", body: ["Nothing was charged. The card says who decided."] },
    expired: {
      title: "Your video was not approved in time.",
      body: ["Nothing was charged. You can ask again from the card."],
    },
    ofSeveral: {
      notStarted: "Your videos were not started.",
      declined: "Your videos were declined.",
      expired: "Your videos were not approved in time.",
    },
    notStartedForOthers: "The video was not started.",
    askedBy: (person: Piece): Sentence => ["It was requested by ", person, ". Nothing was charged."],
    unknown: "We don't know whether your video was made.",
    unknownText: (mayBeCharged: string) => `${mayBeCharged} The card says where to look.`,
  },

  refusal: {
    noKey: {
      title: "No API key",
      body: ["You have no API key saved. Nothing was charged."],
    },
    badKey: {
      title: "Your key was refused",
      body: ["The video service does not accept your API key. Nothing was charged."],
    },
    addKeyThen: (again: Piece): Sentence => ["Add a new key, then press ", again, "."],
    noCredits: "Not enough credits",
    costs: (price: number) =>
      `This video costs ${credits(price)}, and your account doesn't have enough. Nothing was charged.`,
    topUp: "Top up your account at the video service, then press Again.",
    topUpOr: (least: number) =>
      `Top up your account at the video service, or choose 480p and 10 seconds, which costs ${credits(least)}.`,
    badRequest: {
      title: "Request rejected",
      body: ["The video service rejected this request. Nothing was charged."],
      reason: (words: string) => `The video service rejected this request: “${words}”. Nothing was charged.`,
      edit: "Press Edit & run to change it.",
    },
    changePrompt: "Change the prompt and ask again.",
    changePromptOrPicture: "Change the prompt or the picture and ask again.",
    rateLimited: {
      title: "The video service is busy",
      body: ["The video service is busy right now. Nothing was charged.", "Press Again in a few minutes."],
    },
    wrongAddress: {
      title: "Setup problem",
      body: [
        "Reelay has the wrong address for the video service, so this video was not started. Nothing was charged.",
        `Please tell the people who run this bot: ${OPERATORS}.`,
      ],
    },
    unavailable: {
      title: "The video service cannot be reached",
      body: [
        "The video service could not be reached, so this video was not started. Nothing was charged.",
        "Press Again in a few minutes.",
      ],
    },
    picture: "This picture cannot be used",
  },

  picture: {
    tooLarge: (most: number) => `The picture is larger than ${number(most)} MB. Use a smaller one.`,
    tooLargeBy: (megabytes: number, most: number) =>
      `The picture is ${number(megabytes)} MB; the limit is ${number(most)} MB. Use a smaller one.`,
    tooManyPixels: (megapixels: number, most: number) =>
      `The picture has ${number(megapixels)} megapixels; the limit is ${number(most)}. Use a smaller one.`,
    notFitted: "Reelay could not convert this picture. Save it as PNG or JPEG with at most 5 MB, and use that.",
    notAPicture: (canFit: boolean) =>
      `This is not a picture that Reelay can use. ${canFit ? ALL_PICTURE_KINDS : PICTURE_KINDS} ${PICTURE_AGAIN}`,
    empty: "The picture is empty: it has 0 bytes. Upload it again, or use another one.",
    unreadable: `The picture is damaged: its width and height cannot be read. ${PICTURE_AGAIN}`,
    unreachable:
      "The picture could not be opened. Try again, or use another picture. If you gave an address, it must work for everyone.",
    away: "The place that has the picture does not answer right now. Try again in a minute, or use another picture.",
    gone: "The picture is no longer there. Add it again, or use another one.",
    private: `Pictures posted here are private, and this bot cannot pass them to the video service. Use the web address of a public picture instead. To allow posted pictures, ask the people who run this bot: ${OPERATORS}.`,
    address: {
      not_a_url: "The address of the picture is not a web address. Use one that begins with https://.",
      not_https: "The address of the picture must begin with https://.",
      too_long: "The address of the picture is too long. Use a shorter one.",
      has_login: "The address of the picture contains a user name or a password. Use one without.",
      not_public: "The address of the picture is not public. Use one that works for everyone.",
    },
  },

  draft: {
    title: "This video was not started",
    noPrompt: "Say in a few words what should happen in the video.",
    promptTooLong: (length: number, most: number) =>
      `The prompt has ${number(length)} characters; the limit is ${number(most)}. Shorten it.`,
    twoPictures: "You gave two pictures: a file and an address. Use only one of them.",
    unknownFlag: (flag: string, names: string) => `${flag} is not a known flag. ${flags(names)}`,
    /** `takes` are the only allowed values; `given` is what was typed. */
    badFlag: (flag: string, takes: string, given: string | null) =>
      given === null ? `${flag} needs a value: ${takes}.` : `${flag} takes ${takes}, not “${given}”.`,
  },

  styles: {
    title: "Styles",
    saved: "The style is saved",
    removed: "The style is removed",
    none: "There are no styles yet.",
    how: "A style is text that is added to a prompt. {prompt} marks where the prompt goes; without it, the text comes after the prompt.",
    ofTeam: (name: string) => `${name} (team)`,
    isAlways: (name: string) => `Every video here gets the style “${name}”.`,
    pick: "Show a style",
    label: "Style",
    noStyle: "No style",
    fact: (name: string) => `Style: ${name}`,
    unknown: (name: string) => `There is no style “${name}” here.`,
    chooseOne: (names: string) => `Choose one of these: ${names}.`,
    leaveOut: "There are no styles to choose from here, so leave it out.",
    goneTitle: "This style is gone",
    goneText: "This style was removed, or it belongs to another server or workspace.",
    whose: { mine: "This style is yours.", team: "This style is your team's. Only its admins can change it." },
    buttons: { make: "New style", change: "Change", remove: "Remove" },
    form: {
      note: "Saving under the name of another style replaces that one.",
      name: "Name",
      text: "Text",
      textHint: "Such as: ink on rice paper, slow pan: {prompt}",
      of: "For whom",
      ofHint: "Only admins can save styles for others",
      mine: "Only for me",
      team: "For everyone here to choose",
      always: "On every video here",
    },
    problem: {
      name: (most: number) =>
        `A name has up to ${number(most)} letters, digits, spaces and hyphens, and can't be “none”. Nothing was saved.`,
      text: (most: number) => `The text can have up to ${number(most)} characters. Nothing was saved.`,
      full: (most: number) => `There can be up to ${number(most)} styles. Remove one first. Nothing was saved.`,
      flag: (flag: string) =>
        `${flag} has no effect in a style, which is only text. Take it out, and choose options with each video. Nothing was saved.`,
    },
  },

  denied: {
    rule: (name: string) => `This prompt breaks the rule “${name}”. Change it and try again.`,
    teamWord: (word: string) => `“${word}” isn't allowed in prompts here. Change it and try again.`,
    teamWords: "This prompt contains a word that isn't allowed here. Change it and try again.",
    service: "This prompt isn't allowed here. Change it and try again.",
    serviceSays: (reason: string) => `This prompt isn't allowed here: ${reason}`,
    unanswered: "Prompts are checked before a video starts, and that check didn't answer. Try again in a minute.",
    blocked: "An admin has blocked you from making videos here.",
    paused: "An admin has paused Reelay here, so no new videos start. Videos in progress will still finish.",
    not_age_restricted:
      "Videos can only be made in age-restricted channels here, or in their threads. Try again in one of those.",
    age_unknown:
      "Videos can only be made in age-restricted channels here, and Discord didn't say whether this is one. Try again in a minute.",
    otherStyle: (name: string) =>
      `Every video here gets the style “${name}”. It can't be left out or replaced: try again without choosing a style.`,
  },

  leak: {
    atField: `${MAYBE_A_KEY} ${IF_A_KEY} ${IF_NOT_A_KEY}`,
    suspected: {
      title: "Is there a key in this?",
      body: [`${MAYBE_A_KEY} Only you see this.`, IF_A_KEY, IF_NOT_A_KEY, "Nothing was charged."],
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
  },

  chain: {
    title: (nth: number) => `Continue: part ${nth}`,
    note: (prompt: string, nth: number, resolution: string) =>
      `It begins with the last frame of “${prompt}”, as part ${nth}. That video is in ${resolution}: another resolution changes the sharpness.`,
    promptHint: "What happens next",
    part: (nth: number, of: number | null) => (of === null ? `Part ${nth}` : `Part ${nth} of ${of}`),
    earlierVideo: "continues an earlier video",
    thatCard: "continues this card",
    begins: "The video begins with this frame",
    ofCopy: "begins with a frame of the smaller copy, because the original was gone",
    continued: (nth: number) => `Continued in part ${nth}`,
    ownPicture: "Press Edit & run to begin with a picture of your own.",
    gone: {
      title: "Cannot be continued",
      body: ["Neither the file nor the link of this video works. Nothing was charged."],
    },
    notHere: {
      title: "Cannot be continued",
      body: ["Reelay can't continue videos here right now. Nothing was charged."],
    },
  },

  join: {
    button: "Join",
    parts: (parts: number) => count(parts, "part", "parts"),
    joining: (parts: number) => `Joining ${parts} parts…`,
    joiningText: (until: Piece): Sentence => [
      "Joining is free, and done by ",
      until,
      ". If no video is here by then, press Join again.",
    ],
    whole: (parts: number) => `Parts 1 to ${parts} in one video`,
    forFree: "Joined for free",
    withCopies: "Some parts are smaller copies, because their originals were gone",
    done: (parts: number) => `${parts} parts joined`,
    doneText: "The whole video is here now. Joining was free.",
    unclear: {
      title: "It may have been joined",
      body: [
        "The chat did not confirm the video. Check whether it is here before you press Join again. Joining is free.",
      ],
    },
    notJoined: "Not joined",
    tooLarge: (megabytes: number) =>
      `Together the parts are larger than ${number(megabytes)} MB, the largest file that can go here.`,
    unequal: (nth: number) =>
      `Part ${nth} has another size or format than the parts before it, and joining changes neither.`,
    unequalSome: "The parts differ in size or format, and joining changes neither.",
    copyUnequal: (nth: number) =>
      `Only the smaller copy of part ${nth} is left, and it does not match the other parts. Fresh link on its card may bring the original.`,
    gone: (nth: number) =>
      `Neither the file nor the link of part ${nth} works. Fresh link on its card may bring a new one.`,
    unreadable: (nth: number) => `Part ${nth} cannot be read.`,
    failed: "The parts could not be fetched, joined or sent just now. Try again in two minutes.",
    notTaken: "Reelay cannot send a file here.",
    noLink: (part: string) => `${part}: link expired`,
    justPressed: {
      title: "Already pressed",
      body: ["Join was pressed here less than two minutes ago. If no video comes, press it again after that."],
    },
    notHere: {
      title: "Not joined",
      body: ["Reelay can't join videos here right now. Nothing was charged."],
    },
  },

  animate: {
    title: "Animate this",
    sentence: (words: string) => `${words}.`,
    leftOut: (count: number) => `${count} more in this message cannot be used: too large, or not a supported kind`,
    thePicture: (format: string) => `The picture: ${format}.`,
    unnamed: "picture",
    nothing: "Nothing to animate",
    noPicture: `There is no picture in this message. Use Animate this on one that has a picture. ${PICTURE_KINDS}`,
    sticker: `A sticker cannot be animated. Post it as a picture and use Animate this on that. ${PICTURE_KINDS}`,
    video: `This message has a video, and only pictures can be animated. Post a still of it as a picture and use Animate this on that. ${PICTURE_KINDS}`,
    forgotten: {
      title: "Expired",
      body: [
        "Reelay keeps a picture for an hour while its form is open, and that hour is over. Nothing was charged.",
        "Use Animate this on the message again.",
      ],
    },
  },

  confirm: {
    again: "Start it again?",
    nobodyKnows: (mayBeCharged: string) => `We lost track of this video. ${mayBeCharged}`,
    againCosts: (price: number) => `Starting it again costs ${credits(price)}, even if the first one was charged.`,
    in720p: "Make it in 720p?",
    nothingStarted: "Nothing was started.",
    started: "Your video has started.",
    price: (price: number) => `Start it for ${credits(price)}?`,
    priceText: (price: number, most: number) =>
      `This video costs ${credits(price)}, and you asked to confirm anything above ${number(most)}. Nothing has been charged yet.`,
    priceTextAlways: (price: number) =>
      `This video costs ${credits(price)}, and you asked to confirm every video. Nothing has been charged yet.`,
    priceTextChanged: (price: number, before: number) =>
      `This video now costs ${credits(price)}: when you asked for it, it was ${credits(before)}. Nothing has been charged yet.`,
    meant: "Did you mean this?",
    meantText: (typed: Piece, count: number): Sentence => [
      "Your prompt contains ",
      typed,
      count === 1
        ? ", which looks like an option. Here it is applied and removed from the prompt."
        : ", which look like options. Here they are applied and removed from the prompt.",
    ],
    cannotUse: (typed: Piece, count: number, names: string): Sentence => [
      "Reelay cannot use ",
      typed,
      `, so ${count === 1 ? "it is" : "they are"} left out here. ${flags(names)}`,
    ],
    /** Sends the prompt as typed. `price` is given if it differs. */
    flagsAsText: (price: number | null) => `Use my words as they are${price === null ? "" : ` · ${credits(price)}`}`,
    in720pCosts: (price: number) => `This makes the video again in 720p. It costs ${credits(price)}.`,
    meantCosts: (price: number) => `It costs ${credits(price)}. Nothing has been charged yet.`,
    goodForAnHour: "This question expires in an hour.",
    tooOld: {
      title: "Expired",
      body: ["This question has expired. Nothing was charged.", "Ask for the video again."],
    },
  },

  wholeText: {
    button: "Read everything",
    preparing: { title: "Preparing the text…", body: ["This costs no credits."] },
    title: "The whole text",
    fileHere: "The file has every character that is sent. Only you can see it.",
    fileInDirect: "A file with every character that is sent is in your direct message with Reelay.",
    unsure: [
      "Slack did not confirm the upload. Check your direct message with Reelay. If the file is not there, press Read everything again.",
    ],
    noFile: "The file could not be sent here, so this shows as much as there is room for.",
  },

  deletion: {
    confirm: {
      title: "Delete this card?",
      body: [
        "This removes the card for everyone, along with its notification and the video in this chat. Credits are not refunded.",
      ],
      ofService: "The video stays at the video service for as long as its link works.",
      ofSaved: (films: number): string =>
        films === 1 ? "This also deletes the saved video." : "This also deletes the saved videos.",
      ofLinked: (films: number): string =>
        films === 1
          ? "This also deletes the saved video; its link stops working now."
          : "This also deletes the saved videos; their links stop working now.",
    },
    waiting: {
      title: "Deleting…",
      body: [
        "Waiting for the chat: it may still be taking in the video, or other changes go first.",
        "If this stays here for a minute, press Delete again.",
      ],
    },
    done: "The card is deleted.",
    notAll: "Not everything could be deleted",
    left: {
      notification: "Its notification could not be deleted. If you see it, delete it yourself or ask an admin.",
      video: "The video in the thread could not be deleted. Ask an admin.",
      card: "The card could not be deleted from here. If only you can see it, dismiss it; otherwise ask an admin.",
    },
    savedStays: (films: number, jobs: Piece): Sentence => [
      films === 1 ? "The saved video stays: " : "The saved videos stay: ",
      jobs,
      films === 1 ? " shows it." : " shows them.",
    ],
    notNow: {
      title: "Not everything is deleted yet",
      body: [
        "The video is still being added to this chat, or the chat did not delete all of it just now.",
        "Press Delete again in a minute.",
      ],
    },
    kept: "Nothing was deleted.",
  },

  freeText: {
    notYours: {
      title: "Not available",
      body: [
        "Only the person who wrote that message can press this, and only for an hour. Write to Reelay yourself to make a video.",
      ],
    },
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
  },

  /** Shown if the person has as many running videos as allowed. */
  queue: {
    place: (nth: number, time: string | null) =>
      `${nth === 1 ? "Next in your queue." : `In the queue, ${ordinal(nth)}.`}${time === null ? "" : ` It starts in ${time}.`}`,
    starts: "It starts by itself as soon as there is room for it. Nothing is charged before that.",
    willWait: "You already have the maximum number of videos in progress, so this one will wait for its turn.",
    leave: "Leave the queue",
    noRoom: "If there is no room within 2 hours, it won't be started.",
    more: (count: number) => `… and ${number(count)} more`,
    reserved: (price: number) => `Reserved for it: ${credits(price)}.`,
  },

  outage: {
    down: "The video service is down",
    downText:
      "The video service is not answering right now. A video started now may fail, and for a while we may not know whether it was charged.",
    failing: "Many videos are failing right now",
    failingText: (failed: number, ends: number) =>
      `${number(failed)} of the last ${number(ends)} videos failed at the video service. The credits of a failed video are refunded.`,
    startAnyway: "Start anyway",
  },

  link: {
    asking: { title: "Getting a new link…", body: ["This costs no credits."] },
    isNew: "New link",
    inCard: {
      title: "The video itself is there",
      body: ["The link no longer works, but Reelay has kept the video: you find the file at the card."],
    },
    kept: "Reelay still has the video",
    keptText: "The link no longer works, and the video itself could not be put into this chat.",
    keptGoesOn: (until: Piece): Sentence => ["Reelay keeps it until ", until, ": Continue and Join still work."],
    keptAlone: (until: Piece): Sentence => ["Reelay keeps it until ", until, `. ${ASK_OPERATORS}`],
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
    badKey: [
      "The video service does not accept your key. Nothing has changed.",
      "Add a new one, then press Fresh link.",
    ],
    noCredits: [
      "The video service reports that your account doesn't have enough credits, so it gave no new link. Nothing has changed.",
      "Top up your account at the video service, then press Fresh link.",
    ],
  },

  keys: {
    first: {
      title: "Add your API key",
      costs: (price: number, count: number) =>
        count === 1
          ? `This video costs ${credits(price)}, charged to your own account.`
          : `These ${videos(count)} cost ${credits(price)} together, charged to your own account.`,
    },
    /** A link if the operator has set the dashboard's address. */
    dashboard: "dashboard",
    where: (dashboard: Piece): Sentence => ["You can get a key in your ", dashboard, " at the video service."],
    keptForIt: "Your request is kept for an hour and continues by itself once the key is saved.",
    thenPress: (button: string) => `Add it, then press ${button}.`,
    checking: { title: "Checking your key…", body: ["This costs no credits."] },
    saved: "Your key is saved",
    savedText: (lastFour: string) => `Your key${endingIn(lastFour)} works and is stored encrypted.`,
    goesOn: (price: number) => `The request that was waiting for it continues now and costs ${credits(price)}.`,
    videosGoOn: (open: number) => (open === 1 ? "Your video continues." : `Your ${open} videos continue.`),
    youCan: "You can make videos now.",
    askFirst: (settings: Piece, setting: string, always: string): Sentence => [
      `To confirm each video before it is charged, choose “${always}” under “${setting}” in `,
      settings,
      ".",
    ],
    tooFewCredits:
      "The video service reports that your account doesn't have enough credits. Top up your account before you make a video.",
    savedUnchecked: "Your key is saved, but not verified",
    savedUncheckedText: (lastFour: string) =>
      `Your key${endingIn(lastFour)} is stored encrypted. The video service gave no clear answer, so we couldn't verify it yet.`,
    firstVideoShows: "Your first video will show whether it works.",
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
    stillOpen: (open: number) =>
      open === 1
        ? `${videos(open)} is still in progress. It keeps an encrypted copy of the key until it ends.`
        : `${videos(open)} are still in progress. They keep an encrypted copy of the key until they end.`,
    notStartedWithout: (waiting: number) =>
      waiting === 1
        ? `${videos(waiting)} is waiting. Without a key, it will not be started.`
        : `${videos(waiting)} are waiting. Without a key, they will not be started.`,
  },

  team: {
    status: "Team credits",
    setup: "Team key and rules",
    report: "What the team's videos cost",
    notHere: {
      title: "Only in a server or workspace",
      body: ["A team's key works in its own server or workspace. Use this command there. Nothing was charged."],
    },
    managersOnly: {
      title: "Admins only",
      body: [
        "Only this team's admins can do that; approvals and reports are also for the managers they chose. Nothing was changed.",
      ],
    },
    blockedHere: { title: "Not allowed", body: ["An admin has blocked you here, so you can't manage this team."] },
    standingUnknown: {
      title: "Not now",
      body: [
        "The chat did not say in time whether you may do that. Nothing was changed and nothing was charged.",
        "Try again in a minute.",
      ],
    },
    none: { title: "No team key", body: ["This team has no key of its own, so everybody uses their own."] },
    addIt: (setup: Piece): Sentence => ["An admin can add one with ", setup, "."],
    may: "You may spend this team's credits here.",
    mayNot: {
      person: "You may not spend this team's credits. An admin can add you under Who may spend.",
      channel: "This team's credits can't be spent in this channel. An admin can change that under Who may spend.",
      guest: "Guests and people from other workspaces can't spend a team's credits.",
    },
    leftForYou: {
      day: (left: number) => `Left for you today (UTC): ${credits(left)}.`,
      month: (left: number) => `Left for you this month: ${credits(left)}.`,
    },
    leftForTeam: {
      day: (left: number) => `Left for the team today (UTC): ${credits(left)}.`,
      month: (left: number) => `Left for the team this month: ${credits(left)}.`,
    },
    noCap: "There is no cap.",
    startsAgain: {
      day: (when: Piece): Sentence => ["The daily cap (UTC) starts again on ", when, "."],
      month: (when: Piece): Sentence => ["The monthly cap (UTC) starts again on ", when, "."],
    },
    askAdmins: "Questions? Ask an admin of this team.",
    askManagers: "Questions? Ask an admin, or ",
    overTeam: {
      day: (price: number, left: number) =>
        `This video costs ${credits(price)}, and the team has ${credits(left)} left today (UTC).`,
      month: (price: number, left: number) =>
        `This video costs ${credits(price)}, and the team has ${credits(left)} left this month.`,
    },
    overPerson: {
      day: (price: number, left: number) =>
        `This video costs ${credits(price)}, and you have ${credits(left)} of the team's credits left today (UTC).`,
      month: (price: number, left: number) =>
        `This video costs ${credits(price)}, and you have ${credits(left)} of the team's credits left this month.`,
    },
    standingUnconfirmed: "The chat did not say in time whether you may still spend this team's credits.",
    capLowered: "The team's caps no longer leave room for this video.",
    ownInstead: (price: number) => `You can pay with your own key instead: ${credits(price)}.`,
    withOwnKey: (price: number) => `Pay with my own key · ${credits(price)}`,
    teamInstead: (price: number) => `Your team can pay for it instead: ${credits(price)}.`,
    withTeamKey: (price: number) => `Pay with the team's key · ${credits(price)}`,
    addKeyOrAsk: "Add your own key and ask again, or ask an admin of this team.",
    refused: {
      noKey: {
        title: "No team key",
        body: ["The team's key was removed before this video started. Nothing was charged."],
      },
      badKey: {
        title: "The team's key was refused",
        body: ["The video service does not accept the team's key. Nothing was charged."],
      },
      noCredits: "The team is out of credits",
      costs: (price: number) =>
        `This video costs ${credits(price)}, and the team's account at the video service doesn't have enough. Nothing was charged.`,
      next: "Tell an admin of this team, or pay with your own key.",
    },
    needsKey:
      "The video service no longer accepts the team's key. When an admin adds a new one, this video continues by itself.",
    needsCredits:
      "The video service reports that the team's account doesn't have enough credits, so it doesn't show how far this video is. This video is already paid for, and Reelay keeps checking. An admin can add credits.",
    waitingForKey: "Waiting for the team's key",
    linkNeedsKey: [
      "The team's key doesn't work, so we can't ask for a new link. Nothing has changed.",
      "Tell an admin of this team.",
    ],
    linkNeedsCredits: [
      "The video service reports that the team's account doesn't have enough credits, so it gave no new link. Nothing has changed.",
      "Tell an admin of this team.",
    ],
    key: (lastFour: string) => `Team key: stored encrypted${endingIn(lastFour)}.`,
    noKey: "Team key: none yet.",
    per: {
      day: (amount: number) => `${number(amount)} a day`,
      month: (amount: number) => `${number(amount)} a month`,
    },
    caps: (team: string, person: string) => `Caps in credits: ${team} for the team; ${person} for each person.`,
    unlimited: "no cap",
    spenders: {
      nobody: "May spend: nobody yet.",
      everyone: "May spend: everyone here.",
      some: (names: Sentence): Sentence => ["May spend: ", ...names, "."],
    },
    places: {
      everywhere: "Where: in every channel.",
      some: (names: Sentence): Sentence => ["Where: in ", ...names, "."],
    },
    managers: {
      adminsOnly: "Managers: admins only.",
      some: (names: Sentence): Sentence => ["Managers: admins, ", ...names, "."],
    },
    andMore: {
      people: (rest: number) => ` and ${number(rest)} more`,
      channels: (rest: number) => ` and ${number(rest)} more`,
    },
    askAbove: {
      always: "Every video needs approval.",
      above: (most: number) => `Videos above ${credits(most)} need approval.`,
      never: "Price alone never requires approval.",
    },
    approvalsChannel: {
      chosen: (channel: Piece): Sentence => ["Approvals channel: ", channel, "."],
      none: "Approvals channel: none yet.",
    },
    ownApproval: { yes: "Managers may approve their own videos.", no: "Nobody may approve their own videos." },
    buttons: {
      setup: "Set up",
      key: "Team key",
      rules: "Rules",
      spenders: "Who may spend",
      remove: "Remove team key",
      report: "Report",
      managers: "Managers",
      house: "Words & people",
      pause: "Pause Reelay here",
      goOn: "Resume",
      approvals: "Approvals",
    },
    keyForm: {
      note: "Only you see this form. The key is tested without spending credits and stored encrypted. Videos that the team pays for are charged to its account.",
      hint: "From your team's dashboard at the video service",
    },
    rulesForm: {
      note: "Days and months are those of UTC.",
      teamCaps: "Caps for the team, in credits",
      personCaps: "Caps for each person, in credits",
      capsHint: (example: string) => `For example: ${example}. Empty: no cap.`,
      askAbove: "Needs approval",
      always: "Every video",
      above: (most: number) => `Videos above ${credits(most)}`,
      never: "Never",
      approvals: "Approvals channel",
      approvalsHint: "Needed for approvals and for a cap for each person",
      approveOwn: "Managers may approve their own videos",
      yes: "Yes",
      no: "No",
    },
    managersForm: {
      note: "They approve videos and see the reports. Only admins can change the key and the rules.",
      managers: "Managers",
      hint: "Besides the team's admins",
    },
    contentRulesForm: {
      note: "This applies to every video made here, no matter who pays.",
      words: "Words not allowed in prompts",
      wordsHint: "One per line, up to 100",
      blocked: "People who can't make videos here",
      blockedHint: "If none is chosen, nobody is blocked",
      ageRestricted: "Videos only in age-restricted channels",
    },
    house: {
      words: (words: number) => `Not allowed in prompts: ${count(words, "word", "words")}.`,
      blocked: (names: Sentence): Sentence => ["Blocked: ", ...names, "."],
      ageRestricted: "Videos can be made in age-restricted channels only.",
      paused: "Reelay is paused here: nobody can start new videos.",
      pausedNow: "Reelay is paused here. Videos in progress will still finish.",
      goesOn: "New videos can be made here again.",
      notYourself: "You can't block yourself. Nothing was saved.",
      badWords: (most: number, length: number) =>
        `Up to ${number(most)} words, one per line, each at most ${number(length)} characters long. Nothing was saved.`,
    },
    audit: {
      title: "Activity log",
      none: "Nothing yet.",
      file: "The file has the last 100 entries. Times are in UTC.",
      somebody: "somebody whose data was deleted",
      did: {
        key_set: "Team key stored",
        key_removed: "Team key removed",
        paused: "Reelay paused",
        went_on: "Reelay resumed",
        style_saved: "Style saved",
        style_removed: "Style removed",
        approved: "Video approved",
        declined: "Video declined",
      },
    },
    spendersForm: {
      everyone: "Everyone here",
      yes: "Yes, everyone may spend",
      no: "No, only those chosen below",
      people: "People",
      roles: "Roles",
      places: "Channels",
      placesHint: "If none is chosen, in every channel",
    },
    badCap: (given: string, example: string) =>
      `“${given}” is not a cap. Type ${example}, or one of the two, or leave it empty.`,
    otherManagers:
      "Another manager can approve their videos, so nobody may approve their own. Choose No. Nothing was saved.",
    ownApprovalOff: "Another manager can decide now, so nobody may approve their own videos.",
    rulesSaved: "Saved",
    savedMeanwhile: {
      title: "Not saved",
      body: [
        "Somebody else changed the rules after you opened the form.",
        "Open the form again to see what they are now.",
      ],
    },
    keySaved: (lastFour: string) => `The team's key${endingIn(lastFour)} is stored encrypted.`,
    keyUnchecked: "The video service gave no clear answer, so it is not verified yet.",
    keyWithoutCredits: "The video service reports that the team's account doesn't have enough credits.",
    nobodyMaySpend: "Nobody may spend yet: press Who may spend.",
    noCapYet:
      "No cap is set, so the people who may spend can use up all credits in the team's account. Press Rules to set a cap.",
    confirmRemoval: "Remove the team's key?",
    afterRemoval: "Nobody can start new videos with it then. The rules stay.",
    removed: { title: "The team's key is removed", body: ["Reelay has deleted it."] },
    noVideos: "No videos with the team's key yet.",
    today: "Today (UTC)",
    thisMonth: "This month",
    lastMonth: "Last month",
    deletedPerson: (spent: string) => `a deleted person: ${spent}`,
    row: (videos: number, spent: string) => `${count(videos, "video", "videos")}, ${spent}`,
    inTheFile: (people: number) => `${count(people, "more person is", "more people are")} in the file.`,
    csv: "The file has a line for each person and month.",
    fileUnsure: "The report was sent as a file. If you don't see it, ask for it again.",
    noFile: "The file could not be sent here.",
    working: { title: "Adding it up…", body: ["This costs no credits."] },
  },

  teamNews: {
    cap: {
      titles: { most: "Most of this month's credits are used", all: "This month's credits are used up" },
      text: (used: number, cap: number) =>
        `The team's videos have used or reserved ${number(used)} of ${credits(cap)} this month.`,
      noneLeft: "There is not enough left for another video.",
      next: "You can change the cap under Rules.",
    },
    noCredits: {
      title: "The team's account is empty",
      body: [
        "The video service reports that the team's account doesn't have enough credits. Videos that it doesn't start are not charged, and Reelay keeps checking those in progress.",
        "Add credits in the team's dashboard at the video service.",
      ],
    },
    keyRefused: {
      title: "The team's key was refused",
      body: [
        "The video service no longer accepts the team's key, so the team pays for no new videos. Videos in progress wait for a new key.",
        "Add one under Team key.",
      ],
    },
    costMore: {
      title: "A video cost more than its price",
      text: (price: number, charged: number) =>
        `The video service charged ${credits(charged)} for a video priced at ${credits(price)}. The charged amount counts toward the team's month.`,
    },
  },

  approvals: {
    asked: "Your team's managers have to approve this video first. Until they do, nothing is charged or reserved.",
    unreached:
      "We couldn't reach your team's managers in their channel. Tell one of them: the request is in the team's list of approvals.",
    theySee: "Managers can see your prompt, and your picture if there is one.",
    expires: (when: Piece): Sentence => ["The request expires ", when, "."],
    managers: "your team's managers",
    approvedBy: (who: Piece): Sentence => ["Approved by ", who, "."],
    declinedBy: (who: Piece): Sentence => ["Declined by ", who, ". Nothing was charged."],
    reason: (note: string) => `Reason: “${note}”`,
    askAgain: "Press Edit & run to change it, or Again to ask once more.",
    buttons: {
      withdraw: "Withdraw",
      approve: (price: number) => `Approve ${credits(price)}`,
      decline: "Decline",
      showPicture: "Show the picture",
    },
    pictureSent: {
      title: "Picture sent",
      body: ["It is in your direct message with Reelay. If you don't see it, press Show the picture again."],
    },
    pictureNotSent: {
      title: "Picture not sent",
      body: ["Reelay could not get the picture or send it to you. Try again in a minute."],
    },
    question: {
      title: "Approve this video?",
      asksSeveral: (who: Piece, count: number, price: number): Sentence => [
        who,
        ` asks for ${videos(count)} that cost ${credits(price)} together.`,
      ],
      asks: (who: Piece, price: number): Sentence => [who, ` asks for a video that costs ${credits(price)}.`],
      because: {
        ask_above: "Because of its price, it needs approval.",
        person_day: "It would exceed this person's daily cap, so it needs approval.",
        person_month: "It would exceed this person's monthly cap, so it needs approval.",
      },
      leftForPerson: {
        day: (left: number) => `Left for this person today (UTC): ${credits(left)}.`,
        month: (left: number) => `Left for this person this month: ${credits(left)}.`,
      },
      mayBeOwn: "This person is a manager and may approve it themselves.",
      picture: "Open the picture",
      privatePicture: "A private picture comes with it.",
    },
    titles: {
      approved: "Approved",
      declined: "Declined",
      expired: "Expired",
      withdrawn: "Withdrawn",
      over: "No longer waiting",
    },
    ended: {
      approved: (who: Piece, when: Piece): Sentence => ["Approved by ", who, " (", when, ")."],
      declined: (who: Piece, when: Piece): Sentence => ["Declined by ", who, " (", when, ")."],
      withdrawn: (who: Piece, when: Piece): Sentence => ["Withdrawn by ", who, " (", when, ")."],
      expired: (when: Piece): Sentence => ["Expired after 24 hours without an answer (", when, ")."],
      over: "This video is no longer waiting for approval.",
    },
    list: {
      title: "Videos waiting for approval",
      none: "No video is waiting for approval.",
      until: (when: Piece): Sentence => ["expires ", when],
      choose: "Choose a request",
    },
    here: {
      title: "Approvals will arrive here",
      body: [
        "Videos that need approval will be posted in this channel with their prompts. Everyone here can see them, and only managers can decide.",
      ],
    },
    declineForm: {
      title: "Decline this video?",
      note: "Sending this form declines the video. If you close it, nothing is decided.",
      reason: "Reason",
      hint: "Shown on the video's card.",
    },
    tooMany: {
      title: "Too many are waiting",
      text: (most: number) =>
        `You can have ${videos(most)} waiting at once. This one was not started. Nothing was charged.`,
      next: "Withdraw one of them, or try again when one has been decided.",
    },
    notYourOwn: {
      title: "Somebody else decides",
      body: [
        "You asked for this video yourself, so another manager has to decide. The request is still open.",
        "If you don't need it, press Withdraw on its card.",
      ],
    },
    alreadyDecided: "Already decided",
    approvedNow: (who: Piece, price: number): Sentence => [
      "The video of ",
      who,
      ` starts as soon as there is room for it. Reserved for it: ${credits(price)}.`,
    ],
    declinedNow: (who: Piece): Sentence => [who, " will see it on the video's card. Nothing was charged."],
    overTeamCap: {
      title: "Not approved",
      stillOpen:
        "The request is still open, and nothing was charged. Approve it after the cap has been raised, or decline it.",
    },
    checking: { title: "One moment…", body: ["Checking whether you can decide this."] },
    withdrawnNow: { title: "Withdrawn", body: ["This video will not be made. Nothing was charged."] },
    alreadyBegun: {
      title: "Too late",
      body: ["This video is no longer waiting, so it can't be withdrawn. Its card shows the current state."],
    },
    channelNeeded: "Approvals and caps for each person need an approvals channel. Choose one. Nothing was saved.",
    notReached: {
      noAccess: {
        discord:
          "Reelay can't post in that channel, so nothing was saved. Give it View Channel and Send Messages there, then save again.",
        slack:
          "Reelay can't post in that channel, so nothing was saved. Invite it there with /invite, then save again.",
      },
      restricted:
        "The settings of that channel or workspace let only some people and apps post there, so nothing was saved. Choose another channel, or have an admin of the workspace change that.",
      other: (chat: string) =>
        `${chat} did not let Reelay post in that channel, so nothing was saved. Choose another channel. Tell the people who run this bot (${OPERATORS}): their log has the reason.`,
      outage: (chat: string) => `${chat} gave no clear answer just now, so nothing was saved. Try again in a minute.`,
    },
  },

  shortReplies: {
    cannotSave: {
      title: "Not now",
      body: ["Reelay cannot save this now. Nothing was charged.", "Try again in a minute."],
    },
    teamUnread: {
      title: "Not now",
      body: [
        "Reelay cannot read the team's rules right now. Nothing was charged.",
        `Try again in a minute. If that does not help, tell the people who run this bot: ${OPERATORS}.`,
      ],
    },
    tooManyCommands: {
      title: "A little slower, please",
      text: (most: number) => `You can use up to ${most} commands a minute. Try again in a minute.`,
    },
    busy: {
      title: "Reelay is busy",
      text: "Reelay is busy with other people's commands. Try again in a minute.",
    },
    notAllowedHere: {
      title: "You can't make videos here",
      because: {
        not_this_team: "This bot makes videos in certain servers and workspaces only.",
        not_this_channel: "This bot makes videos in certain channels only.",
        no_role: "You need a role that you don't have. An admin of this server can give you one.",
      },
      next: ASK_OPERATORS,
    },
    blocked: {
      title: "Not allowed",
      body: ["You can't make videos with this bot. Nothing was charged.", ASK_OPERATORS],
    },
    notYours: {
      title: "Not your video",
      body: ["Only the person who asked for this video can do that. You can make your own."],
    },
    strayPress: {
      title: "Nothing happened",
      body: [
        "This button does not belong to the message it was pressed in. Nothing was charged.",
        "Use the video's own card: you can bring it here from your list of videos.",
      ],
    },
    goneCard: {
      title: "Expired",
      body: [
        "This video's record has been deleted, so its buttons no longer work. Nothing was charged.",
        "Ask for a new video.",
      ],
    },
    noSuchVideo: {
      title: "No such video",
      body: [
        "None of your videos has an id that begins like that, or several do. Your list of videos shows their ids: type at least six characters.",
      ],
    },
    forgottenPrompt: {
      title: "Expired",
      body: ["That prompt is no longer saved. Nothing was charged.", "Type it again."],
    },
    stillStarting: {
      title: "Just starting",
      body: ["This video is just starting. You can bring its card here in a moment."],
    },
    unknownAct: {
      title: "From another version",
      text: "This is from another version of Reelay, so it does not work here. Nothing was charged.",
      next: (help: Piece): Sentence => ["Type ", help, " to see what you can do."],
    },
    notPrepared: {
      title: "Something went wrong",
      body: [
        "Reelay could not prepare this for you. Nothing was charged.",
        `Try again in a minute. If that does not help, tell the people who run this bot: ${OPERATORS}.`,
      ],
    },
    somethingWentWrong: {
      title: "Something went wrong",
      body: [
        "Something went wrong in Reelay, and no video was started. Nothing was charged.",
        "Try again in a minute.",
      ],
    },
    alreadyOnItsWay: {
      title: "Already in progress",
      body: ["This video is already in progress. You did not start another one."],
    },
    justStarted: {
      title: "Just started",
      body: [
        "A video was started from this card a moment ago. To make another one, send the form again in a few seconds. Nothing was charged for this one.",
      ],
    },
    notifiedToo: { title: "You'll be notified too.", body: ["We'll mention you when this video is done."] },
    notifiedUntil: {
      title: "You'll be notified too, for a while.",
      text: (when: Piece): Sentence => [
        "If this video is done before ",
        when,
        ", we'll mention you. After that, Reelay can only notify the person who asked for it.",
      ],
    },
    nobodyNotified: {
      title: "No notifications here",
      body: ["Reelay can only notify the person who asked for this video. You were not added to the list."],
    },
    notifiedAnyway: {
      title: "You'll be notified anyway.",
      body: ["This is your own video: we'll mention you when it is done."],
    },
    listFull: {
      title: "The list is full",
      body: ["One message can't mention more people. The card itself updates for everyone."],
    },
    alreadyOver: {
      title: "Already finished",
      body: ["There is nothing left to wait for: the card has the result."],
    },
    stillRunning: {
      title: "Still in progress",
      body: [
        "This video is still being made, so its card stays. A video that has started cannot be stopped.",
        "You can delete the card when it is done.",
      ],
    },
  },

  /** Shown if no command was handled, or if it did not answer in time. */
  frontEnd: {
    restarting: { title: "Reelay is restarting", body: ["Nothing was charged. Try again in a minute."] },
    unreadable: { title: "Reelay could not read this", body: ["Nothing was charged. Try again."] },
    /** An answer failed halfway. Nobody knows which of its effects took place. */
    unfinished: { title: "Something went wrong", body: ["Check what happened before you try again."] },
    closed: { title: "That took too long to open", body: ["Nothing was charged. Try again."] },
    notOpened: { title: "Slack did not open this", body: ["Nothing was charged. Try again in a minute."] },
    unpostable: {
      title: "Reelay could not post your video's card",
      because: {
        no_access: "Invite Reelay to this channel, or try another.",
        restricted:
          "The settings of this channel or workspace let only some people and apps post here. Try another channel, or ask an admin of the workspace.",
        other: `Slack refused it. Try another channel. If that does not help, tell the people who run this bot (${OPERATORS}): their log has the reason.`,
        outage: "Slack does not take it right now. Try again in a minute.",
      },
    },
    notInstalled: {
      title: "Reelay is not installed in this workspace",
      body: ["Nothing was charged. Ask an admin of the workspace to install it again."],
    },
    inDirect: {
      title: "Your video's card is in your direct messages",
      body: ["Only you can see it, as your settings say."],
    },
    notInChannel: {
      no_access: {
        title: "Reelay is not in this channel",
        text: (command: Piece): Sentence => [
          "So your video's card cannot update here while the video is made. To change that, type ",
          command,
          ".",
        ],
      },
      restricted: {
        title: "Reelay may not post in this channel",
        body: [
          "The settings of this channel or workspace let only some people and apps post here, so your video's card cannot update here while the video is made. An admin of the workspace can change that.",
        ],
      },
      other: {
        title: "Slack refused the card in this channel",
        body: [
          `So your video's card cannot update here while the video is made. Tell the people who run this bot (${OPERATORS}): their log has Slack's reason.`,
        ],
      },
    },
    whyHere: "This is here because Reelay cannot write in the channel where you asked.",
    moderated: {
      title: "Blocked by Discord's moderation",
      automod:
        "AutoMod in this server did not let Reelay post its answer, so no video was started. Nothing was charged.",
      links:
        "Discord's filter for harmful links did not let Reelay post its answer, so no video was started. Nothing was charged.",
      next: "Change the prompt and try again. An admin of this server can exempt Reelay's role from an AutoMod rule.",
      nextLinks: "Remove the link from the prompt and try again.",
    },
    refusedAnswer: {
      title: "Discord refused Reelay's answer",
      body: [
        "Discord did not take Reelay's answer here, so no video was started. Nothing was charged.",
        `Try again, or in another channel. If that does not help, tell the people who run this bot (${OPERATORS}): their log has the reason.`,
      ],
    },
  },

  forms: {
    format: "Shape, resolution and length",
    save: "Save",
    makeIt: "Make it",
    prices: (list: string) => `Prices: ${list}.`,
    key: {
      note: "Only you see this form. The key is tested without spending credits and stored encrypted.",
      waits: (price: number) => `The video that is waiting for it costs ${credits(price)} and continues by itself.`,
      label: "API key",
      hint: "From your dashboard at the video service",
    },
    creditsAreTaken: "Credits are charged when the video starts and refunded if it fails.",
    newVideo: "This makes a new video. Credits are charged when it starts and refunded if it fails.",
    pictureAgain: "Add the picture again",
    risk: (atMost: number) =>
      `The first video may have been charged: up to ${credits(atMost)}. This one is charged separately.`,
    prompt: "Prompt",
    promptHint: "What should happen in the video",
    resolution: "Resolution and price",
    picture: "Picture",
    address: "Picture address",
    hints: {
      upload: (most: number) => `A picture to animate, up to ${number(most)} MB.`,
      address: (most: number) => `The address (https://…) of a picture to animate, up to ${number(most)} MB.`,
      uploadKept: (most: number) => `If left empty, the earlier picture is used. Up to ${number(most)} MB.`,
      uploadEmpty: (most: number) => `Up to ${number(most)} MB.`,
      addressEmpty: (most: number) => `https://…, up to ${number(most)} MB.`,
      gone: (most: number) =>
        `The earlier picture can no longer be opened. Add it again, or another one, up to ${number(most)} MB.`,
    },
  },

  /** Only forms on Slack have these texts. */
  slackForms: {
    close: "Close",
    where: "Where the card goes",
    whereHint: "If left empty, it goes to your direct messages with Reelay.",
    upTo: (most: number) => `Up to ${number(most)} characters`,
    or: (label: string) => `Or: ${label.toLowerCase()}`,
    noHiding: "Slack cannot hide what you type here: make sure that nobody else sees your screen.",
    noFiles: "Files cannot be uploaded here: the people who run this bot have not set that up.",
  },

  choices: {
    ratio: { "16:9": "16:9 (landscape)", "9:16": "9:16 (portrait)" },
    asPicture: "Same as the picture",
    resolution: (resolution: string, ten: number, fifteen: number) =>
      `${resolution} (${ten} credits for 10 s, ${fifteen} for 15 s)`,
    pay: { mine: "My own key", team: "The team's key" },
    payByItself: "My own key, or else the team's",
    ping: {
      on: "On",
      off: "Off",
      channel: "On, and in the channel too",
    },
    attach: { yes: "Play it in the card when possible", no: "Link only" },
    /** Slack's cards cannot play videos. */
    attachInThread: "Play it in the card's thread when possible",
    visibility: { here: "Everyone here sees the card", private: "Only I see the card" },
    confirmAbove: {
      always: () => "Always",
      above: (most: number) => `Above ${credits(most)}`,
      never: () => "Never",
    },
  },

  settings: {
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
      pay: "Who pays",
    },
    line: (label: string, chosen: string) => `${label}: ${chosen}`,
    bad: (given: string, allowed: string) => `“${given}” is not one of the choices. Choose ${allowed}.`,
    nothingChanged: "Nothing was changed",
  },

  data: {
    title: "Your data",
    gathering: { title: "Preparing your file…", body: ["This costs no credits."] },
    fileHere:
      "This file has everything Reelay stores about you. Only you can see it here: download it before you close Discord.",
    fileInDirect:
      "Everything Reelay stores about you is in a file in your direct message with Reelay. It stays there until you delete it.",
    leftOut: (entries: number) =>
      `The whole file would be too large for this chat, so ${entries === 1 ? "its oldest entry is" : `its ${number(entries)} oldest entries are`} left out.`,
    notTheKey: "Your key itself is not in it, only its last four characters.",
    notNow: {
      title: "Your file could not be sent now",
      body: ["The chat gave no clear answer. Ask for it again in a minute."],
    },
    unsure: {
      title: "Your file may have arrived",
      body: [
        "Slack did not confirm the upload. Check your direct message with Reelay. If the file is not there, ask again.",
      ],
    },
    noFile: {
      title: "No files here",
      body: [
        "Reelay cannot post files in this chat. Ask again in a direct message with Reelay, or ask an admin to allow files.",
      ],
    },
    wouldHold: (parts: string, jobs: Piece): Sentence => [
      `The file would contain: ${parts}. `,
      jobs,
      " shows your videos here.",
    ],
    nothingKept: {
      title: "No data stored",
      body: ["Reelay stores nothing about you, so there is nothing to delete."],
    },
    confirm: "Delete your data?",
    permanentlyDeleted: (parts: string) => `This will be permanently deleted: ${parts}.`,
    stays: [
      "Cards, messages and files in the chat stay where they are. If you want any of those cards gone, delete them first; their buttons stop working afterwards.",
      "The people who run this bot may still have backups and logs.",
    ],
    teamSums:
      "What a team paid for videos of yours stays in its sums as “a deleted person”. Until the day and the month end, it still counts toward your caps there.",
    deleted: "Your data is deleted",
    forgotten: "Reelay has deleted what it stored about you.",
    sevenDays:
      "For seven days it keeps the ids of your latest videos, and nothing else about them, so that none is made twice.",
    going: {
      title: "Your data is being deleted",
      body: ["This takes a moment. You don't need to do anything else."],
    },
    tooOldText: (command: Piece): Sentence => [
      "Nothing was deleted: this question is more than 15 minutes old. Ask again with ",
      command,
      ".",
    ],
    notYours: { title: "Not yours", body: ["Only the person whose data it is can do that. Nothing was deleted."] },
    parts: {
      key: "your API key",
      settings: "your settings",
      welcomed: "a note that you have been welcomed",
      ended: (ended: number) =>
        `the records of ${count(ended, "past video", "past videos")}, including prompts and links`,
      films: (films: number) =>
        `${count(films, "kept video", "kept videos")} with ${films === 1 ? "its link" : "their links"}`,
      kept: (requests: number) => `${count(requests, "request", "requests")} you have not started yet`,
      costs: (costs: number) => `what ${videos(costs)} cost`,
      open: (open: number) => `${videos(open)} in progress`,
    },
    withdrawn: (waiting: number) =>
      `${videos(waiting)} ${waiting === 1 ? "is still waiting and will be withdrawn: it is" : "are still waiting and will be withdrawn: they are"} not made, and nothing is charged.`,
    stillOpen: (open: number) =>
      `${videos(open)} ${open === 1 ? "is" : "are"} still in progress and cannot be stopped: you'll get ${open === 1 ? "the result, then it is" : "the results, then they are"} deleted too.`,
    justEnded: (ended: number) =>
      `${videos(ended)} ${ended === 1 ? "has just finished and will be deleted once its card is" : "have just finished and will be deleted once their cards are"} up to date.`,
    nothing: "nothing",
    listed: (first: readonly string[], last: string) => `${first.join("; ")}; and ${last}`,
  },

  spending: {
    thisMonth: (spent: string) => `This month: ${spent}.`,
    lastMonth: (spent: string) => `Last month: ${spent}.`,
    none: "no credits used",
    spent: (spent: number) => `${credits(spent)} used`,
    refunds: (charged: number, refunded: number) => ` (${number(charged)} charged, ${number(refunded)} refunded)`,
    maybe: (atMost: number) => `, plus up to ${number(atMost)} unconfirmed`,
  },

  list: {
    title: "Your videos",
    page: (page: number) => `Your videos, page ${page}`,
    none: "You haven't made any videos yet.",
    noOlder: "There are no older videos.",
    choose: "Bring a video's card here…",
    kept: (when: Piece): Sentence => ["kept here, expires ", when],
  },

  home: {
    make: "From a prompt, with or without a picture.",
    welcome: {
      title: "Welcome to Reelay",
      describe: (command: Piece): Sentence => [
        "Say what should happen, and Reelay makes a short video of it: type ",
        command,
        " in any channel, or write to Reelay here.",
      ],
      addKey: "Videos are charged to your own account at the video service, so add your API key first.",
    },
  },

  help: {
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
      "Add your own API key with ",
      command,
      ". It comes from your account at the video service.",
    ],
    describe: (command: Piece): Sentence => [
      "Say what should happen: ",
      command,
      ". The card shows the progress, and you are notified when the video is done.",
    ],
    several: (command: Piece): Sentence => [
      "For several videos at once, scenes or versions of one prompt: ",
      command,
      ".",
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
    otherFlags: (flag: Piece): Sentence => [
      "Flags in a prompt, such as ",
      flag,
      ", are understood too. Where their meaning is not certain, Reelay asks before it pays.",
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
    contact: (contact: Piece): Sentence => ["Questions about this bot: ", contact],
    terms: "Terms of use",
    privacy: "Privacy policy",
    goOn: "Continue on the card of a finished video makes the next part, from its last frame.",
    join: "Join puts all parts into one video, for free.",
    cannotStop: "A video that has started cannot be stopped. Delete only removes the card and its notification.",
    cannotStopSaved:
      "A video that has started cannot be stopped. Delete removes the card and its notification, and asks whether the saved video goes too.",
    kept: (days: number, get: Piece, forget: Piece): Sentence => [
      `Prompts are kept for ${days} ${days === 1 ? "day" : "days"} after a video is done. `,
      "The data stored about you: ",
      get,
      " gives it to you as a private file, ",
      forget,
      " deletes it.",
    ],
    links: "Links work for about 2 hours.",
    savedLinks: (days: number) =>
      `Reelay saves finished videos for up to ${count(days, "day", "days")}, and their links work for as long.`,
    savedAlone: (days: number) =>
      `Links work for about 2 hours. Reelay saves the videos themselves for up to ${count(days, "day", "days")}: once a link has expired, press Fresh link.`,
    allWell: "All systems normal.",
    trouble: (troubles: string) => `Problems right now: ${troubles}.`,
    /** The answer to a prompt of just "help". */
    orVideo: {
      title: "Help, or a video?",
      text: (price: number) =>
        `Press Help to read how Reelay works, or Start it to make a video of this one word. The video costs ${credits(price)}. Nothing has been charged yet.`,
    },
    /** The names of permissions match Discord's settings. */
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
  },

  /** The browser page at the end of an installation. */
  install: {
    installed: {
      title: "Reelay is installed",
      text: (command: string) => `Type ${command} in Slack to make your first video.`,
    },
    open: "Open Slack",
    denied: {
      title: "Reelay was not installed",
      text: "You did not allow it, so nothing has changed. You can start again at any time.",
    },
    stale: {
      title: "This page has expired",
      text: "It was open for more than ten minutes, came from another browser, or was loaded twice. If Reelay is in your workspace already, you are done. Otherwise start again.",
    },
    refused: {
      title: "Slack refused the installation",
      text: `Reelay is not installed because it is not set up correctly. Tell the people who run it (${OPERATORS}): their log has the reason.`,
    },
    broken: {
      title: "Something went wrong",
      text: `Reelay is not installed yet. Start again in a minute. If that does not help, tell the people who run it: ${OPERATORS}.`,
    },
    again: "Start again",
  },
};
