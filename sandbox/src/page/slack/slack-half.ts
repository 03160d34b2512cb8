import { withFailures } from "../chat/message-head.ts";
import { drawTools } from "../chat/message-menu.ts";
import { type Channel, type Half, type Standpoint, timeline } from "../chat/timeline-view.ts";
import { button, element, find, openTabs } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
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
  const tab = (id: string, controls: HTMLElement, label: string) =>
    element("button", { type: "button", role: "tab", id, "aria-controls": controls.id }, label);
  const tabs = [tab("tab-slack-messages", channel, "Messages"), tab("tab-slack-home", home.node, "Home")];
  const openTab = openTabs(tabs, (index, isChosen) => {
    channel.hidden = index !== 0;
    home.node.hidden = index === 0;
    if (!isChosen) return;
    thread.close();
    if (index === 0) at.redraw();
    else void openHomeTab();
  });
  channels.addEventListener("change", () => openTab(0));
  const tablist = element("div", { class: "tabs", role: "tablist", "aria-label": "Reelay on Slack" }, ...tabs);
  panel.append(
    element("div", { class: "channel-bar" }, channels, tablist),
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
