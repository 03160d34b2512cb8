import type { ChatMessage, Piece } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Job } from "../../core/job/job.ts";
import type { Credits } from "../../core/request/price.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";
import { endedWords } from "./approvals.ts";
import { newMonth } from "./refusals.ts";

/** The person has as many videos waiting as they may. */
export function tooManyWaiting(most: number, { approvals }: Words): ChatMessage {
  const { title, text, next } = approvals.tooMany;
  return told("bad", { title, body: [text(most), next] });
}

/** A manager asked for this video themselves. */
export function notYourOwn({ approvals }: Words): ChatMessage {
  return told("bad", approvals.notYourOwn);
}

/** The first word counts: who decided what, and when. */
export function alreadyDecided(job: Job, words: Words): ChatMessage {
  return message({ tone: "plain", title: words.approvals.alreadyDecided, body: endedWords(job, words).body });
}

/** The presser approved that video. */
export function approvedNow(job: Job, { approvals }: Words): ChatMessage {
  const body = [approvals.approvedNow(ownerOf(job), job.price)];
  return message({ tone: "good", title: approvals.titles.approved, body });
}

/** The private picture of a video is where only the presser sees it. */
export function pictureSent({ approvals }: Words): ChatMessage {
  return told("good", approvals.pictureSent);
}

/** It could not be had, or given. */
export function pictureNotSent({ approvals }: Words): ChatMessage {
  return told("bad", approvals.pictureNotSent);
}

/** The presser declined that video. */
export function declinedNow(job: Job, { approvals }: Words): ChatMessage {
  return message({ tone: "good", title: approvals.titles.declined, body: [approvals.declinedNow(ownerOf(job))] });
}

function ownerOf({ owner }: Job): Piece {
  return { kind: "person", userId: owner.userId };
}

/** The team's cap of a month that a video would pass, and when the next month begins. */
export interface TeamCapPassed {
  readonly price: Credits;
  readonly left: Credits;
  readonly anewAt: EpochMs;
}

/** No approval lifts the team's cap: nothing is decided. */
export function overTeamCap({ price, left, anewAt }: TeamCapPassed, words: Words): ChatMessage {
  const { team, approvals } = words;
  const { title, stillOpen } = approvals.overTeamCap;
  const body = [...paragraphs(team.overTeam(price, left)), newMonth(anewAt, words), ...paragraphs(stillOpen)];
  return message({ tone: "bad", title, body });
}

/** While the platform is asked whether the presser may decide. */
export function checkingRights({ approvals }: Words): ChatMessage {
  return told("waiting", approvals.checking);
}

/** Its person took the video back. */
export function withdrawnNow({ approvals }: Words): ChatMessage {
  return told("good", approvals.withdrawnNow);
}

/** It waits no longer, so it cannot be taken back. */
export function alreadyBegun({ approvals }: Words): ChatMessage {
  return told("bad", approvals.alreadyBegun);
}
