import { type Json, list, number, record, text } from "../core/json.ts";
import type { State } from "../core/state.ts";

const FILM = /http:\/\/127\.0\.0\.1:\d+\/[^\s"'<>|()\\]*?videos\/[^\s"'<>|()\\]+?\.mp4/;

/** The first address of a film of this machine's own, anywhere in what the bot sent. */
export function filmIn(value: unknown): string | undefined {
  if (typeof value === "string") return FILM.exec(value)?.[0];
  const parts = Array.isArray(value) ? list(value) : Object.values(record(value));
  for (const part of parts) {
    const found = filmIn(part);
    if (found) return found;
  }
  return undefined;
}

/** "16 / 9": so much room is kept for a film until it tells its own shape. */
export type Shape = string;

/** The shape of the film that the message shows or links to, as the service's task has it. */
export function shapeOfFilm(message: Json, state: State): Shape | undefined {
  const url = filmIn(message);
  const task = state.video.tasks.find((each) => each.videoUrl === url);
  const [, wide, high] = /^(\d+):(\d+)$/.exec(text(task?.aspectRatio)) ?? [];
  return wide && high ? `${wide} / ${high}` : undefined;
}

/** Whether the message brings its film along as a file: then the link needs no player of its own. */
export function bringsFilm(attachments: unknown): boolean {
  return list(attachments).some((file) => text(record(file).content_type).startsWith("video/"));
}

/** The same of a file whose size is told, film or picture. */
export function shapeOfFile(file: Json): Shape | undefined {
  const wide = number(file.width);
  const high = number(file.height);
  return wide && high ? `${wide} / ${high}` : undefined;
}
