import { button, element, find } from "../core/element.ts";
import type { Place } from "../core/state.ts";

/** How long one stays by itself. */
const STAYS_MS = 9_000;
const SHOWN_MAX = 4;

/** A platform's notification, or what could not be done. */
export type Notice =
  | { readonly kind: "notification"; readonly place: Place; readonly title: string; readonly words: string }
  | { readonly kind: "trouble"; readonly title: string; readonly words: string; readonly stays?: boolean };

/** Tells it; what comes back takes it away before its time, or at all where it stays. */
export type Tell = (notice: Notice) => () => void;

/** Where notifications come up, as a desktop shows them. */
export function openNotices(): Tell {
  const box = find("#notices", HTMLElement);
  return (notice) => {
    const isOwn = notice.kind === "notification";
    const card = element(
      "div",
      { class: isOwn ? `notice ${notice.place}` : "notice is-trouble" },
      isOwn && element("img", { src: "/page/icon.svg", alt: "", width: 32, height: 32 }),
      element("strong", {}, notice.title),
      element("p", {}, notice.words),
    );
    const drop = () => card.remove();
    card.append(button("×", { class: "close", "aria-label": `Dismiss: ${notice.title}` }, drop));
    box.append(card);
    while (box.childElementCount > SHOWN_MAX) box.firstElementChild?.remove();
    if (isOwn || !notice.stays) setTimeout(drop, STAYS_MS);
    return drop;
  };
}
