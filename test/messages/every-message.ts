import type { ChatMessage, Form } from "../../src/core/chat.ts";
import type { Trouble } from "../../src/core/health.ts";
import type { Job } from "../../src/core/job/job.ts";
import { nothingSpent } from "../../src/core/job/ledger.ts";
import { PLATFORMS, TRAITS } from "../../src/core/platform.ts";
import type { SuspectedFlag } from "../../src/core/request/flags.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import {
  noStyles,
  offeredStyles,
  type SavedStyles,
  STYLE_NAME_MAX,
  STYLE_TEXT_MAX,
  STYLES_MAX,
} from "../../src/core/style.ts";
import { draftProblemOf, looksLikeAKey, ownKeyInText } from "../../src/messages/ask/draft-problems.ts";
import {
  confirmAgain,
  confirmIn720p,
  confirmPrice,
  helpOrVideo,
  savedAndAsked,
  waitsForTurnToo,
  withTrouble,
} from "../../src/messages/ask/price-questions.ts";
import {
  busy,
  discordWords,
  greeting,
  justStarted,
  keyInTheOpen,
  leftOutText,
  makeOfThis,
  notAllowedHere,
  notifiedUntil,
  promptMissing,
  promptMissingWithPicture,
  shortReply,
  shortReplyKinds,
  slackWords,
  tooManyCommands,
  unknownAct,
  welcome,
} from "../../src/messages/ask/short-replies.ts";
import {
  animateForm,
  batchForm,
  defaultValues,
  editForm,
  fitForm,
  keyForm,
  nothingToAnimate,
  videoForm,
  withPayer,
} from "../../src/messages/ask/video-forms.ts";
import { wholeTextMessage, withoutTextFile } from "../../src/messages/ask/whole-text.ts";
import { buttonFor } from "../../src/messages/card/buttons.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { confirmCardDeletion, deletionNews, linkNews } from "../../src/messages/card/card-answers.ts";
import { refusedPrivately } from "../../src/messages/card/card-outcome.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import * as data from "../../src/messages/pages/data-page.ts";
import { helpMessage, subcommandHelp } from "../../src/messages/pages/help-page.ts";
import { homeMessages } from "../../src/messages/pages/home-page.ts";
import { jobList } from "../../src/messages/pages/job-list.ts";
import * as keys from "../../src/messages/pages/keys-page.ts";
import { badSetting, settingsForm, settingsMessage } from "../../src/messages/pages/settings-page.ts";
import {
  flagInStyle,
  styleForm,
  styleList,
  styleMessage,
  styleProblem,
  withStyles,
} from "../../src/messages/pages/styles-page.ts";
import { askedInstead, noTeamKey, withPayerOffered } from "../../src/messages/team/team-refusals.ts";
import type { Words } from "../../src/messages/words.ts";
import { aBatch } from "../fakes/batch/batches.ts";
import { fiveMb } from "../fakes/drafts.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import {
  aClosed,
  aDiscordReply,
  aJob,
  aJobId,
  aNotStarted,
  aPosting,
  aRefused,
  aRequest,
  aRunning,
  aSeveral,
  aWaiting,
  listedJobs,
  TEST_START as now,
} from "../fakes/jobs.ts";
import { everyBatchAsked } from "./every-batch-asked.ts";
import { everyChainMessage, everyContinueForm } from "./every-chain.ts";
import { everyJob, pictureProblems, requestProblems, settled, succeeded } from "./every-job.ts";
import { everyTeamForm, everyTeamMessage } from "./every-team-message.ts";

const url = "https://cdn.example.com/v.mp4";
const spent = { thisMonth: { charged: 285, refunded: 95, unknown: 308 }, lastMonth: { ...nothingSpent, charged: 95 } };
const tally = {
  open: 2,
  waiting: 2,
  ending: 1,
  ended: 1_234,
  films: 2,
  costs: 3,
  hasKey: true,
  hasSettings: true,
  isWelcomed: true,
  unstarted: 2,
};
/** Every kind of trouble of the video service. */
const everyTrouble: readonly Trouble[] = [{ kind: "down" }, { kind: "failing", failed: 6, ends: 10 }];

