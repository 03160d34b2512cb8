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
  // Beside an open form nothing else can be read or pressed, so there they stand in it.
  document.addEventListener("close", () => box.parentElement === document.body || document.body.append(box), true);
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
    const beside = document.querySelector("dialog[open]") ?? document.body;
    if (box.parentElement !== beside) beside.append(box);
    box.append(card);
    while (box.childElementCount > SHOWN_MAX) box.firstElementChild?.remove();
    if (isOwn || !notice.stays) setTimeout(drop, STAYS_MS);
    return drop;
  };
}
