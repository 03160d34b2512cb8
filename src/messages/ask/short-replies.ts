import type { AccessRefusal } from "../../core/access.ts";
import type { ChannelRefusal, ChatMessage, Tone } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { OwnMessages } from "../../core/front-end.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { PlannedVideo } from "../../core/request/plan-video.ts";
import { priceOf } from "../../core/request/price.ts";
import type { PictureProblem } from "../../core/request/video-request.ts";
import { buttonFor } from "../card/buttons.ts";
import { settingsFacts } from "../card/card-facts.ts";
import { timeAt } from "../card/card-outcome.ts";
import { command, message, paragraphs, problem, quoteOf, type TurnedAway, textMessage } from "../message.ts";
import type { Words } from "../words.ts";
import { flagTexts, pictureProblemText } from "./draft-problems.ts";

type Text = string | { readonly title: string; readonly body: readonly string[] };

const SHORT_REPLIES = {
  cannotSave: ["bad", ({ shortReplies }) => shortReplies.cannotSave],
  teamUnread: ["bad", ({ shortReplies }) => shortReplies.teamUnread],
  notPrepared: ["bad", ({ shortReplies }) => shortReplies.notPrepared],
  somethingWentWrong: ["bad", ({ shortReplies }) => shortReplies.somethingWentWrong],
  blocked: ["bad", ({ shortReplies }) => shortReplies.blocked],
  notYours: ["plain", ({ shortReplies }) => shortReplies.notYours],
  /** A button does not belong to the message where it was pressed. */
  strayPress: ["plain", ({ shortReplies }) => shortReplies.strayPress],
  goneCard: ["plain", ({ shortReplies }) => shortReplies.goneCard],
  noSuchVideo: ["plain", ({ shortReplies }) => shortReplies.noSuchVideo],
  forgottenPrompt: ["bad", ({ shortReplies }) => shortReplies.forgottenPrompt],
  stillStarting: ["plain", ({ shortReplies }) => shortReplies.stillStarting],
  stillRunning: ["plain", ({ shortReplies }) => shortReplies.stillRunning],
  alreadyOnItsWay: ["plain", ({ shortReplies }) => shortReplies.alreadyOnItsWay],
  alreadyOver: ["plain", ({ shortReplies }) => shortReplies.alreadyOver],
  notifiedToo: ["good", ({ shortReplies }) => shortReplies.notifiedToo],
  notifiedAnyway: ["plain", ({ shortReplies }) => shortReplies.notifiedAnyway],
  /** Only the card's owner can be notified. */
  nobodyNotified: ["plain", ({ shortReplies }) => shortReplies.nobodyNotified],
  listFull: ["plain", ({ shortReplies }) => shortReplies.listFull],

  nothingStarted: ["plain", ({ confirm }) => confirm.nothingStarted],
  started: ["plain", ({ confirm }) => confirm.started],
  severalStarted: ["plain", ({ several }) => several.started],
  notYourWords: ["plain", ({ freeText }) => freeText.notYours],
  questionTooOld: ["bad", ({ confirm }) => confirm.tooOld],
  pictureForgotten: ["bad", ({ animate }) => animate.forgotten],
  nothingToRetry: ["plain", ({ several }) => several.nothingToRetry],

  deleting: ["waiting", ({ deletion }) => deletion.waiting],
  nothingDeleted: ["plain", ({ deletion }) => deletion.kept],
  askingForLink: ["waiting", ({ link }) => link.asking],
  justJoined: ["plain", ({ join }) => join.justPressed],
  cannotJoin: ["bad", ({ join }) => join.notHere],
  filmGone: ["bad", ({ chain }) => chain.gone],
  cannotContinue: ["bad", ({ chain }) => chain.notHere],

  checkingKey: ["waiting", ({ keys }) => keys.checking],
  preparingText: ["waiting", ({ wholeText }) => wholeText.preparing],
  textUnsure: ["unsure", ({ data, wholeText }) => ({ title: data.unsure.title, body: wholeText.unsure })],
  styleGone: ["bad", ({ styles }) => ({ title: styles.goneTitle, body: [styles.goneText] })],

  gatheringData: ["waiting", ({ data }) => data.gathering],
  dataUnsure: ["unsure", ({ data }) => data.unsure],
  dataNotNow: ["bad", ({ data }) => data.notNow],
  nothingStored: ["plain", ({ data }) => data.nothingKept],
  dataGoing: ["plain", ({ data }) => data.going],
  notYourData: ["plain", ({ data }) => data.notYours],

  noTeamHere: ["bad", ({ team }) => team.notHere],
  managersOnly: ["bad", ({ team }) => team.managersOnly],
  blockedHere: ["bad", ({ team }) => team.blockedHere],
  /** The platform did not report in time who this is. */
  standingUnknown: ["bad", ({ team }) => team.standingUnknown],
  noTeamKey: ["plain", ({ team }) => team.none],
  rulesSavedMeanwhile: ["bad", ({ team }) => team.savedMeanwhile],
  addingUp: ["waiting", ({ team }) => team.working],
  reportUnsure: ["unsure", ({ team }) => ({ title: team.report, body: [team.fileUnsure] })],
  /** The first message in the channel that was chosen for approvals. */
  approvalsHere: ["good", ({ approvals }) => approvals.here],
  checkingRights: ["waiting", ({ approvals }) => approvals.checking],
  notYourOwn: ["bad", ({ approvals }) => approvals.notYourOwn],
  pictureSent: ["good", ({ approvals }) => approvals.pictureSent],
  pictureNotSent: ["bad", ({ approvals }) => approvals.pictureNotSent],
  withdrawnNow: ["good", ({ approvals }) => approvals.withdrawnNow],
  alreadyBegun: ["bad", ({ approvals }) => approvals.alreadyBegun],

  unreadable: ["bad", ({ frontEnd }) => frontEnd.unreadable],
  restarting: ["bad", ({ frontEnd }) => frontEnd.restarting],
  unfinished: ["bad", ({ frontEnd }) => frontEnd.unfinished],
  closed: ["bad", ({ frontEnd }) => frontEnd.closed],
  notOpened: ["bad", ({ frontEnd }) => frontEnd.notOpened],
  notInstalled: ["bad", ({ frontEnd }) => frontEnd.notInstalled],
  inDirect: ["plain", ({ frontEnd }) => frontEnd.inDirect],
} satisfies Readonly<Record<string, readonly [Tone, (words: Words) => Text]>>;

