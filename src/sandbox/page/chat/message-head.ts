import { element } from "../core/element.ts";
import type { Seat } from "../core/seat.ts";
import { worded } from "../core/time.ts";

/** Who wrote it and when, and on a line above it what it answers. */
export function drawHead(about: {
  readonly authorId: string;
  readonly at: number;
  readonly isEdited: boolean;
  readonly above?: string | undefined;
  readonly seat: Seat;
}): HTMLElement {
  const { authorId, at, isEdited, above, seat } = about;
  const isBot = authorId === seat.state[seat.place].botId;
  const name = seat.nameOf(authorId)?.slice(1) ?? authorId;
  return element(
    "header",
    { class: "head" },
    above ? element("p", { class: "above" }, `↱ ${above}`) : null,
    element(
      "span",
      { class: `avatar ${isBot ? "is-bot" : `is-${name.toLowerCase()}`}`, "aria-hidden": "true" },
      isBot ? element("img", { src: "/page/icon.svg", alt: "" }) : name.slice(0, 1),
    ),
    element("strong", {}, name),
    isBot ? element("span", { class: "badge" }, "APP") : null,
    element("time", { datetime: new Date(at).toISOString(), title: worded(at, "F") }, worded(at, "t")),
    isEdited ? element("small", {}, "(edited)") : null,
  );
}
