import { sizeInWords } from "../chat/size.ts";
import { element } from "../core/element.ts";
import { type Json, number, ownAddress, records, text } from "../core/json.ts";
import { icon } from "./icon.ts";

/** What came with a message. A film has its title here and its player beneath the message. */
export function drawFiles(files: unknown): readonly HTMLElement[] {
  return records(files).map(drawFile);
}

function drawFile(file: Json): HTMLElement {
  const name = text(file.name);
  const title = text(file.title) || name;
  const alt = text(file.alt) || title;
  const url = ownAddress(file.url);
  const about = element("figcaption", {}, title, element("small", {}, sizeInWords(number(file.sizeBytes) ?? 0)));
  const kind = text(file.contentType);
  const { width, height } = { width: number(file.width), height: number(file.height) };
  if (url && kind.startsWith("image/") && width && height)
    return element("figure", { class: "file" }, about, element("img", { src: url, alt, width, height }));
  if (url && kind.startsWith("video/")) return element("figure", { class: "file" }, about);
  return element("figure", { class: "file is-bare" }, icon("file"), about);
}
