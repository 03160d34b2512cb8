import { type Json, list, number, record, records, text } from "../core/json.ts";
import type { Place, State } from "../core/page-state.ts";
import { unescaped } from "../slack/mrkdwn.ts";

/** Film URLs. The first pattern matches the video service's and those of Slack's player, the second the bot's. */
const FILMS = [
  /http:\/\/127\.0\.0\.1:\d+\/[^\s"'<>|()\\]*?videos\/[^\s"'<>|()\\]+?\.mp4/,
  /http:\/\/127\.0\.0\.1:\d+\/films\/[\w-]{22}/,
];

export function filmIn(value: unknown): string | undefined {
  if (typeof value === "string") return FILMS.map((film) => film.exec(value)).find((match) => match !== null)?.[0];
  const parts = Array.isArray(value) ? list(value) : Object.values(record(value));
  for (const part of parts) {
    const film = filmIn(part);
    if (film) return film;
  }
  return undefined;
}

export type Shape = string;

export interface AboutFilm {
  readonly shape?: Shape | undefined;
  readonly prompt?: string | undefined;
}

export function aboutFilm(
  message: Json,
  { state, place, personId }: { readonly state: State; readonly place: Place; readonly personId: string },
): AboutFilm {
  const above = text(message.threadTs);
  const seen = state[place].seenBy.get(personId)?.messages ?? [];
  const [named] = records(message.files).map(({ name }) => text(name));
  const [task] = [message, seen.find(({ ts }) => above && ts === above) ?? {}].flatMap((each) =>
    tasksOf(each, state, named),
  );
  const [, wide, high] = /^(\d+):(\d+)$/.exec(text(task?.aspectRatio)) ?? [];
  return { shape: wide && high ? `${wide} / ${high}` : undefined, prompt: text(task?.prompt) || undefined };
}

/** Matches by links, otherwise by prompts: the address of a film that the bot keeps names no task. */
function tasksOf(message: Json, { video }: State, named = ""): readonly Json[] {
  const written = JSON.stringify(message);
  const words = `-${wordsOf(unescaped(written.replaceAll("\\n", " ")))}-`;
  const byLink = video.tasks.filter(({ videoUrl }) => text(videoUrl) && written.includes(text(videoUrl)));
  const byWords = video.tasks.filter(({ prompt }) => words.includes(`-${wordsOf(text(prompt))}-`)).toReversed();
  const linked = byLink.length > 0 ? byLink : byWords;
  const stem = wordsOf(named.replace(/^\d+-/, "").replace(/\.[^.]*$/, ""));
  const isNamed = ({ prompt }: Json) => stem !== "" && wordsOf(text(prompt)).startsWith(stem);
  return [...linked.filter(isNamed), ...linked.filter((task) => !isNamed(task))];
}

function wordsOf(words: string): string {
  const bare = words.normalize("NFKD").replace(/\p{M}/gu, "");
  return (bare.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}

export function bringsFilm(attachments: unknown): boolean {
  return list(attachments).some((file) => text(record(file).content_type).startsWith("video/"));
}

const SUPPRESS_EMBEDS = 1 << 2;

export function hidesPreviews(message: Json): boolean {
  return ((number(message.flags) ?? 0) & SUPPRESS_EMBEDS) !== 0;
}

export function shapeOfFile(file: Json): Shape | undefined {
  const wide = number(file.width);
  const high = number(file.height);
  return wide && high ? `${wide} / ${high}` : undefined;
}

export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
