import type { ReplyHandle } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Owner } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import type { Cost, PersonalRecords } from "../../core/personal-data.ts";
import type { FoundPicture } from "../../core/request/found-picture.ts";
import type { Picture, VideoRequest } from "../../core/request/video-request.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { OwnAct } from "../../core/team/team-store.ts";
import { jobStateText } from "../card/job-state.ts";
import { en } from "../words/en.ts";

export interface DataHead {
  readonly owner: Owner;
  readonly madeAt: EpochMs;
  readonly retentionDays: number;
  /** null: no key is stored. */
  readonly keyEnding: string | null;
  readonly records: PersonalRecords;
  /** Others' videos of whose end this person is told. */
  readonly listedIn: readonly string[];
  /** What they did as a manager of a team. */
  readonly acts: readonly OwnAct[];
}

/** What a person's file begins with: all but their videos and what those cost. */
export function headEntry({ owner, madeAt, retentionDays, keyEnding, records, listedIn, acts }: DataHead): object {
  const { settings, language, welcomedAt, pending, unconfirmed, offered, styles } = records;
  return {
    about: `Everything that Reelay keeps about you. Ended videos are forgotten after ${retentionDays} days, costs and what you did as a manager after 400, requests and pictures after an hour; the rest when you remove it.`,
    notInIt:
      "Your API key itself, which is stored encrypted; the chat platform's own tokens for your cards; and what other people wrote.",
    madeAt: isoOf(madeAt),
    you: owner.platform === "discord" ? { on: "Discord", ...idsOf(owner) } : { on: "Slack", ...idsOf(owner) },
    apiKey: keyEnding === null ? null : { isStored: true, endsIn: keyEnding },
    settings,
    language,
    styles,
    welcomedAt: welcomedAt === null ? null : isoOf(welcomedAt),
    requestThatWaitsForYourKey: pending && { ...pending.draft, place: placeOf(pending.reply) },
    requestsThatWaitForYourWord: unconfirmed.flatMap(({ request, each = [request] }) => each.map(requestEntry)),
    picturesThatAFormOffers: offered.flat().map(offeredEntry),
    othersVideosOfWhichYouAreTold: listedIn,
    ...(acts.length > 0 && { whatYouDidAsAManager: acts.map(actEntry) }),
  };
}

/** One video, as it is kept. */
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
    ...requestEntry(job.request),
    askedAt: isoOf(job.acceptedAt),
    endedAt: state.status === "closed" ? isoOf(state.closedAt) : null,
    priceInCredits: job.price,
    paidWith: keyOf(job.team ? "team" : "mine"),
    idAtTheVideoService: taskId,
    link: link?.videoUrl ?? null,
    linkExpiresAt: link?.expiresAt ? isoOf(link.expiresAt) : null,
    place: placeOf(job.reply),
    notifiesYou: !job.isSilent,
    othersWhoAreTold: job.notify.length,
    ...(job.locale && { language: job.locale }),
  };
}

/** What one video cost. */
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

/** A part that is new in a request does not compile until it stands here. */
function keyOf(payer: Payer): string {
  return payer === "team" ? "your team's key" : "your own key";
}

function requestEntry({ prompt, style, aspectRatio, duration, resolution, picture }: VideoRequest): object {
  return {
    prompt,
    style: style ?? null,
    aspectRatio,
    durationSeconds: duration,
    resolution,
    picture: picture && pictureEntry(picture),
  } satisfies Record<Exclude<keyof VideoRequest, "duration"> | "durationSeconds", unknown>;
}

function pictureEntry({ source, url, file, continues }: Picture): object {
  if (continues) return { from: "the last frame of a video", video: continues.job, part: continues.nth };
  return { from: source === "address" ? "an address" : "a file", url, ...(file && { fileId: file.id }) };
}

function offeredEntry(picture: FoundPicture): object {
  return { name: picture.name, url: picture.source === "attachment" ? picture.file.url : picture.url };
}

function idsOf(owner: Owner): object {
  return owner.platform === "discord"
    ? { userId: owner.userId }
    : { workspaceOrOrganisation: owner.teamId, userId: owner.userId };
}

/** Where a card is; not how it is reached. */
function placeOf(reply: ReplyHandle): object {
  if (reply.platform === "discord") {
    const { guildId: server, channelId: channel, messageId: message, movedTo } = reply;
    return { server, channel, message, ...(movedTo && { movedTo }) };
  }
  const { teamId: workspace, channelId, cardChannelId, threadTs, ts: message } = reply;
  return { workspace, channel: cardChannelId ?? channelId, ...(threadTs && { thread: threadTs }), message };
}

function isoOf(at: EpochMs): string {
  return new Date(at).toISOString();
}
