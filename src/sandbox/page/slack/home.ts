import { button, element } from "../core/element.ts";
import { list, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { drawBlocks } from "./blocks.ts";

/** While it is shown, the bot may publish it anew. */
const LOOK_AGAIN_MS = 500;

/** A button that shows the app's Home tab, as the person who sits there sees it. */
export function homeButton(seatNow: () => Seat): HTMLElement {
  const body = element("div", { class: "body" });
  const close = button("Close", { class: "button is-secondary" }, () => dialog.close());
  const dialog = element("dialog", { class: "form", "aria-label": "Reelay's Home tab" }, body, close);
  document.body.append(dialog);
  let shown = "";

  function draw(): void {
    const seat = seatNow();
    const home = seat.state.slack.seenBy.get(seat.personId)?.home ?? {};
    const written = JSON.stringify(home.blocks ?? []);
    if (written === shown) return;
    shown = written;
    body.replaceChildren(...drawBlocks(list(home.blocks), { seat, viewId: text(home.id) }));
  }

  return button("Home", { class: "chip" }, async () => {
    await seatNow().act("/sandbox/slack/home", {});
    shown = "";
    draw();
    dialog.showModal();
    const looking = setInterval(draw, LOOK_AGAIN_MS);
    dialog.addEventListener("close", () => clearInterval(looking), { once: true });
  });
}
