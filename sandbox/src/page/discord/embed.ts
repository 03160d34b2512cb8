import { drawLink, drawParagraphs, type NameOf } from "../chat/draw-words.ts";
import { drawElsewhere, drawFilm, drawPicture } from "../chat/player.ts";
import { element } from "../core/element.ts";
import { address, type Json, number, ownAddress, record, records, text } from "../core/json.ts";
import { readMarkdown } from "./markdown.ts";

export function drawEmbed(embed: Json, nameOf: NameOf): HTMLElement {
  const box = withAccent(element("div", { class: "embed" }), embed.color);
  const line = (words: unknown, kind: string) =>
    text(words) ? element("div", { class: kind }, drawParagraphs(readMarkdown(text(words)), nameOf)) : null;
  const title = text(embed.title);
  const url = address(embed.url);
  const [image, thumbnail, film] = [embed.image, embed.thumbnail, embed.video].map((each) => address(record(each).url));
  const ownFilm = ownAddress(film);
  const corner = thumbnail ? drawPicture(thumbnail, "") : null;
  corner?.classList.add("thumbnail");
  const parts = [
    corner,
    text(record(embed.author).name) ? element("p", { class: "author" }, text(record(embed.author).name)) : null,
    title ? element("p", { class: "title" }, url ? drawLink(url, title) : title) : null,
    line(embed.description, "description"),
    element(
      "div",
      { class: "fields" },
      ...records(embed.fields).map((field) =>
        element(
          "div",
          { class: field.inline === true ? "field" : "field is-wide" },
          element("p", { class: "name" }, text(field.name)),
          line(field.value, "value"),
        ),
      ),
    ),
    image ? drawPicture(image, "") : null,
    ownFilm ? drawFilm(ownFilm, {}) : film ? drawElsewhere(film, "a video") : null,
    text(record(embed.footer).text) ? element("p", { class: "subtext" }, text(record(embed.footer).text)) : null,
  ];
  for (const part of parts) if (part) box.append(part);
  return box;
}

/** Gives a box the colour that the bot chose, as a number of 24 bits. */
export function withAccent<T extends HTMLElement>(box: T, color: unknown): T {
  const value = number(color);
  if (value !== undefined && Number.isInteger(value) && value >= 0 && value <= 0xffffff)
    box.style.setProperty("--accent", `#${value.toString(16).padStart(6, "0")}`);
  return box;
}
