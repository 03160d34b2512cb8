import { openComposer } from "../chat/composer.ts";
import { type Failure, type FailureTexts, withFailures } from "../chat/failures.ts";
import { SLACKBOT } from "../chat/message-head.ts";
import { messageTools } from "../chat/message-menu.ts";
import type { Offer, Offered } from "../chat/offer-list.ts";
import { type Channel, type Half, type Standpoint, timeline } from "../chat/timeline-view.ts";
import { element, find, openTabs } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import { openHome } from "./blocks.ts";
import { type Help, type Offer as HelpOffer, helpFor, type Offered as OfferedCommands } from "./help.ts";
import { drawSlackMessage } from "./slack-message.ts";
import { openThreadPanel } from "./thread.ts";
import { threadsIn } from "./threads.ts";

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

  const composer = openComposer(form, {
    label: "Message on Slack",
    filesLabel: "Files: Message on Slack",
    listId: "slack-offers",
    help: async (line, { caret }) => listed(helpFor(line, caret, offeredTo(at.seatNow()))),
    problemWith,
    send: (line, files) => {
      messages.toEnd();
      return post(line, files);
    },
  });
  function listed({ command, offers, active }: Help): Offered | undefined {
    if (offers.length === 0 && !command) return undefined;
    const heading = command ? `${command.command} ${command.usageHint}` : "Reelay";
    return { heading, offers: offers.map(ofHelp), isFirstTaken: active === 0 };
  }

  const ofHelp = ({ kind, label, note, hint, line, caret }: HelpOffer): Offer => ({
    title: label,
    detail: note,
    note: kind === "shortcut" ? "Shortcut" : hint,
    isOfApp: kind === "command" || kind === "shortcut",
    choose() {
      if (kind !== "shortcut") return composer.type(line, caret);
      composer.type("");
      void at.seatNow().act("/sandbox/slack/shortcut", { callbackId: line });
    },
  });

  const thread = openThreadPanel(channel, {
    announce: at.announce,
    redraw: at.redraw,
    focusElsewhere: composer.focus,
    reply: (threadTs, line, files) => post(line, files, threadTs),
  });
  const messages = timeline(box, {
    idOf: ({ ts }) => text(ts),
    draw: (message, seat) => drawSlackMessage(message, seat, thread.open),
    tools: (messageNow, seatNow) => messageTools(messageNow, seatNow, thread.open),
    announce: at.announce,
    example: composer.type,
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

  function problemWith(line: string, files: readonly File[]): string | undefined {
    if (!line.startsWith("/")) return undefined;
    if (files.length > 0)
      return "A slash command takes no files. Send the picture as a message, then choose “Animate this” in its More actions.";
    const { commands } = offeredTo(at.seatNow());
    const [name = ""] = line.split(/\s/, 1);
    const isKnown = commands.length === 0 || commands.some(({ command }) => command === name);
    return isKnown ? undefined : `${name} is not one of Reelay's commands. Type / to see all commands.`;
  }

  function post(line: string, files: readonly unknown[], threadTs?: string): Promise<boolean> {
    const channelId = at.channelNow().id;
    if (line.startsWith("/")) return at.seatNow().act("/sandbox/slack/command", { text: line, channelId });
    return at.seatNow().act("/sandbox/slack/say", { text: line, channelId, threadTs, picture: files });
  }

  return (seat, place, seen) => {
    const threads = threadsIn(
      withFailures(seen, place.id, { failures: at.failuresNow(), failureTexts: failureTextsFor(seat) }),
    );
    composer.address(`Message ${place.name}`);
    messages.show(threads.rows, place, seat);
    thread.show(seat, place, threads);
    home.show(seat);
    openDirect(seat, place);
    if (!home.node.hidden && homeOf !== seat.personId) void openHomeTab();
  };
}

function offeredTo({ state }: Seat): OfferedCommands {
  const { commands, shortcuts } = state.slack;
  return {
    commands: commands.map(({ command, description, usage_hint: usageHint }) => ({
      command: text(command),
      description: text(description),
      usageHint: text(usageHint),
    })),
    shortcuts: shortcuts
      .filter(({ type }) => type === "global")
      .map(({ name, callback_id: callbackId, description }) => ({
        name: text(name),
        callbackId: text(callbackId),
        description: text(description),
      })),
  };
}

/** Slackbot reports a failed command. A failed press puts a warning under its message. */
function failureTextsFor({ state, personId }: Seat): FailureTexts {
  const ephemeralFor = state.people.find(({ id }) => id === personId)?.slackId;
  return {
    idOf: ({ ts }) => text(ts),
    line: (failure) => ({
      ts: (failure.at / 1_000).toFixed(6),
      userId: SLACKBOT,
      ephemeralFor,
      text: ofCommand(failure),
    }),
    words: (failure) =>
      isLate(failure)
        ? "This app did not respond in time. Apps need to respond within 3 seconds."
        : "This app responded with an error. Try again in a moment.",
  };
}

const isLate = ({ payload }: Failure): boolean => payload.error === "operation_timeout";

function ofCommand(failure: Failure): string {
  const command = text(failure.act.payload.command);
  if (isLate(failure)) return `${command} failed because the app did not respond.`;
  return `${command} failed with the error "${text(failure.payload.error)}"`;
}
