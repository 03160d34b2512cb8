import { withMenu } from "../chat/menu.ts";
import { element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { messageCommands } from "./commands.ts";

/** "More" on a message: the commands that the bot registered for messages. */
export function messageMenu(messageNow: () => Json, seatNow: () => Seat): HTMLElement | undefined {
  // Discord offers none on what only one person sees.
  if (text(messageNow().ephemeralFor)) return undefined;
  const more = element(
    "button",
    { type: "button", class: "more", "aria-label": "More", title: "More" },
    element("span", { "aria-hidden": "true" }, "⋯"),
  );
  const use = (name: string) => {
    const { id, channelId } = messageNow();
    return seatNow().act("/sandbox/discord/command", { name, messageId: text(id), channelId: text(channelId) });
  };
  const items = () =>
    messageCommands(seatNow().state.discord.commands).map((name) => ({ label: name, act: () => use(name) }));
  return element("div", { class: "tools" }, withMenu(more, { label: "Apps", heading: "Apps", items }));
}
