import { button, element, put } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import type { Failure } from "./failures.ts";
import { aboutFilm, bringsFilm, filmIn, hidesPreviews } from "./film.ts";
import { drawFilm, filmsIn, keepFilms } from "./player.ts";

let touched = false;

for (const moment of ["pointerdown", "keydown", "wheel"])
  addEventListener(
    moment,
    ({ target }) => {
      // Switching tabs on a phone does not count as using the page.
      touched ||= !(target instanceof Element && target.closest("#tabs"));
    },
    { capture: true, passive: true },
  );

export const isTouched = (): boolean => touched;

export interface Drawing {
  idOf(message: Json): string;
  draw(message: Json, seat: Seat): readonly HTMLElement[];
  classOf?(message: Json, seat: Seat): string;
  tools?(messageNow: () => Json, seatNow: () => Seat): HTMLElement | undefined;
  announce(words: string): void;
  example?(line: string): void;
}

interface Row {
  readonly node: HTMLElement;
  readonly card: HTMLElement;
  readonly film: HTMLElement;
  message: Json;
  seat: Seat;
  drawn: string;
  filmUrl: string | undefined;
}

const AT_END = 80;

export function timeline(box: HTMLElement, how: Drawing) {
  const rows = new Map<string, Row>();
  let drawnFor = "";
  let isAtEnd = true;
  let isAtCard = false;
  let scrolledTo = 0;
  const unread = element("div", { class: "unread", hidden: true });
  const toEnd = () => {
    isAtEnd = true;
    unread.hidden = true;
    box.scrollTop = box.scrollHeight;
    // At first, show the newest film's card from its beginning.
    const card = isTouched() ? undefined : [...box.querySelectorAll<HTMLElement>("article:has(video)")].at(-1);
    isAtCard = card !== undefined;
    if (card) box.scrollTop = Math.min(box.scrollTop, card.offsetTop - box.offsetTop);
  };
  unread.append(button("New messages ↓", { class: "chip" }, toEnd));
  const title = how.example && element("p", { class: "h2" });
  if (title) box.append(welcome(title, (line) => how.example?.(line)));
  box.after(unread);
  box.addEventListener("scroll", () => {
    if (isAtCard && !isTouched()) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;
    // A person who leaves the end scrolls up. Content that only grew below leaves them at the end.
    if (isNear || box.scrollTop < scrolledTo) isAtEnd = isNear;
    if (isAtEnd) unread.hidden = true;
    scrolledTo = box.scrollTop;
  });
  // A redrawn message may be larger; the box may shrink if the composer grows.
  const resized = new ResizeObserver(() => isAtEnd && toEnd());
  resized.observe(box);

  function rowOf(message: Json, seat: Seat): Row {
    const id = how.idOf(message);
    const drawnRow = rows.get(id);
    if (drawnRow) return Object.assign(drawnRow, { message, seat });
    const card = element("div", { class: "card" });
    const film = element("div", { class: "film" });
    const node = element("article", {}, card, film);
    const row: Row = { node, card, film, message, seat, drawn: "", filmUrl: undefined };
    const tools = how.tools?.(
      () => row.message,
      () => row.seat,
    );
    if (tools) node.append(tools);
    resized.observe(node);
    rows.set(id, row);
    return row;
  }

  function redraw(row: Row): void {
    const { message, seat } = row;
    const focus =
      document.activeElement instanceof HTMLElement && row.card.contains(document.activeElement)
        ? document.activeElement.dataset.focus
        : undefined;
    const films = filmsIn(row.card);
    row.card.replaceChildren(...how.draw(message, seat));
    keepFilms(films, row.card);
    row.node.className = how.classOf?.(message, seat) ?? "";
    if (focus) row.card.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
    const url = bringsFilm(message.attachments) || hidesPreviews(message) ? undefined : filmIn(message);
    if (url === row.filmUrl) return;
    row.filmUrl = url;
    row.film.replaceChildren(...(url ? [drawFilm(url, aboutFilm(message, seat))] : []));
  }

  function place({ node }: Row, above: Row | undefined): void {
    const first = box.querySelector("article");
    if (above) above.node.after(node);
    else if (first) first.before(node);
    else box.append(node);
  }

  function drop(id: string, row: Row): void {
    resized.unobserve(row.node);
    row.node.remove();
    rows.delete(id);
  }

  return {
    toEnd,
    show(messages: readonly Json[], { id: channelId, name }: Channel, seat: Seat) {
      if (title) put(title, name.startsWith("#") ? `Welcome to ${name}!` : name.slice(1));
      const view = `${seat.personId} ${channelId}`;
      const isNewView = drawnFor !== view;
      drawnFor = view;
      let isNewer = false;
      const ids = new Set(messages.map(how.idOf));
      for (const [id, row] of rows) if (!ids.has(id)) drop(id, row);
      for (const [index, message] of messages.entries()) {
        const before = messages[index - 1];
        const isNew = !rows.has(how.idOf(message));
        const row = rowOf(message, seat);
        // Each read signs a file's address again. That is no change.
        const around = [seat.personId, seat.language, ids.has(text(message.reference))];
        const drawn = JSON.stringify([message, around]).replace(/\?ex=[^"]*/g, "");
        if (row.drawn !== drawn) redraw(row);
        row.drawn = drawn;
        if (isNew) place(row, before && rows.get(how.idOf(before)));
        if (isNew && !isNewView) how.announce(row.card.textContent.slice(0, 200));
        isNewer ||= isNew;
      }
      if (isNewView || isAtEnd) toEnd();
      else if (isNewer) unread.hidden = false;
    },
  };
}

const EXAMPLE = "/video a paper boat in the rain";

function welcome(title: HTMLElement, type: (line: string) => void): HTMLElement {
  const words = element("p", {}, "Type / to see what Reelay can do.");
  const example = button(`Try ${EXAMPLE}`, { class: "button is-primary" }, () => type(EXAMPLE));
  return element("div", { class: "start" }, title, words, example);
}

export interface Channel {
  readonly id: string;
  readonly name: string;
}

export interface Standpoint {
  seatNow(): Seat;
  channelNow(): Channel;
  failuresNow(): readonly Failure[];
  forget(failureId: string): void;
  announce(words: string): void;
  redraw(): void;
}

export type Half = (seat: Seat, channel: Channel, messages: readonly Json[]) => void;
