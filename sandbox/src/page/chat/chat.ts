import { button, element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Place, Seat } from "../core/page-state.ts";
import { openDiscord } from "../discord/discord-half.ts";
import { titleOf } from "../service/steps.ts";
import { openSlack } from "../slack/slack-half.ts";
import type { Failures } from "./failures.ts";
import type { Channel, Half } from "./timeline-view.ts";

const DIRECT = "direct";

const halves = { discord: openDiscord, slack: openSlack };

export function openChat(
  place: Place,
  seatNow: () => Seat,
  how: { announce(words: string): void; readonly failures: Failures },
) {
  const panel = find(`#${place}`, HTMLElement);
  const channels = find(".channel", HTMLSelectElement, panel);
  const link = find(".link", HTMLElement, panel);

  function channelNow(): Channel {
    const { state, personId } = seatNow();
    const side = state[place];
    if (channels.value === DIRECT) return { id: side.seenBy.get(personId)?.dmChannelId ?? "", name: "@Reelay" };
    const { id, name } = side.channels.find((each) => each.id === channels.value) ?? side.channels[0] ?? noChannel;
    return { id, name: `#${name}` };
  }

  const draw: Half = halves[place](panel, {
    seatNow,
    channelNow,
    failuresNow: () => how.failures.at(place, seatNow().personId),
    forget: how.failures.dismiss,
    announce: (words) => how.announce(`${titleOf(place)}: ${words}`),
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
    draw(
      seat,
      channel,
      seen.filter((message) => text(message.channelId) === channel.id),
    );
  }

  return show;
}

const noChannel = { id: "", name: "" };

export function openSkips(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".skips a"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const id = link.hash.slice(1);
      find(`#tab-${id}`, HTMLElement).click();
      const part = find(`#${id}`, HTMLElement);
      part.tabIndex = -1;
      part.focus();
    });
}

const STAYS_MS = 9_000;
const SHOWN_MAX = 4;

export type Toast =
  | { readonly kind: "notification"; readonly place: Place; readonly title: string; readonly words: string }
  | { readonly kind: "trouble"; readonly title: string; readonly words: string; readonly stays?: boolean };

export type ShowToast = (notice: Toast) => () => void;

export function openToasts(): ShowToast {
  const box = find("#notices", HTMLElement);
  // Notices beside an open form could not be read or pressed, so they go into it.
  document.addEventListener("close", () => box.parentElement === document.body || document.body.append(box), true);
  return (notice) => {
    const isOwn = notice.kind === "notification";
    const card = element(
      "div",
      { class: isOwn ? `notice ${notice.place}` : "notice is-trouble" },
      isOwn && element("img", { src: "/page/icon.svg", alt: "", width: 32, height: 32 }),
      element("strong", {}, notice.title),
      element("p", {}, notice.words),
    );
    const drop = () => card.remove();
    card.append(button("×", { class: "close", "aria-label": `Dismiss: ${notice.title}` }, drop));
    const beside = document.querySelector("dialog[open]") ?? document.body;
    if (box.parentElement !== beside) beside.append(box);
    box.append(card);
    while (box.childElementCount > SHOWN_MAX) box.firstElementChild?.remove();
    if (isOwn || !notice.stays) setTimeout(drop, STAYS_MS);
    return drop;
  };
}