export type ShortReply = keyof typeof SHORT_REPLIES;

export const shortReplyKinds = Object.keys(SHORT_REPLIES) as readonly ShortReply[];

export function shortReply(kind: ShortReply, words: Words): ChatMessage {
  const [tone, textIn]: readonly [Tone, (words: Words) => Text] = SHORT_REPLIES[kind];
  const text = textIn(words);
  return typeof text === "string" ? message({ tone, title: text }) : textMessage(tone, text);
}

/** The operator's lists exclude this place, or people without a certain role. */
export function notAllowedHere(
  why: Exclude<AccessRefusal, "barred">,
  { shortReplies, nothingCharged }: Words,
): ChatMessage {
  const { title, because, next } = shortReplies.notAllowedHere;
  return textMessage("bad", { title, body: [because[why], nothingCharged, next] });
}

export function tooManyCommands(most: number, { shortReplies, nothingCharged }: Words): TurnedAway {
  const { title, text } = shortReplies.tooManyCommands;
  return problem(title, text(most), [nothingCharged]);
}

/** More people are active than the process can handle. */
export function busy({ shortReplies, nothingCharged }: Words): TurnedAway {
  const { title, text } = shortReplies.busy;
  return problem(title, text, [nothingCharged]);
}

export function unknownAct(prefix: string, { shortReplies }: Words): ChatMessage {
  const { title, text, next } = shortReplies.unknownAct;
  return message({ tone: "plain", title, body: [[text], next(command(prefix, "-help"))] });
}

export function justStarted({ shortReplies }: Words): TurnedAway {
  const { title, body } = shortReplies.justStarted;
  return { text: body.join(" "), message: textMessage("plain", { title, body }) };
}

export function notifiedUntil(until: EpochMs, words: Words): ChatMessage {
  const { title, text } = words.shortReplies.notifiedUntil;
  return message({ tone: "good", title, body: [text({ ...timeAt(until, words), as: "clock" })] });
}

/** `leftOut` names the parts of the message that are not used. */
export function makeOfThis(
  id: JobId,
  { request, suspected }: Pick<PlannedVideo, "request" | "suspected">,
  leftOut: readonly string[],
  words: Words,
): ChatMessage {
  const price = priceOf(request);
  const { title, body } = words.freeText.offer;
  return message({
    tone: "plain",
    title,
    body: [...paragraphs(...leftOut), ...flagTexts(suspected, words), ...paragraphs(...body)],
    ...quoteOf(request.prompt, words),
    facts: settingsFacts(request, words, { price }),
    buttons: [buttonFor({ kind: "open_kept", jobId: id }, words, price)],
  });
}

export function promptMissing(leftOut: readonly string[], words: Words): ChatMessage {
  const { title, body } = words.freeText.what;
  return textMessage(
    "plain",
    { title, body: [...leftOut, ...body] },
    { buttons: [buttonFor({ kind: "make_video" }, words)] },
  );
}

