import { withMenu } from "../chat/menu.ts";
import { drawJsonButton } from "../chat/sent.ts";
import { element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { type IconName, icon } from "./icon.ts";
import { parentOf } from "./threads.ts";

/** What Slack shows above a message that is pointed at: replying in its thread, the app's shortcuts for it, and the JSON of the bot's own. */
export function drawTools(
  messageNow: () => Json,
  seatNow: () => Seat,
  openThread?: (ts: string) => void,
): HTMLElement | undefined {
  const message = messageNow();
  if (message.isGone === true) return undefined;
  const ts = text(message.ts);
  const bar = element("div", { class: "tools" });
  const isBots = message.userId === seatNow().state.slack.botId;
  if (isBots) bar.append(drawJsonButton(() => ({ messageTs: ts }), seatNow));
  if (text(message.ephemeralFor) !== "") return isBots ? bar : undefined;
  if (openThread && !parentOf(message)) {
    const reply = tool("Reply in thread", "reply");
    reply.addEventListener("click", () => openThread(ts));
    bar.append(reply);
  }
  const shortcuts = () => seatNow().state.slack.shortcuts.filter(({ type }) => type === "message");
  const items = () =>
    shortcuts().map(({ name, callbackId }) => ({
      label: text(name),
      note: "Reelay",
      act: () => seatNow().act("/sandbox/slack/shortcut", { callbackId: text(callbackId), messageTs: ts }),
    }));
  if (shortcuts().length > 0) bar.append(withMenu(tool("More actions", "more"), { label: "More actions", items }));
  return bar;
}

function tool(name: string, picture: IconName): HTMLButtonElement {
  return element("button", { type: "button", "aria-label": name, title: name, "data-focus": picture }, icon(picture));
}