/** The maximum number of styles, each with the maximum length. */
const full = (first: string): SavedStyles => ({
  styles: Array.from({ length: STYLES_MAX }, (_, nth) => ({
    name: `${first}${nth} `.padEnd(STYLE_NAME_MAX, "x"),
    text: "ink on rice paper ".padEnd(STYLE_TEXT_MAX, "x"),
  })),
  always: null,
});
const manyStyles = offeredStyles(full("a"), { ...full("b"), always: full("b").styles[0]?.name ?? null });
const style = { name: "ink", text: "ink: {prompt}" };

const oneVideo = { price: 95, videos: 1 } as const;

export function everyMessage(words: Words): readonly ChatMessage[] {
  const { locale } = words;
  const jobs = everyJob.map((job) => ({ ...job, locale }));
  const [first = aJob()] = jobs;
  const ofFirst = { jobId: first.id, request: first.request, pay: "mine" } as const;
  const head = {
    prefix: "video",
    retentionDays: 90,
    canContinue: true,
    hasKey: false,
    saved: null,
    spent,
    trouble: null,
  } as const;
  const missing = [
    ...(["view_channel", "send_messages", "send_in_threads", "embed_links", "attach_files", "read_history"] as const),
  ];
  const link = { kind: "new", videoUrl: url } as const;
  const all: readonly ChatMessage[] = [
    ...everyTeamMessage(words),
    ...everyStyleMessage(words),
    ...jobs.flatMap((job) => [cardOf(job, now), cardOf(job, job.deadlineAt + 1)]),
    ...everyRareCard(words),
    cardOf({ ...settled(succeeded), film: aKeptFilm(), locale }, succeeded.expiresAt ?? 0),
    ...jobs.filter(({ state }) => "outcome" in state).map((job) => notificationOf(job, now)),
    ...requestProblems.map((problem) => draftProblemOf(problem, words).message),
    ...pictureProblems.map((problem) => nothingToAnimate(problem, null, words)),
    ...([null, "sticker", "video"] as const).map((other) => nothingToAnimate(null, other, words)),
    ...([true, false] as const).map((isShown) =>
      linkNews({ ...link, isShown }, { now, isTeams: false, canContinue: true }, words),
    ),
    ...([null, now + 1, now - 1] as const).map((expiresAt) =>
      linkNews({ kind: "same", expiresAt }, { now, isTeams: false, canContinue: true }, words),
    ),
    ...[true, false].flatMap((canContinue) =>
      (["no_link", "no_answer", "no_key"] as const).map((kind) =>
        linkNews({ kind, keptUntil: now }, { now, isTeams: false, canContinue }, words),
      ),
    ),
    ...(["in_card", "no_link", "no_answer", "no_key", "bad_key", "no_credits"] as const).flatMap((kind) =>
      [false, true].map((isTeams) => linkNews({ kind }, { now, isTeams, canContinue: true }, words)),
    ),
    ...[null, words.buttons.again, words.buttons.startIt].map((label) => keys.noKeyYet(oneVideo, label, words)),
    ...(["good", "no_credits", "bad", "unchecked"] as const).map((verdict) => keys.keyStatus("1234", verdict, words)),
    keys.keyStatus("1234", "good", words, 3),
    ...(["good", "no_credits", "unchecked"] as const).flatMap((verdict) =>
      [0, 1, 3].map((woken) =>
        keys.keySaved({ prefix: "video", lastFour: "1234", verdict, goesOn: woken === 3 ? 95 : null, woken }, words),
      ),
    ),
    ...(["keys", "team"] as const).flatMap((whose) =>
      [0, 1, 2].flatMap((count) =>
        [keys.keyRemoved, keys.confirmKeyRemoval].flatMap((say) => [
          say(whose, { begun: count, waiting: 0 }, words),
          say(whose, { begun: 1, waiting: count }, words),
        ]),
      ),
    ),
    keys.keySavedButRefused(keys.keyStored("1234", words), shortReply("cannotSave", words), words),
    ...[true, false].map((isEmpty) => keys.notAKey(isEmpty, words).message),
    ...[keys.badKey, keys.noKeyStored].map((say) => say(words)),
    ...[keys.badKey, keys.noKeyStored].map((say) => keys.requestWaits(say(words), 308, words)),
    ...["key", "style", "team", "data"].map((of) => subcommandHelp(of, "video", words)),
    ...shortReplyKinds.map((kind) => shortReply(kind, words)),
    ...[greeting, keyInTheOpen, ownKeyInText].map((say) => say(words)),
    promptMissing([], words),
    looksLikeAKey(words).message,
    tooManyCommands(20, words).message,
    busy(words).message,
    ...(["not_this_team", "not_this_channel", "no_role"] as const).map((why) => notAllowedHere(why, words)),
    justStarted(words).message,
    unknownAct("video", words),
    notifiedUntil(now, words),
    confirmAgain(first, first.id, words),
    waitsForTurnToo(confirmAgain(first, first.id, words), words),
    confirmIn720p(first, first.id, words),
    ...[1, 143].map((above) =>
      confirmPrice(ofFirst, { above, suspected: [], flagsAsText: null, trouble: null }, words),
    ),
    confirmPrice(ofFirst, { above: null, suspected: usableAndNot, flagsAsText: null, trouble: null }, words),
    confirmPrice(
      ofFirst,
      { above: null, suspected: [...usable, ...usable], trouble: null, flagsAsText: aRequest({ duration: 15 }) },
      words,
    ),
    ...PLATFORMS.map((platform) => wholeTextMessage(platform, words)),
    withoutTextFile([first.request], words),
    withoutTextFile([first.request, aRequest({ prompt: "x".repeat(200) })], words),
    confirmPrice(ofFirst, { above: null, changedFrom: 205, suspected: [], flagsAsText: null, trouble: null }, words),
    askedInstead(
      noTeamKey("video", words),
      confirmPrice(ofFirst, { above: 143, suspected: [], flagsAsText: null, trouble: null }, words),
      {
        jobId: first.id,
        price: 308,
      },
      words,
    ),
    savedAndAsked(
      keys.keyStored("1234", words),
      confirmPrice(ofFirst, { above: 143, suspected: [], flagsAsText: null, trouble: null }, words),
    ),
    ...everyTroubleMessage(words),
    ...everyBatchAsked(words),
    ...everyChainMessage(words),
    helpOrVideo({ ...ofFirst, request: { ...first.request, prompt: "help" } }, words),
    ...[0, 1, 2].flatMap((count) =>
      [true, false].map((areLinked) => confirmCardDeletion(first, { count, areLinked }, words)),
    ),
    ...([[], ["notification"], ["video", "card"]] as const).flatMap((left) =>
      [0, 1, 2].map((saved) => deletionNews({ kind: "deleted", left, saved }, "video", words)),
    ),
    deletionNews({ kind: "not_now" }, "video", words),
    makeOfThis(first.id, { request: first.request, suspected: usableAndNot }, [], words),
    makeOfThis(
      first.id,
      { request: first.request, suspected: [] },
      leftOutText({ problems: [], otherFiles: 2, isAny: true }, words),
      words,
    ),
    ...[1, 2].map((otherFiles) => promptMissing(leftOutText({ problems: [], otherFiles, isAny: false }, words), words)),
    promptMissingWithPicture(first.id, [], words),
    ...(["discord", "slack"] as const).map((platform) => data.dataFile(platform, 12, words)),
    data.dataWithoutFile(tally, "video", words),
    data.confirmDeletion(
      tally,
      buttonFor({ kind: "delete_data", person: "0".repeat(20), askedAtSeconds: 1 }, words),
      words,
    ),
    data.dataDeleted({ before: tally, left: { open: 1, waiting: 1, ending: 2 } }, words),
    data.deletionTooOld("video", words),
    ...(["discord", "slack"] as const).flatMap((platform) => [
      settingsMessage(noSettings, { platform, isNew: "shown" }, words),
      settingsMessage(
        { ...noSettings, confirmAbove: 100, isSilent: true, isPrivate: true },
        { platform, isNew: "changed" },
        words,
      ),
    ]),
    ...(["ratio", "confirm_above"] as const).map((field) => badSetting({ field, given: "x" }, words).message),
    ...(["discord", "slack"] as const).flatMap((platform) => [
      helpMessage({ ...head, platform, troubles: [], missing }, words),
      ...everyTrouble.map((trouble) => helpMessage({ ...head, platform, trouble, troubles: [], missing: [] }, words)),
      helpMessage({ ...head, platform, spent: null, troubles: ["Slack: not connected"], missing: [] }, words),
      ...[true, false].flatMap((hasLinks) =>
        [1, 30].map((days) =>
          helpMessage({ ...head, platform, saved: { days, hasLinks }, troubles: [], missing: [] }, words),
        ),
      ),
    ]),
    ...jobs.map((job) => jobList({ page: 1, jobs: [job], spent }, words)),
    jobList({ page: 1, jobs: [], spent }, words),
    jobList({ page: 0, jobs: [], spent }, words),
    jobList(
      { page: 0, jobs: listedJobs([settled(succeeded)]).map((job) => ({ ...job, film: aKeptFilm() })), spent },
      words,
    ),
    ...[true, false].map((hasKey) => welcome({ prefix: "video", hasKey }, words)),
    ...everyHome(words).flat(),
    ...saidByFrontEnds(words),
  ];
  // Many jobs have the same card.
  return [...new Map(all.map((message) => [JSON.stringify(message), message])).values()];
}

