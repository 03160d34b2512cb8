import { type Payment, paymentOf } from "../../core/batch/batch.ts";
import type { Button, ChatMessage, ReplyHandle } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { homeOf, type Owner } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import type { Cost, PersonalRecords, Tally } from "../../core/personal-data.ts";
import { TRAITS } from "../../core/platform.ts";
import type { FoundPicture, Picture, VideoRequest } from "../../core/request/video-request.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { OwnAct } from "../../core/team/team-storage.ts";
import { buttonFor } from "../card/buttons.ts";
import { jobStateText } from "../card/card-state.ts";
import { command, message, paragraphs, textMessage } from "../message.ts";
import { en } from "../words/en.ts";
import type { Words } from "../words.ts";

export function dataFile(platform: Owner["platform"], leftOut: number, { data }: Words): ChatMessage {
  return message({
    tone: leftOut > 0 ? "plain" : "good",
    title: data.title,
    body: paragraphs(
      TRAITS[platform].givesFilesHere ? data.fileHere : data.fileInDirect,
      ...(leftOut > 0 ? [data.leftOut(leftOut)] : []),
      data.notTheKey,
    ),
  });
}

export function dataWithoutFile(tally: Tally, prefix: string, words: Words): ChatMessage {
  const { data } = words;
  const jobs = command(prefix, "-jobs");
  const { title, body } = data.noFile;
  const parts = listed([...partsOf(tally, words), ...openPart(tally, words)], words);
  return message({ tone: "bad", title, body: [...paragraphs(...body), data.wouldHold(parts, jobs)] });
}

export function confirmDeletion(tally: Tally, deleteButton: Button, words: Words): ChatMessage {
  const { data } = words;
  const parts = partsOf(tally, words);
  const deletedTexts = parts.length > 0 ? [data.permanentlyDeleted(listed(parts, words))] : [];
  const body = [...deletedTexts, ...openWords(tally, words), ...teamSums(tally, words), ...data.stays];
  return textMessage(
    "unsure",
    { title: data.confirm, body },
    { buttons: [deleteButton, buttonFor({ kind: "keep" }, words)] },
  );
}

/** `before` was stored so far; `left` remains until its videos end. */
export function dataDeleted(
  {
    before,
    left,
  }: { readonly before: Pick<Tally, "costs">; readonly left: Pick<Tally, "open" | "waiting" | "ending"> },
  words: Words,
): ChatMessage {
  const { data } = words;
  return textMessage("good", {
    title: data.deleted,
    body: [data.forgotten, ...openWords(left, words), data.sevenDays, ...teamSums(before, words)],
  });
}

function teamSums({ costs }: Pick<Tally, "costs">, { data }: Words): readonly string[] {
  return costs > 0 ? [data.teamSums] : [];
}

export function deletionTooOld(prefix: string, { data, confirm }: Words): ChatMessage {
  const ask = command(prefix, "-data delete");
  return message({ tone: "plain", title: confirm.tooOld.title, body: [data.tooOldText(ask)] });
}

function partsOf(
  { hasKey, hasSettings, isWelcomed, ended, films, unstarted, costs }: Tally,
  { data }: Words,
): readonly string[] {
  const { parts } = data;
  return [
    ...(hasKey ? [parts.key] : []),
    ...(hasSettings ? [parts.settings] : []),
    ...(isWelcomed ? [parts.welcomed] : []),
    ...(ended > 0 ? [parts.ended(ended)] : []),
    ...(films > 0 ? [parts.films(films)] : []),
    ...(unstarted > 0 ? [parts.kept(unstarted)] : []),
    ...(costs > 0 ? [parts.costs(costs)] : []),
  ];
}

function openPart({ open, waiting, ending }: Tally, { data }: Words): readonly string[] {
  const all = open + waiting + ending;
  return all > 0 ? [data.parts.open(all)] : [];
}

function openWords(
  { open, waiting, ending }: Pick<Tally, "open" | "waiting" | "ending">,
  { data }: Words,
): readonly string[] {
  return [
    ...(waiting > 0 ? [data.withdrawn(waiting)] : []),
    ...(open > 0 ? [data.stillOpen(open)] : []),
    ...(ending > 0 ? [data.justEnded(ending)] : []),
  ];
}

function listed(parts: readonly string[], { data }: Words): string {
  const last = parts.at(-1);
  if (last === undefined) return data.nothing;
  return parts.length === 1 ? last : data.listed(parts.slice(0, -1), last);
}

export interface DataHead {
  readonly owner: Owner;
  readonly madeAt: EpochMs;
  readonly retentionDays: number;
  readonly keyEnding: string | null;
  readonly records: PersonalRecords;
  readonly listedIn: readonly string[];
  readonly acts: readonly OwnAct[];
}