export function promptMissingWithPicture(id: JobId, leftOut: readonly string[], words: Words): ChatMessage {
  const { title } = words.freeText.what;
  const body = [words.freeText.withPicture, ...leftOut];
  return textMessage("plain", { title, body }, { buttons: [buttonFor({ kind: "open_kept", jobId: id }, words, null)] });
}

/** Explains why some files cannot begin a video. `isAny`: at least one can. */
export function leftOutText(
  {
    problems,
    otherFiles,
    isAny,
  }: { readonly problems: readonly PictureProblem[]; readonly otherFiles: number; readonly isAny: boolean },
  words: Words,
): readonly string[] {
  const { animate, freeText } = words;
  const [first] = problems;
  const count = problems.length + otherFiles;
  if (count === 0) return [];
  if (isAny) return [animate.sentence(animate.leftOut(count))];
  return [
    ...(first ? [pictureProblemText(first, words)] : []),
    ...(otherFiles > 0 ? [freeText.notPictures(otherFiles)] : []),
  ];
}

export function greeting(words: Words): ChatMessage {
  return textMessage("plain", words.freeText.hello, {
    buttons: [buttonFor({ kind: "make_video" }, words), buttonFor({ kind: "help" }, words)],
  });
}

export function keyInTheOpen(words: Words): ChatMessage {
  const buttons = [
    buttonFor({ kind: "add_key" }, words),
    { ...buttonFor({ kind: "make_video" }, words), style: "secondary" } as const,
  ];
  return textMessage("bad", words.leak.inTheOpen, { buttons });
}

const ownMessages: (words: Words) => OwnMessages = madeOnce((words) => ({
  somethingWentWrong: shortReply("somethingWentWrong", words),
  unreadable: shortReply("unreadable", words),
  restarting: shortReply("restarting", words),
  unfinished: shortReply("unfinished", words),
}));

export const discordWords = madeOnce((words) => {
  const { moderated, refusedAnswer } = words.frontEnd;
  const { title, automod, links, next, nextLinks } = moderated;
  return {
    ...ownMessages(words),
    moderated: (by: "automod" | "links") =>
      textMessage("bad", { title, body: by === "automod" ? [automod, next] : [links, nextLinks] }),
    refusedAnswer: textMessage("bad", refusedAnswer),
  };
});

function unpostable(why: ChannelRefusal | "outage", { frontEnd, nothingCharged }: Words): ChatMessage {
  const { title, because } = frontEnd.unpostable;
  return textMessage("bad", { title, body: [nothingCharged, because[why]] });
}

function notInChannel(why: ChannelRefusal, { frontEnd }: Words): ChatMessage {
  const { no_access: noAccess, restricted, other } = frontEnd.notInChannel;
  if (why !== "no_access") return textMessage("plain", why === "restricted" ? restricted : other);
  const invite = { kind: "code", text: "/invite @Reelay" } as const;
  return message({ tone: "plain", title: noAccess.title, body: [noAccess.text(invite)] });
}

export const slackWords = madeOnce((words) => {
  const { frontEnd, slackForms, install, buttons } = words;
  return {
    ...ownMessages(words),
    closed: shortReply("closed", words),
    notOpened: shortReply("notOpened", words),
    unpostable: (why: ChannelRefusal | "outage") => unpostable(why, words),
    notInstalled: shortReply("notInstalled", words),
    inDirect: shortReply("inDirect", words),
    notInChannel: (why: ChannelRefusal) => notInChannel(why, words),
    whyHere: frontEnd.whyHere,
    form: { ...slackForms, cancel: buttons.cancel },
    install,
  };
});

/** Cached: every command needs these messages, and they change only with the service's name. */
function madeOnce<Own>(make: (words: Words) => Own): (words: Words) => Own {
  const made = new WeakMap<Words, Own>();
  return (words) => {
    const own = made.get(words) ?? make(words);
    made.set(words, own);
    return own;
  };
}

export function welcome(
  { prefix, hasKey }: { readonly prefix: string; readonly hasKey: boolean },
  words: Words,
): ChatMessage {
  const { title, describe, addKey } = words.home.welcome;
  return message({
    tone: "plain",
    title,
    body: [describe(command(prefix)), ...(hasKey ? [] : [[addKey]])],
    buttons: [
      buttonFor({ kind: "make_video" }, words),
      ...(hasKey ? [] : [{ ...buttonFor({ kind: "add_key" }, words), style: "secondary" } as const]),
      buttonFor({ kind: "help" }, words),
    ],
  });
}
