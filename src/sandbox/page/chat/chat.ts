import { button, element, find } from "../core/element.ts";
import { type Json, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import type { Place } from "../core/state.ts";
import { discordComposer } from "../discord/composer.ts";
import { drawDiscordMessage } from "../discord/message.ts";
import { slackComposer } from "../slack/composer.ts";
import { drawSlackMessage } from "../slack/message.ts";
import { timeline } from "./timeline.ts";

/** One platform's half of the page. */
export interface Chat {
  show(seat: Seat): void;
}

const DIRECT = "direct";

export function openChat(place: Place, seatNow: () => Seat, announce: (words: string) => void): Chat {
  const half = find(`#${place}`, HTMLElement);
  const channels = find(".channel", HTMLSelectElement, half);
  const link = find(".link", HTMLElement, half);
  const form = find("form.composer", HTMLFormElement, half);
  const title = place === "discord" ? "Discord" : "Slack";

  const channelNow = () => {
    const { state, personId } = seatNow();
    const side = state[place];
    if (channels.value !== DIRECT) return channels.value || side.channels[0]?.id || "";
    return side.seenBy.get(personId)?.dmChannelId ?? "";
  };

  const messages = timeline(find(".timeline", HTMLElement, half), {
    idOf: (message) => text(place === "discord" ? message.id : message.ts),
    draw: (message, seat) =>
      place === "discord"
        ? [...drawDiscordMessage(message, seat), ...messageCommands(message, seat)]
        : drawSlackMessage(message, seat),
    announce: (card) => announce(`${title}: ${card.textContent.slice(0, 200)}`),
  });
  const composer = place === "discord" ? discordComposer(form, seatNow, channelNow) : undefined;
  if (place === "slack") slackComposer(form, seatNow, channelNow);
  channels.addEventListener("change", () => show(seatNow()));

  function show(seat: Seat): void {
    const side = seat.state[place];
    if (channels.childElementCount === 0)
      channels.append(
        ...side.channels.map(({ id, name }) => element("option", { value: id }, `# ${name}`)),
        element("option", { value: DIRECT }, "Direct message"),
      );
    link.textContent = side.isConnected ? "bot connected" : "waiting for the bot…";
    link.classList.toggle("is-on", side.isConnected);
    composer?.offer(side.commands);
    const channelId = channelNow();
    const seen = side.seenBy.get(seat.personId)?.messages ?? [];
    messages.show(
      seen.filter((message) => message.channelId === channelId),
      channelId,
      seat,
    );
  }

  return { show };
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
