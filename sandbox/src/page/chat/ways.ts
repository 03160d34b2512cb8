import { find } from "../core/element.ts";
import type { Place } from "../core/state.ts";
import type { Chat } from "./chat.ts";

/** Fields in which a slash is typed. */
const TYPED_INTO = "textarea, select, input:not([type=radio], [type=checkbox])";

/** Shorter ways for people without a mouse: links past what stands above, and `/` to the box in which one writes. */
export function openWays(chats: Readonly<Record<Place, Chat>>): void {
  let last: Place = "discord";

  /** On a narrow screen its tab brings a part to the front. */
  function bring(id: string): HTMLElement {
    find(`#tab-${id}`, HTMLElement).click();
    return find(`#${id}`, HTMLElement);
  }

  for (const link of document.querySelectorAll<HTMLAnchorElement>(".skips a"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const part = bring(link.hash.slice(1));
      part.tabIndex = -1;
      part.focus();
    });

  for (const place of ["discord", "slack"] as const)
    for (const kind of ["focusin", "pointerdown"])
      find(`#${place}`, HTMLElement).addEventListener(kind, () => {
        last = place;
      });

  /** The platform that is seen, and of two the one that was used last. */
  function inFront(): Place {
    const other = last === "discord" ? "slack" : "discord";
    const isSeen = (place: Place) => find(`#${place}`, HTMLElement).checkVisibility();
    return !isSeen(last) && isSeen(other) ? other : last;
  }

  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey || event.isComposing || event.defaultPrevented) return;
    if (target instanceof HTMLElement && (target.matches(TYPED_INTO) || target.isContentEditable)) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const place = inFront();
    bring(place);
    chats[place].focus();
  });
}