function saidByFrontEnds(words: Words): readonly ChatMessage[] {
  const { whyHere: _, form: __, install: ___, unpostable, notInChannel, ...ofSlack } = slackWords(words);
  const { moderated, ...ofDiscord } = discordWords(words);
  const refusals = ["no_access", "restricted", "other"] as const;
  return [
    ...Object.values(ofSlack),
    ...[...refusals, "outage" as const].map(unpostable),
    ...refusals.map(notInChannel),
    ...Object.values(ofDiscord),
    ...(["automod", "links"] as const).map(moderated),
  ];
}

/** The cards and notifications of jobs in common states with something rare to show. */
function everyRareCard(words: Words): readonly ChatMessage[] {
  const { locale } = words;
  const picture = { source: "address", url, isChecked: false, decidesRatio: true } as const;
  const refused = aRefused({ kind: "no_credits" });
  const dear = aRequest({ duration: 15, resolution: "720p" });
  const unapproved = aPosting(refused, { isOwnerNotified: true });
  const team = { platform: "discord", teamId: "300000000000000003" } as const;
  const jobs: readonly Partial<Job>[] = [
    { reply: aDiscordReply({ editableUntil: now + 1 }), state: aRunning() },
    { request: aRequest({ picture }) },
    { request: aRequest({ picture: { ...picture, fit: { url, width: 1_280, height: 720 } } }) },
    { request: aRequest({ style: { name: "ink", of: "mine", typed: "a boat" } }) },
    { request: dear, price: 308, state: aClosed(refused) },
    { request: { ...dear, picture }, price: 308, state: aClosed(aRefused({ kind: "bad_request", detail: "" })) },
    { state: aWaiting({ for: "turn", place: { nth: 3, startsAt: now + 50_000 } }) },
    { state: aRunning({ waitingFor: "key" }), team },
    { state: aClosed(aSeveral()) },
  ];
  const several = (["store", "declined", "expired"] as const).map((why) => {
    const [batch, ...parts] = aBatch(["no_credits", "stopped"], { locale });
    return { batch: { ...batch, state: aClosed(aNotStarted(why)) }, parts };
  });
  return [
    ...jobs.flatMap((over) => {
      const job = aJob({ ...over, locale });
      return [cardOf(job, now), jobList({ page: 0, jobs: [job], spent }, words)];
    }),
    notificationOf(aJob({ state: unapproved, locale }), now),
    refusedPrivately(aJob({ state: aClosed(refused), locale })),
    ...several.flatMap(({ batch, parts }) => [cardOf(batch, now, parts), notificationOf(batch, now, parts)]),
    jobList(
      {
        page: 0,
        jobs: several.map(({ batch, parts }, index) => ({ ...batch, id: aJobId(index + 1), videos: parts })),
        spent,
      },
      words,
    ),
  ];
}

