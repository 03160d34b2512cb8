import { button, element, find } from "../core/element.ts";

/** How long one stays by itself. */
const STAYS_MS = 9_000;

export type Tell = (words: string, kind: "ping" | "trouble") => void;

/** The strip at the top: who was notified, and what could not be done. */
export function openNotices(): Tell {
  const box = find("#notices", HTMLElement);
  return (words, kind) => {
    const notice = element("div", { class: `notice is-${kind}` }, element("span", {}, words));
    const drop = () => notice.remove();
    notice.append(button("×", { class: "close", "aria-label": "Dismiss" }, drop));
    box.append(notice);
    while (box.childElementCount > 4) box.firstElementChild?.remove();
    setTimeout(drop, STAYS_MS);
  };
}
