import { button, element, iconButton, openSheet } from "../core/element.ts";
import { type Json, record, text } from "../core/json.ts";
import { act, type Seat } from "../core/page-state.ts";
import { commandsAt, messageCommands } from "../discord/commands.ts";
import { parentOf } from "../slack/threads.ts";
import { withMenu } from "./menu.ts";

function drawJsonButton(named: () => Readonly<Record<string, string>>, seatNow: () => Seat): HTMLButtonElement {
  const opener: HTMLButtonElement = button(
    "",
    { class: "more show-json", "aria-label": "Show JSON", title: "Show JSON" },
    async () => {
      const { place, personId: person } = seatNow();
      const done = await act(`/sandbox/${place}/sent`, { person, ...named() });
      const words = done.ok ? JSON.stringify(record(done.body).json, null, 2) : done.why;
      showSheet("What the bot sent", words, () => opener.focus());
    },
  );
  return opener;
}

function showSheet(title: string, words: string, closed: () => void): void {
  const code = element("pre", { tabindex: 0, "aria-label": title }, element("code", {}, words));
  const status = element("span", { class: "said", role: "status" });
  const copy = button("Copy", { class: "button is-primary" }, async () => {
    status.textContent = await navigator.clipboard.writeText(words).then(
      () => "Copied.",
      () => "The browser does not let this page copy. Select it instead.",
    );
  });
  const dialog = openSheet({ title, look: "json", isLeft: true, body: code, foot: [status, copy], closed });
  // Outside of the sheet lies the dialog's own backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  copy.focus();
}

export function messageMenu(messageNow: () => Json, seatNow: () => Seat): HTMLElement | undefined {
  const message = messageNow();
  const bar = element("div", { class: "tools" });
  // What Discord's client says by itself is the bot's in looks alone.
  const isBots = message.authorId === seatNow().state.discord.botId && message.isLocal !== true;
  if (isBots) bar.append(drawJsonButton(() => ({ messageId: text(messageNow().id) }), seatNow));
  // Discord offers no commands on what only one person sees.
  if (text(message.ephemeralFor)) return isBots ? bar : undefined;
  const more = element(
    "button",
    { type: "button", class: "more", "aria-label": "More", title: "More" },
    element("span", { "aria-hidden": "true" }, "⋯"),
  );
  const use = (name: string) => {
    const { id, channelId } = messageNow();
    return seatNow().act("/sandbox/discord/command", { name, messageId: text(id), channelId: text(channelId) });
  };
  const items = () =>
    messageCommands(commandsAt(seatNow(), text(messageNow().channelId))).map((name) => ({
      label: name,
      act: () => use(name),
    }));
  bar.append(withMenu(more, { label: "Apps", heading: "Apps", items }));
  return bar;
}

export function drawTools(
  messageNow: () => Json,
  seatNow: () => Seat,
  openThread?: (ts: string) => void,
): HTMLElement | undefined {
  const message = messageNow();
  if (message.isGone === true) return undefined;
  const ts = text(message.ts);
  const bar = element("div", { class: "tools" });
  const isBots = message.userId === seatNow().state.slack.botId;
  if (isBots) bar.append(drawJsonButton(() => ({ messageTs: ts }), seatNow));
  if (text(message.ephemeralFor) !== "") return isBots ? bar : undefined;
  if (openThread && !parentOf(message)) {
    const reply = iconButton("Reply in thread", "reply", { "data-focus": "reply" });
    reply.addEventListener("click", () => openThread(ts));
    bar.append(reply);
  }
  const shortcuts = () => seatNow().state.slack.shortcuts.filter(({ type }) => type === "message");
  const items = () =>
    shortcuts().map(({ name, callbackId }) => ({
      label: text(name),
      note: "Reelay",
      act: () => seatNow().act("/sandbox/slack/shortcut", { callbackId: text(callbackId), messageTs: ts }),
    }));
  if (shortcuts().length > 0) {
    const more = iconButton("More actions", "more", { "data-focus": "more" });
    bar.append(withMenu(more, { label: "More actions", items }));
  }
  return bar;
}
