import { withFailures } from "../chat/message-head.ts";
import { drawTools } from "../chat/message-menu.ts";
import { type Channel, type Half, type Standpoint, timeline } from "../chat/timeline-view.ts";
import { button, element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { openHome } from "./blocks.ts";
import type { Offered } from "./help.ts";
import { slackComposer } from "./slack-composer.ts";
import { drawSlackMessage } from "./slack-message.ts";
import { openThreadPanel } from "./thread.ts";
import { idOfRow, threadsIn } from "./threads.ts";

export function openSlack(panel: HTMLElement, at: Standpoint): Half {
  const box = find(".timeline", HTMLElement, panel);
  const form = find("form.composer", HTMLFormElement, panel);
  const channel = element("div", {
    class: "messages",
    id: "slack-messages",
    role: "tabpanel",
    "aria-labelledby": "tab-slack-messages",
  });
  channel.append(box, form);
  const home = openHome();

  const composer = slackComposer(form, {
    label: "Message on Slack",
    listId: "slack-offers",
    offered: () => offeredTo(at.seatNow()),
    problemWith,
    send: (line, files) => {
      messages.toEnd();
      return say(line, files);
    },
    shortcut: (callbackId) => void at.seatNow().act("/sandbox/slack/shortcut", { callbackId }),
  });
  const thread = openThreadPanel(channel, {
    announce: at.announce,
    redraw: at.redraw,
    focusElsewhere: composer.focus,
    reply: (threadTs, line, files) => say(line, files, threadTs),
  });
  const messages = timeline(box, {
    idOf: idOfRow,
    draw: (message, seat) => drawSlackMessage(message, seat, thread.open),
    tools: (messageNow, seatNow) => drawTools(messageNow, seatNow, thread.open),
    announce: at.announce,
    nothing: welcome(composer.type),
  });

  const channels = find(".channel", HTMLElement, panel);
  const openTab = (act: () => unknown) => () => {
    thread.close();
    act();
  };
  let homeOf = "";
  const openHomeTab = () => {
    homeOf = at.seatNow().personId;
    return at.seatNow().act("/sandbox/slack/home", {});
  };
  let directOf = "";
  function openDirect({ personId, state }: Seat, place: Channel): void {
    const isDirect = !channel.hidden && place.id === state.slack.seenBy.get(personId)?.dmChannelId;
    const opened = isDirect ? personId : "";
    if (opened === directOf) return;
    directOf = opened;
    if (isDirect) void at.seatNow().act("/sandbox/slack/home", { tab: "messages" });
  }
  const tabs = drawTabs("Reelay on Slack", [
    { id: "tab-slack-messages", label: "Messages", panel: channel, opened: openTab(at.redraw) },
    { id: "tab-slack-home", label: "Home", panel: home.node, opened: openTab(openHomeTab) },
  ]);
  channels.addEventListener("change", () => tabs.open("tab-slack-messages"));
  panel.append(
    element("div", { class: "channel-bar" }, channels, tabs.node),
    element("div", { class: "view" }, channel, home.node, thread.node),
  );

  function problemWith(line: string, files: number): string | undefined {
    if (!line.startsWith("/")) return undefined;
    if (files > 0)
      return "A slash command takes no files. Send the picture as a message, then choose “Animate this” in its More actions.";
    const { commands } = offeredTo(at.seatNow());
    const [name = ""] = line.split(/\s/, 1);
    const isKnown = commands.length === 0 || commands.some(({ command }) => command === name);
    return isKnown ? undefined : `${name} is no command of Reelay's. Type / to see them all.`;
  }

  function say(line: string, files: readonly unknown[], threadTs?: string): Promise<boolean> {
    const channelId = at.channelNow().id;
    if (line.startsWith("/")) return at.seatNow().act("/sandbox/slack/command", { text: line, channelId });
    return at.seatNow().act("/sandbox/slack/say", { text: line, channelId, threadTs, picture: files });
  }

  return (seat, place, seen) => {
    const threads = threadsIn(withFailures(seen, place.id, { failures: at.failuresNow(), seat }));
    composer.address(`Message ${place.name}`);
    messages.show(threads.rows, place.id, seat);
    thread.show(seat, place, threads);
    home.show(seat);
    openDirect(seat, place);
    // A person who sits down before an open Home tab opens their own.
    if (!home.node.hidden && homeOf !== seat.personId) void openHomeTab();
  };
}

function offeredTo({ state }: Seat): Offered {
  const { commands, shortcuts } = state.slack;
  const sample = (label: string) => ({ flag: "--image", label, value: `${state.video.url}/samples/${label}.png` });
  return {
    commands: commands.map(({ command, description, usageHint }) => ({
      command: text(command),
      description: text(description),
      usageHint: text(usageHint),
    })),
    shortcuts: shortcuts
      .filter(({ type }) => type === "global")
      .map(({ name, callbackId, description }) => ({
        name: text(name),
        callbackId: text(callbackId),
        description: text(description),
      })),
    samples: [sample("landscape"), sample("portrait")],
  };
}

const EXAMPLE = "/video a paper boat in the rain";

function welcome(type: (line: string) => void): HTMLElement {
  return element(
    "div",
    { class: "nothing" },
    element("p", { class: "h2" }, "Nobody has said anything here yet"),
    element("p", {}, "Type / to see what Reelay can do."),
    button(`Try ${EXAMPLE}`, { class: "button is-secondary" }, () => type(EXAMPLE)),
  );
}

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
  opened(): void;
}

function drawTabs(
  label: string,
  tabs: readonly [Tab, ...Tab[]],
): { readonly node: HTMLElement; open(id: string): void } {
  const buttons = tabs.map(({ id, label: words, panel }) =>
    element("button", { type: "button", role: "tab", id, "aria-controls": panel.id }, words),
  );
  const open = (chosen: number) => {
    for (const [index, { panel }] of tabs.entries()) {
      panel.hidden = index !== chosen;
      buttons[index]?.setAttribute("aria-selected", String(index === chosen));
      buttons[index]?.setAttribute("tabindex", index === chosen ? "0" : "-1");
    }
  };
  const press = (index: number) => {
    open(index);
    tabs[index]?.opened();
  };
  for (const [index, each] of buttons.entries()) {
    each.addEventListener("click", () => press(index));
    each.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = (index + step + tabs.length) % tabs.length;
      press(next);
      buttons[next]?.focus();
    });
  }
  open(0);
  return {
    node: element("div", { class: "tabs", role: "tablist", "aria-label": label }, ...buttons),
    open: (id) => open(tabs.findIndex((tab) => tab.id === id)),
  };
}
