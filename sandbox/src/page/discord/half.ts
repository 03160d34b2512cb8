import type { Channel, Half, Standpoint } from "../chat/half.ts";
import { timeline } from "../chat/timeline.ts";
import { button, element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import { commandsAt } from "./commands.ts";
import { discordComposer } from "./composer.ts";
import { withFailures } from "./failed.ts";
import { drawDiscordMessage, lookOfMessage } from "./message.ts";
import { messageMenu } from "./message-menu.ts";

export function openDiscord(panel: HTMLElement, at: Standpoint): Half {
  const composer = discordComposer(panel, find("form.composer", HTMLFormElement, panel), {
    ...at,
    sent: () => messages.toEnd(),
  });
  /** Private messages that were dismissed: the bot is never told. */
  const dismissed = new Set<string>();
  const box = find(".timeline", HTMLElement, panel);
  const start = channelStart(composer.type);
  box.append(start.node);
  const messages = timeline(box, {
    idOf: (message) => text(message.id),
    draw: (message, seat) => drawDiscordMessage(message, seat, () => dismiss(text(message.id))),
    look: lookOfMessage,
    tools: messageMenu,
    announce: at.announce,
  });

  function dismiss(id: string): void {
    dismissed.add(id);
    at.forget(id);
    at.redraw();
  }

  return {
    focus: composer.focus,
    show(seat, channel, seen) {
      composer.offer(commandsAt(seat, channel.id), channel);
      start.show(channel);
      const shown = seen.filter(({ id }) => !dismissed.has(text(id)));
      messages.show(withFailures(shown, channel.id, { failures: at.failuresNow(), seat }), channel.id, seat);
    },
  };
}

const EXAMPLE = "/video a paper boat in the rain";

/** How a channel begins, above its first message. */
function channelStart(type: (line: string) => void): { readonly node: HTMLElement; show(channel: Channel): void } {
  const title = element("p", { class: "h2" });
  const node = element(
    "div",
    { class: "start" },
    title,
    element("p", {}, "Type / to see what Reelay can do."),
    button(`Try ${EXAMPLE}`, { class: "button is-primary" }, () => type(EXAMPLE)),
  );
  return {
    node,
    show({ name }) {
      const words = name.startsWith("#") ? `Welcome to ${name}!` : name.slice(1);
      if (title.textContent !== words) title.textContent = words;
    },
  };
}
