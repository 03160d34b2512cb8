import { element } from "../core/element.ts";
import type { Json } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { bringsFilm, drawFilm, filmIn } from "./player.ts";

export interface Timeline {
  /** Shows exactly these messages. One that did not change stays untouched, and a film goes on playing. */
  show(messages: readonly Json[], channelId: string, seat: Seat): void;
}

interface Row {
  readonly node: HTMLElement;
  readonly card: HTMLElement;
  readonly film: HTMLElement;
  drawn: string;
  filmUrl: string | undefined;
}

export function timeline(
  box: HTMLElement,
  how: {
    idOf(message: Json): string;
    draw(message: Json, seat: Seat): readonly HTMLElement[];
    /** Told the words of messages that are new since the first time. */
    announce(words: string): void;
    /** What stands there instead of messages. */
    readonly nothing: HTMLElement;
  },
): Timeline {
  const rows = new Map<string, Row>();
  let drawnFor = "";
  let isAtEnd = true;
  const toEnd = () => {
    box.scrollTop = box.scrollHeight;
  };
  box.addEventListener("scroll", () => {
    isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80;
  });
  // A picture or film takes its room only when it has arrived.
  for (const arrival of ["load", "loadedmetadata"])
    box.addEventListener(arrival, () => isAtEnd && toEnd(), { capture: true });

  function rowOf(id: string): Row {
    const known = rows.get(id);
    if (known) return known;
    const card = element("div", { class: "card" });
    const film = element("div", { class: "film" });
    const row: Row = { node: element("article", {}, card, film), card, film, drawn: "", filmUrl: undefined };
    rows.set(id, row);
    return row;
  }

  function redraw(row: Row, message: Json, seat: Seat): void {
    const focus =
      document.activeElement instanceof HTMLElement && row.card.contains(document.activeElement)
        ? document.activeElement.dataset.focus
        : undefined;
    row.card.replaceChildren(...how.draw(message, seat));
    if (focus) row.card.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
    const url = bringsFilm(message.attachments) ? undefined : filmIn(message);
    if (url === row.filmUrl) return;
    row.filmUrl = url;
    row.film.replaceChildren(...(url ? [drawFilm(url)] : []));
  }

  return {
    show(messages, channelId, seat) {
      const place = `${seat.personId} ${channelId}`;
      const isNewPlace = drawnFor !== place;
      drawnFor = place;
      const ids = new Set(messages.map(how.idOf));
      for (const [id, row] of rows) {
        if (ids.has(id)) continue;
        row.node.remove();
        rows.delete(id);
      }
      if (messages.length > 0) how.nothing.remove();
      else if (!how.nothing.isConnected) box.append(how.nothing);
      for (const message of messages) {
        const id = how.idOf(message);
        const isNew = !rows.has(id);
        const row = rowOf(id);
        // A file's address is signed afresh at each look, which is no change.
        const drawn = JSON.stringify([message, seat.personId]).replace(/\?ex=[^"]*/g, "");
        if (row.drawn !== drawn) redraw(row, message, seat);
        row.drawn = drawn;
        if (isNew) box.append(row.node);
        if (isNew && !isNewPlace) how.announce(row.card.textContent.slice(0, 200));
      }
      if (isNewPlace || isAtEnd) toEnd();
    },
  };
}
