import { withMenu } from "../chat/menu.ts";
import { drawJsonButton } from "../chat/sent.ts";
import { element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { commandsAt, messageCommands } from "./commands.ts";

/** What Discord shows above a message that is pointed at: the app's commands for it, and the JSON of the bot's own. */
export function messageMenu(messageNow: () => Json, seatNow: () => Seat): HTMLElement | undefined {
  const message = messageNow();
  const bar = element("div", { class: "tools" });
  // What Discord's client says by itself is the bot's in looks alone.
  const isBots = message.authorId === seatNow().state.discord.botId && message.isLocal !== true;
  if (isBots) bar.append(drawJsonButton(() => ({ messageId: text(messageNow().id) }), seatNow));
  // Discord offers no commands on what only one person sees.
  if (text(message.ephemeralFor)) return isBots ? bar : undefined;
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
    messageCommands(commandsAt(seatNow(), text(messageNow().channelId))).map((name) => ({
      label: name,
      act: () => use(name),
    }));
  bar.append(withMenu(more, { label: "Apps", heading: "Apps", items }));
  return bar;
}
