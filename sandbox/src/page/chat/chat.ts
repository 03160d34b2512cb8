import { button, element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Place } from "../core/page-state.ts";
import type { Seat } from "../core/seat.ts";
import { openDiscord } from "../discord/discord-half.ts";
import { openSlack } from "../slack/slack-half.ts";
import type { Failures } from "./failures.ts";
import type { Channel, OpenHalf } from "./timeline-view.ts";

export type Chat = ReturnType<typeof openChat>;

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
) {
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

/** Fields in which a slash is typed. */
const TYPED_INTO = "textarea, select, input:not([type=radio], [type=checkbox])";

/** Shorter ways for people without a mouse: links past what stands above, and `/` to the box in which one writes. */
export function openWays(chats: Readonly<Record<Place, Chat>>): void {
  let last: Place = "discord";

  /** On a narrow screen its tab brings a part to the front. */
  function bring(id: string): HTMLElement {
    find(`#tab-${id}`, HTMLElement).click();
    return find(`#${id}`, HTMLElement);
  }

  for (const link of document.querySelectorAll<HTMLAnchorElement>(".skips a"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const part = bring(link.hash.slice(1));
      part.tabIndex = -1;
      part.focus();
    });

  for (const place of ["discord", "slack"] as const)
    for (const kind of ["focusin", "pointerdown"])
      find(`#${place}`, HTMLElement).addEventListener(kind, () => {
        last = place;
      });

  /** The platform that is seen, and of two the one that was used last. */
  function inFront(): Place {
    const other = last === "discord" ? "slack" : "discord";
    const isSeen = (place: Place) => find(`#${place}`, HTMLElement).checkVisibility();
    return !isSeen(last) && isSeen(other) ? other : last;
  }

  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey || event.isComposing || event.defaultPrevented) return;
    if (target instanceof HTMLElement && (target.matches(TYPED_INTO) || target.isContentEditable)) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const place = inFront();
    bring(place);
    chats[place].focus();
  });
}

/** How long one stays by itself. */
const STAYS_MS = 9_000;
const SHOWN_MAX = 4;

/** A platform's notification, or what could not be done. */
export type Notice =
  | { readonly kind: "notification"; readonly place: Place; readonly title: string; readonly words: string }
  | { readonly kind: "trouble"; readonly title: string; readonly words: string; readonly stays?: boolean };

/** Tells it; what comes back takes it away before its time, or at all where it stays. */
export type Tell = (notice: Notice) => () => void;

/** Where notifications come up, as a desktop shows them. */
export function openNotices(): Tell {
  const box = find("#notices", HTMLElement);
  // Beside an open form nothing else can be read or pressed, so there they stand in it.
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
