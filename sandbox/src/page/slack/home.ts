import { element } from "../core/element.ts";
import { list, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { drawBlocks } from "./blocks.ts";

export interface Home {
  readonly node: HTMLElement;
  show(seat: Seat): void;
}

/** What stands behind the app's Home tab, as the person who sits there sees it. */
export function openHome(): Home {
  const body = element("div", { class: "body" });
  const node = element(
    "div",
    { class: "home", id: "slack-home", role: "tabpanel", "aria-labelledby": "tab-slack-home" },
    body,
  );
  let shown = "";

  return {
    node,
    show(seat) {
      const home = seat.state.slack.seenBy.get(seat.personId)?.home ?? {};
      const written = JSON.stringify([seat.personId, home.blocks ?? []]);
      if (written === shown) return;
      shown = written;
      const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
      const hadFocus = body.contains(document.activeElement);
      const blocks = drawBlocks(list(home.blocks), { seat, viewId: text(home.id) });
      const waiting = element("p", { class: "subtext" }, "Reelay has not said anything here yet.");
      body.replaceChildren(...(blocks.length > 0 ? blocks : [waiting]));
      if (hadFocus && focus) body.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
    },
  };
}
