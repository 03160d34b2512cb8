import { element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { icon } from "./icon.ts";
import { openMenu } from "./menu.ts";

/** What Slack shows above a message that is pointed at: replying in its thread, and the app's shortcuts for it. */
export function drawTools(message: Json, seat: Seat, openThread?: (ts: string) => void): HTMLElement {
  const ts = text(message.ts);
  const bar = element("div", { class: "tools" });
  if (openThread) {
    const reply = element("button", { type: "button", "aria-label": "Reply in thread", title: "Reply in thread" });
    reply.dataset.focus = "reply";
    reply.append(icon("reply"));
    reply.addEventListener("click", () => openThread(ts));
    bar.append(reply);
  }
  const shortcuts = seat.state.slack.shortcuts.filter(({ type }) => type === "message");
  if (shortcuts.length === 0) return bar;
  const more = element("button", { type: "button", "aria-label": "More actions", title: "More actions" });
  more.dataset.focus = "more";
  more.setAttribute("aria-haspopup", "menu");
  more.setAttribute("aria-expanded", "false");
  more.append(icon("more"));
  more.addEventListener("click", () => {
    if (more.getAttribute("aria-expanded") === "true") return;
    const items = shortcuts.map(({ name, callbackId }) => ({
      label: text(name),
      note: "Reelay",
      act: () => seat.act("/sandbox/slack/shortcut", { callbackId: text(callbackId), messageTs: ts }),
    }));
    openMenu(more, "More actions", items);
  });
  bar.append(more);
  return bar;
}
