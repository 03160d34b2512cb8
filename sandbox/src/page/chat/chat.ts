import { element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import type { Place } from "../core/state.ts";
import { openDiscord } from "../discord/half.ts";
import { openSlack } from "../slack/half.ts";
import type { Failures } from "./failures.ts";
import type { Channel, OpenHalf } from "./half.ts";

/** One platform's half of the page. */
export interface Chat {
  show(seat: Seat): void;
  /** Puts the caret where a person writes. */
  focus(): void;
}

const DIRECT = "direct";

const halves: Readonly<Record<Place, { readonly title: string; readonly open: OpenHalf }>> = {
  discord: { title: "Discord", open: openDiscord },
  slack: { title: "Slack", open: openSlack },
};

/** The channel's name, whether the bot is there, and below it what the platform itself draws. */
export function openChat(
  place: Place,
  seatNow: () => Seat,
  how: { announce(words: string): void; readonly failures: Failures },
): Chat {
  const panel = find(`#${place}`, HTMLElement);
  const channels = find(".channel", HTMLSelectElement, panel);
  const link = find(".link", HTMLElement, panel);
  const { title, open } = halves[place];

  function channelNow(): Channel {
    const { state, personId } = seatNow();
    const side = state[place];
    if (channels.value === DIRECT) return { id: side.seenBy.get(personId)?.dmChannelId ?? "", name: "@Reelay" };
    const { id, name } = side.channels.find((each) => each.id === channels.value) ?? side.channels[0] ?? noChannel;
    return { id, name: `#${name}` };
  }

  const half = open(panel, {
    seatNow,
    channelNow,
    failuresNow: () => how.failures.at(place, seatNow().personId),
    forget: how.failures.dismiss,
    announce: (words) => how.announce(`${title}: ${words}`),
    redraw: () => show(seatNow()),
  });
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
    const channel = channelNow();
    const seen = side.seenBy.get(seat.personId)?.messages ?? [];
    half.show(
      seat,
      channel,
      seen.filter((message) => text(message.channelId) === channel.id),
    );
  }

  return { show, focus: half.focus };
}

const noChannel = { id: "", name: "" };
