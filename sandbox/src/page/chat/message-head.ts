import { element } from "../core/element.ts";
import type { Seat } from "../core/seat.ts";
import { worded } from "../core/time.ts";
import { SLACKBOT } from "../slack/failed.ts";

/** Who wrote it and when, and on a line above it what it answers. */
export function drawHead(about: {
  readonly authorId: string;
  readonly at: number;
  readonly above?: HTMLElement | undefined;
  readonly seat: Seat;
}): HTMLElement {
  const { authorId, at, above, seat } = about;
  return element(
    "header",
    { class: "head" },
    above,
    drawAvatar(authorId, seat),
    element("strong", {}, nameOfAuthor(authorId, seat)),
    isBot(authorId, seat) ? element("span", { class: "badge" }, "APP") : null,
    element("time", { datetime: new Date(at).toISOString(), title: worded(at, "F") }, worded(at, "t")),
  );
}

/** A picture for the eye alone: the name stands beside it. */
export function drawAvatar(authorId: string, seat: Seat): HTMLElement {
  const name = nameOfAuthor(authorId, seat);
  const isApp = isBot(authorId, seat);
  return element(
    "span",
    { class: `avatar ${isApp ? "is-bot" : `is-${name.toLowerCase()}`}`, "aria-hidden": "true" },
    isApp ? element("img", { src: "/page/icon.svg", alt: "" }) : name.slice(0, 1),
  );
}

export const nameOfAuthor = (authorId: string, seat: Seat): string =>
  seat.nameOf(authorId)?.slice(1) ?? (authorId === SLACKBOT ? "Slackbot" : authorId);

const isBot = (authorId: string, { state, place }: Seat): boolean => authorId === state[place].botId;
