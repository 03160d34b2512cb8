import { fileName } from "../text/file-name.ts";

/** A film that a message has a place for; `nth`: which of several videos it is, from 1, absent: it is the only one. */
export interface Film {
  /** Its prompt, whole. */
  readonly description: string;
  readonly nth?: number;
}

/** A film's file in a card; `nth` as for the film. */
export interface CardFile {
  readonly id: string;
  readonly name: string;
  readonly nth?: number;
  /** It is the frame that the film begins with, until the film itself is there. */
  readonly isFrame?: true;
}

interface WithFilms {
  readonly video: Film | null;
  readonly videos?: readonly Film[];
}

/** All films that a message has a place for, in their order. */
export function filmsOf({ video, videos = [] }: WithFilms): readonly Film[] {
  return video === null ? videos : [video, ...videos];
}

/** The film with that number; null: the message has no place for it. */
export function filmOf(message: WithFilms, nth: number | undefined): Film | null {
  return filmsOf(message).find((film) => film.nth === nth) ?? null;
}

/** What its file is called, see `fileName`; of several no two are alike. */
export function nameOf({ nth, description }: Film, extension: string, letters: "ascii" | "any"): string {
  const name = fileName(description, extension, letters);
  return nth === undefined ? name : `${nth}-${name}`;
}

/** The files that a card on Discord has; a handle of an earlier version knew of one alone. */
export function filesIn(reply: {
  readonly files?: readonly CardFile[];
  readonly attachment?: CardFile | null;
}): readonly CardFile[] {
  return reply.files ?? (reply.attachment ? [reply.attachment] : []);
}

/** A film's file in the thread of a card, or that of the frame that it begins with, which stays; `nth` as for the film. */
export interface ThreadFile extends Pick<CardFile, "id" | "nth" | "isFrame"> {
  /** It is one film of all the parts, and none to go on from. */
  readonly isJoined?: true;
}

/** The files in the thread of a card on Slack; a handle of an earlier version knew their ids alone, or one of them. */
export function threadFilesIn(reply: {
  readonly files?: readonly ThreadFile[];
  readonly fileIds?: readonly string[];
  readonly fileId?: string;
}): readonly ThreadFile[] {
  const { files, fileId, fileIds = fileId === undefined ? [] : [fileId] } = reply;
  return files ?? fileIds.map((id) => ({ id }));
}
