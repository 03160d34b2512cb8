import { element, icon } from "../core/element.ts";
import { address, type Json, number, ownAddress, text } from "../core/json.ts";
import { drawLink } from "./draw-words.ts";
import { type AboutFilm, shapeOfFile, sizeInWords } from "./film.ts";

export function drawFilm(url: string, { shape, prompt }: AboutFilm, label?: string): HTMLElement {
  const film = element("video", {
    controls: true,
    loop: true,
    playsinline: true,
    preload: "metadata",
    // The browser shows the picture at this time; the very first one may be black.
    src: `${url}#t=0.1`,
    "aria-label": prompt ? `Video of: ${prompt}` : (label ?? "The finished video"),
    // Identifies a redrawn film, however its address is signed.
    "data-film": url.replace(/\?.*$/, ""),
  });
  if (shape) film.style.setProperty("--shape", shape);
  film.addEventListener("loadedmetadata", () => {
    if (film.videoWidth > 0) film.style.setProperty("--shape", `${film.videoWidth} / ${film.videoHeight}`);
  });
  if (!prompt) return film;
  const caption = element("figcaption", { title: prompt }, "Made of: ", element("q", {}, prompt));
  return element("figure", { class: "captioned" }, film, caption);
}

export function keepFilms(before: ReadonlyMap<string, HTMLVideoElement>, within: HTMLElement): void {
  for (const film of filmsIn(within).values()) {
    const earlierFilm = before.get(film.dataset.film ?? "");
    if (earlierFilm) film.replaceWith(earlierFilm);
  }
}

export function filmsIn(box: HTMLElement): ReadonlyMap<string, HTMLVideoElement> {
  const films = [...box.querySelectorAll("video")];
  return new Map(films.map((film) => [film.dataset.film ?? "", film]));
}

export function drawFile(file: Json, about: AboutFilm = {}): HTMLElement {
  const url = address(file.url);
  const own = ownAddress(url);
  const kind = text(file.content_type);
  const name = text(file.filename);
  if (own && kind.startsWith("video/"))
    return drawFilm(own, { ...about, shape: shapeOfFile(file) ?? about.shape }, text(file.description) || name);
  if (own && kind.startsWith("image/") && shapeOfFile(file))
    return drawPicture(own, text(file.description) || name, file);
  const size = number(file.size);
  return element(
    "p",
    { class: "file-card" },
    icon("file"),
    element("span", {}, url ? drawLink(url, name) : name, size ? element("small", {}, sizeInWords(size)) : null),
  );
}

export function drawPicture(source: unknown, alt: string, file: Json = {}): HTMLElement {
  const own = ownAddress(source);
  if (!own) return drawElsewhere(source, alt || "a picture");
  const picture = element("img", { src: own, alt });
  const shape = shapeOfFile(file);
  if (!shape) return picture;
  picture.classList.add("is-shaped");
  picture.style.setProperty("--shape", shape);
  picture.style.setProperty("--own-width", `${number(file.width)}px`);
  return picture;
}

export function drawElsewhere(source: unknown, words: string): HTMLElement {
  const url = address(source);
  return url ? drawLink(url, words) : element("span", {}, words);
}
