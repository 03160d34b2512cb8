import { drawLink, drawParagraphs } from "../chat/draw-words.ts";
import { aboutFilm, shapeOfFile } from "../chat/film.ts";
import { readMarkdown } from "../chat/markdown.ts";
import { drawSelect } from "../chat/menu.ts";
import { drawElsewhere, drawFile, drawFilm, drawPicture } from "../chat/player.ts";
import { button, element } from "../core/element.ts";
import { address, type Json, list, number, ownAddress, record, records, text } from "../core/json.ts";
import type { NameOf, Seat } from "../core/page-state.ts";

interface Where {
  readonly messageId: string;
  readonly message: Json;
  readonly seat: Seat;
}

export function drawComponents(components: readonly unknown[], where: Where): readonly HTMLElement[] {
  return components.map((component) => drawComponent(record(component), where));
}

function drawComponent(component: Json, where: Where): HTMLElement {
  const inner = () => drawComponents(list(component.components), where);
  switch (component.type) {
    case 1:
      return element("div", { class: "row" }, ...inner());
    case 2:
      return drawButton(component, where);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return drawMenu(component, where);
    case 9:
      return element(
        "div",
        { class: "section" },
        element("div", {}, ...inner()),
        drawComponent(record(component.accessory), where),
      );
    case 10:
      return drawParagraphs(readMarkdown(text(component.content)), where.seat.nameOf);
    case 11:
      return veiled(component, drawMedia(component, where, true));
    case 12:
      return element(
        "div",
        { class: "gallery" },
        ...records(component.items).map((item) => veiled(item, drawMedia(item, where))),
      );
    case 13:
      return veiled(component, drawFile(fileOf(record(component.file), where), aboutFilm(where.message, where.seat)));
    case 14:
      return element("hr", { class: component.divider === false && "unseen" });
    case 17:
      return veiled(component, withAccent(element("div", { class: "container" }, ...inner()), component.accent_color));
    default:
      return element("p", { class: "subtext" }, `(a component of type ${String(component.type)})`);
  }
}

const styles: Readonly<Record<number, string>> = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

function drawButton(component: Json, { messageId, seat }: Where): HTMLElement {
  const emoji = text(record(component.emoji).name);
  const label = [emoji, text(component.label)].filter(Boolean).join(" ");
  const url = address(component.url);
  if (component.style === 5) return url ? drawOutward(url, label) : element("span", {}, label);
  const customId = text(component.custom_id);
  const style = styles[number(component.style) ?? 2] ?? "secondary";
  return button(
    label,
    { class: `button is-${style}`, disabled: component.disabled === true, "data-focus": customId },
    () => seat.act("/sandbox/discord/press", { messageId, customId }),
  );
}

function drawMenu(component: Json, { messageId, seat }: Where): HTMLElement {
  const customId = text(component.custom_id);
  const options = records(component.options);
  const chosen = options.find((option) => option.default === true);
  return drawSelect({
    label: text(chosen?.label) || text(component.placeholder) || "Make a selection",
    id: customId,
    isDisabled: component.disabled === true || options.length === 0,
    options: options.map(({ label, value }) => ({ label: text(label), value: text(value) })),
    choose: (value) => seat.act("/sandbox/discord/press", { messageId, customId, value }),
  });
}

function drawOutward(url: string, label: string): HTMLElement {
  const link = drawLink(url, label);
  link.className = "button is-secondary is-link";
  return link;
}

function drawMedia(item: Json, where: Where, isThumbnail = false): HTMLElement {
  const file = fileOf(record(item.media), where);
  const url = address(file.url);
  const description = text(item.description);
  if (!url) return element("p", { class: "subtext" }, "(a picture that is not there)");
  const isFilm = text(file.content_type).startsWith("video/") || /\.mp4(\?|$)/.test(url);
  const about = aboutFilm(where.message, where.seat);
  if (isFilm && !ownAddress(url)) return drawElsewhere(url, description || "a video");
  if (isFilm) return drawFilm(url, { ...about, shape: shapeOfFile(file) ?? about.shape }, description || undefined);
  if (!isThumbnail) return drawPicture(url, description, file);
  const drawn = drawPicture(url, description);
  drawn.classList.add("thumbnail");
  return drawn;
}

function fileOf(media: Json, { message }: Where): Json {
  const url = text(media.url);
  const named = records(message.attachments).find(
    (file) => url === `attachment://${text(file.filename)}` || url === text(file.url),
  );
  return named ?? { url, filename: url.split("/").at(-1) ?? url };
}

function veiled(component: Json, drawn: HTMLElement): HTMLElement {
  if (component.spoiler === true) drawn.classList.add("spoiler");
  return drawn;
}

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

function withAccent<T extends HTMLElement>(box: T, color: unknown): T {
  const value = number(color);
  if (value !== undefined && Number.isInteger(value) && value >= 0 && value <= 0xffffff)
    box.style.setProperty("--accent", `#${value.toString(16).padStart(6, "0")}`);
  return box;
}
