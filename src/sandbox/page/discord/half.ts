import type { Half, Standpoint } from "../chat/half.ts";
import { timeline } from "../chat/timeline.ts";
import { button, element, find } from "../core/element.ts";
import { type Json, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { discordComposer } from "./composer.ts";
import { drawDiscordMessage } from "./message.ts";

export function openDiscord(panel: HTMLElement, at: Standpoint): Half {
  const composer = discordComposer(panel, find("form.composer", HTMLFormElement, panel), at);
  const messages = timeline(find(".timeline", HTMLElement, panel), {
    idOf: (message) => text(message.id),
    draw: (message, seat) => [...drawDiscordMessage(message, seat), ...messageCommands(message, seat)],
    announce: at.announce,
    nothing: welcome(composer.type),
  });
  return {
    show(seat, channel, seen) {
      composer.offer(seat.state.discord.commands, channel);
      messages.show(seen, channel.id, seat);
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

/** Commands that Discord offers on a message; here only on one with more than words, so that the page stays calm. */
function messageCommands(message: Json, seat: Seat): readonly HTMLElement[] {
  const { attachments, embeds, stickers, forwarded } = message;
  const more = [attachments, embeds, stickers].flatMap(records).concat(record(forwarded));
  if (text(message.ephemeralFor) || more.every((each) => Object.keys(each).length === 0)) return [];
  const commands = seat.state.discord.commands.filter(({ type }) => type === 3);
  return commands.map(({ name }) =>
    button(`Apps ▸ ${text(name)}`, { class: "chip", "data-focus": `apps-${text(name)}` }, () =>
      seat.act("/sandbox/discord/command", {
        ...{ name: text(name), messageId: text(message.id), channelId: text(message.channelId) },
      }),
    ),
  );
}
