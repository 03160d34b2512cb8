import type { Half, Standpoint } from "../chat/half.ts";
import { timeline } from "../chat/timeline.ts";
import { button, element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import { discordComposer } from "./composer.ts";
import { drawDiscordMessage, lookOfMessage } from "./message.ts";
import { messageMenu } from "./message-menu.ts";

export function openDiscord(panel: HTMLElement, at: Standpoint): Half {
  const composer = discordComposer(panel, find("form.composer", HTMLFormElement, panel), {
    ...at,
    sent: () => messages.toEnd(),
  });
  /** Private messages that were dismissed: the bot is never told. */
  const dismissed = new Set<string>();
  const messages = timeline(find(".timeline", HTMLElement, panel), {
    idOf: (message) => text(message.id),
    draw: (message, seat) => drawDiscordMessage(message, seat, () => dismiss(text(message.id))),
    look: lookOfMessage,
    tools: messageMenu,
    announce: at.announce,
    nothing: welcome(composer.type),
  });

  function dismiss(id: string): void {
    dismissed.add(id);
    at.redraw();
  }

  return {
    show(seat, channel, seen) {
      composer.offer(seat.state.discord.commands, channel);
      const shown = seen.filter(({ id }) => !dismissed.has(text(id)));
      messages.show(shown, channel.id, seat);
    },
  };
}

const EXAMPLE = "/video a paper boat in the rain";

/** What an empty channel says. */
function welcome(type: (line: string) => void): HTMLElement {
  return element(
    "div",
    { class: "nothing" },
    element("p", { class: "h2" }, "Nothing here yet"),
    element("p", {}, "Type / to see what Reelay can do."),
    button(`Try ${EXAMPLE}`, { class: "button is-primary" }, () => type(EXAMPLE)),
  );
}
