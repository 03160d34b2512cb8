import { element } from "../core/element.ts";
import { address, type Json, list, record, text } from "../core/json.ts";
import { drawLink } from "./draw-words.ts";

const FILM = /https?:\/\/[^\s"'<>|()\\]+\/videos\/[^\s"'<>|()\\]+?\.mp4/;

/** The first address of a film anywhere in what the bot sent. */
export function filmIn(value: unknown): string | undefined {
  if (typeof value === "string") return FILM.exec(value)?.[0];
  const parts = Array.isArray(value) ? list(value) : Object.values(record(value));
  for (const part of parts) {
    const found = filmIn(part);
    if (found) return found;
  }
  return undefined;
}

export function drawFilm(url: string, label = "The finished video"): HTMLVideoElement {
  return element("video", {
    controls: true,
    loop: true,
    playsinline: true,
    preload: "metadata",
    src: url,
    "aria-label": label,
  });
}

/** Whether the message brings its film along as a file: then the link needs no player of its own. */
export function bringsFilm(attachments: unknown): boolean {
  return list(attachments).some((file) => text(record(file).content_type).startsWith("video/"));
}

/** An attachment as Discord's API spells it. */
export function drawFile(file: Json): HTMLElement {
  const url = address(file.url);
  const kind = text(file.content_type);
  const name = text(file.filename);
  if (url && kind.startsWith("video/")) return drawFilm(url, name);
  if (url && kind.startsWith("image/")) return element("img", { src: url, alt: text(file.description) || name });
  return element("p", { class: "file" }, "📄 ", url ? drawLink(url, name) : name);
}