export function headEntry({ owner, madeAt, retentionDays, keyEnding, records, listedIn, acts }: DataHead): object {
  const { settings, language, welcomedAt, pending, unconfirmed, offered, styles } = records;
  return {
    about: `Everything that Reelay keeps about you. Ended videos are forgotten after ${retentionDays} days, costs and what you did as a manager after 400, requests and pictures after an hour; the rest when you remove it.`,
    notInIt:
      "Your API key itself, which is stored encrypted; the chat platform's own tokens for your cards; and what other people wrote.",
    madeAt: isoOf(madeAt),
    you: { on: TRAITS[owner.platform].name, ...idsOf(owner) },
    apiKey: keyEnding === null ? null : { isStored: true, endsIn: keyEnding },
    settings,
    language,
    styles,
    welcomedAt: welcomedAt === null ? null : isoOf(welcomedAt),
    requestThatWaitsForYourKey: pending && { ...pending.draft, price: pending.price, place: placeOf(pending.reply) },
    requestsThatWaitForYourWord: unconfirmed.flatMap(({ each }) => each.map(requestEntry)),
    picturesThatAFormOffers: offered.flat().map(offeredEntry),
    othersVideosThatNotifyYou: listedIn,
    ...(acts.length > 0 && { whatYouDidAsAManager: acts.map(actEntry) }),
  };
}

export function videoEntry(job: Job): object {
  const { state } = job;
  const outcome = outcomeOf(job);
  const taskId = outcome && "taskId" in outcome ? outcome.taskId : "taskId" in state ? state.taskId : null;
  const link = outcome?.kind === "succeeded" ? outcome : null;
  return {
    id: job.id,
    ...(job.parts && { severalVideos: job.parts }),
    ...(job.partOf && { oneOf: job.partOf.job, number: job.partOf.nth }),
    state: jobStateText(job, en),
    ...(outcome?.kind === "failed" && outcome.reason !== undefined && { reasonOfTheVideoService: outcome.reason }),
    ...requestEntry(job.request),
    askedAt: isoOf(job.acceptedAt),
    endedAt: state.status === "closed" ? isoOf(state.closedAt) : null,
    priceInCredits: job.price,
    // Each video of a batch is paid for separately.
    ...(!job.parts && { payer: keyOf(job.team ? "team" : "mine"), wasPaid: WAS_PAID[paymentOf(job, [])] }),
    idAtTheVideoService: taskId,
    link: link?.videoUrl ?? null,
    linkExpiresAt: link?.expiresAt ? isoOf(link.expiresAt) : null,
    ...(job.film && { filmThatReelayKeeps: { bytes: job.film.bytes, until: isoOf(job.film.until) } }),
    place: placeOf(job.reply),
    notifiesYou: !job.isSilent,
    othersToNotify: job.notify.length,
    ...(job.locale && { language: job.locale }),
  };
}

export function costEntry({ jobId, acceptedAt, payer, charged, refunded, unknown }: Cost): object {
  return {
    video: jobId,
    paidWith: keyOf(payer),
    askedAt: isoOf(acceptedAt),
    chargedCredits: charged,
    refundedCredits: refunded,
    creditsThatNobodyKnowsOf: unknown,
  };
}

function actEntry({ team, at, did, changed, job }: OwnAct): object {
  return { team: team.teamId, at: isoOf(at), did, ...(changed.length > 0 && { changed }), ...(job && { video: job }) };
}

const WAS_PAID = { paid: true, perhaps: "nobody knows", will: false, never: false } as const satisfies Record<
  Payment,
  boolean | string
>;

function keyOf(payer: Payer): string {
  return payer === "team" ? "your team's key" : "your own key";
}

function requestEntry({ prompt, style, duration, picture, ...others }: VideoRequest): object {
  return {
    prompt,
    style: style ?? null,
    ...others,
    durationSeconds: duration,
    picture: picture && pictureEntry(picture),
  };
}

function pictureEntry({ source, url, file, continues }: Picture): object {
  if (continues) return { from: "the last frame of a video", video: continues.job, part: continues.nth };
  return { from: source === "address" ? "an address" : "a file", url, ...(file && { fileId: file.id }) };
}

function offeredEntry(picture: FoundPicture): object {
  return { name: picture.name, url: picture.source === "attachment" ? picture.file.url : picture.url };
}

function idsOf(owner: Owner): object {
  const home = homeOf(owner);
  return { ...(home !== null && { workspaceOrOrganisation: home }), userId: owner.userId };
}

/** Leaves out the tokens that give access to the card. */
function placeOf(reply: ReplyHandle): object {
  switch (reply.platform) {
    case "discord": {
      const { guildId: server, channelId: channel, messageId: message, movedTo } = reply;
      return { server, channel, message, ...(movedTo && { movedTo }) };
    }
    case "slack": {
      const { teamId: workspace, channelId, cardChannelId, threadTs, ts: message } = reply;
      return { workspace, channel: cardChannelId ?? channelId, ...(threadTs && { thread: threadTs }), message };
    }
  }
}

function isoOf(at: EpochMs): string {
  return new Date(at).toISOString();
}