/** The Home tab of people with and without a key. */
export function everyHome(words: Words): readonly (readonly ChatMessage[])[] {
  const about = { platform: "slack", now, settings: noSettings, spent, trouble: null } as const;
  const jobs = everyJob.slice(0, 5);
  return [
    homeMessages({ ...about, jobs, keyEnding: "1234" }, words),
    homeMessages({ ...about, jobs: [], keyEnding: null }, words),
    ...everyTrouble.map((trouble) => homeMessages({ ...about, trouble, jobs: [], keyEnding: null }, words)),
  ];
}

export function everyForm(words: Words): readonly Form[] {
  return [...everyFormOn("discord", words), ...everyFormOn("slack", words)];
}

export function everyFormOn(platform: "discord" | "slack", words: Words): readonly Form[] {
  const values = defaultValues(noSettings);
  const file = { url, sizeBytes: 9 };
  const picture = { source: "attachment", name: "cat.png", width: 640, height: 480, file } as const;
  const edits = { jobId: "0123456789abcdef0123", nth: 1 };
  const asked = { request: aRequest(), price: 308 };
  const { formFieldsMax } = TRAITS[platform];
  const ofVideos = [
    videoForm(values, fiveMb, words),
    batchForm(values, { canChain: true, limits: fiveMb }, words),
    withStyles(
      batchForm(values, { canChain: true, limits: fiveMb }, words),
      { ...manyStyles, always: null },
      null,
      words,
    ),
    withStyles(videoForm(values, fiveMb, words), { ...manyStyles, always: null }, null, words),
    ...everyContinueForm(words),
    editForm(asked, { edits, isRisky: false, isPictureGone: false, limits: fiveMb }, words),
    editForm(
      { ...asked, request: aRequest({ picture: aFramePicture({ job: edits.jobId, nth: 2 }) }) },
      { edits, isRisky: false, isPictureGone: false, limits: fiveMb },
      words,
    ),
    editForm(asked, { edits, isRisky: true, isPictureGone: true, limits: fiveMb }, words),
    animateForm(
      { id: edits.jobId, pictures: [picture], values: { ...values, ratio: "as_picture" }, leftOut: 0 },
      words,
    ),
    animateForm(
      { id: edits.jobId, pictures: [picture, picture], values: { ...values, prompt: "it wakes up" }, leftOut: 12 },
      words,
    ),
  ];
  return [
    ...everyTeamForm(platform, words),
    ...everyStyleForm(words),
    keyForm(null, words),
    keyForm(308, words),
    ...(["videos", "delivery"] as const).map((part) => settingsForm(noSettings, { platform, part }, words)),
    // With and without the choice of who pays.
    ...ofVideos
      .flatMap((form) => [form, withPayer(form, "team", words)])
      .map((form) => fitForm(form, formFieldsMax, words)),
  ];
}

function everyStyleMessage(words: Words): readonly ChatMessage[] {
  return [
    ...[noStyles, manyStyles].flatMap((styles) =>
      [null, "saved" as const, "removed" as const].map((done) => styleList(styles, done, words)),
    ),
    styleMessage({ ...style, of: "mine", isAlways: false }, words),
    ...manyStyles.all.slice(-1).map((one) => styleMessage({ ...one, isAlways: true }, words)),
    shortReply("styleGone", words),
    ...(["name", "text", "full"] as const).map((what) => styleProblem(what, words).message),
    flagInStyle("--ar 9:16", words).message,
  ];
}

function everyStyleForm(words: Words): readonly Form[] {
  return [styleForm(null, false, words), styleForm({ ...style, of: "team", isAlways: true }, true, words)];
}

const usable: readonly SuspectedFlag[] = [{ typed: "--ration 9:16", isUsable: true }];
const usableAndNot: readonly SuspectedFlag[] = [
  ...usable,
  { typed: "--v 6", isUsable: false },
  { typed: "--no text", isUsable: false },
];

/** Every message that is shown while the video service has trouble. */
function everyTroubleMessage(words: Words): readonly ChatMessage[] {
  const job = aJob({ locale: words.locale });
  const { id, request } = job;
  const asked = { jobId: id, request, pay: "mine" } as const;
  return everyTrouble.flatMap((trouble) => {
    const price = (above: number | null, suspected: readonly SuspectedFlag[] = []) =>
      confirmPrice({ ...asked, pay: "team" }, { above, suspected, flagsAsText: null, trouble }, words);
    return [
      ...[price(null), price(1), price(143), price(null, usableAndNot), confirmIn720p(job, id, words)],
      ...[waitsForTurnToo(price(null), words), confirmAgain(job, id, words), helpOrVideo(asked, words)],
      withPayerOffered(noTeamKey("video", words), "mine", { jobId: id, price: 95 }, words),
      withPayerOffered(keys.noKeyYet(oneVideo, null, words), "team", { jobId: id, price: 95 }, words),
    ].map((question) => withTrouble(question, trouble, words));
  });
}
