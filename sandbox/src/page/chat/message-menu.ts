import { button, element, iconButton, openSheet } from "../core/element.ts";
import { type Json, record, text } from "../core/json.ts";
import { act, type Seat } from "../core/page-state.ts";
import { commandsAt, messageCommands } from "../discord/commands.ts";
import { parentOf } from "../slack/threads.ts";
import { type MenuItem, withMenu } from "./menu.ts";

function drawJsonButton(named: () => Readonly<Record<string, string>>, seatNow: () => Seat): HTMLButtonElement {
  const opener: HTMLButtonElement = button(
    "",
    { class: "tool show-json", "aria-label": "Show JSON", title: "Show JSON" },
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
  const dialog = openSheet({ title, className: "json", body: code, foot: [status, copy], closed });
  // A click outside the sheet hits the dialog's own backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  copy.focus();
}

export function messageTools(
  messageNow: () => Json,
  seatNow: () => Seat,
  openThread?: (ts: string) => void,
): HTMLElement | undefined {
  const message = messageNow();
  const { place, state } = seatNow();
  const isDiscord = place === "discord";
  const isBots = (isDiscord ? message.authorId : message.userId) === state[place].botId && message.isLocal !== true;
  const bar = element("div", { class: "tools" });
  const named = () => (isDiscord ? { messageId: text(messageNow().id) } : { messageTs: text(messageNow().ts) });
  if (isBots) bar.append(drawJsonButton(named, seatNow));
  // A private message has no commands and no thread.
  if (text(message.ephemeralFor)) return isBots ? bar : undefined;
  if (openThread && !parentOf(message)) {
    const reply = iconButton("Reply in thread", "reply", { class: "tool", "data-focus": "reply" });
    reply.addEventListener("click", () => openThread(text(message.ts)));
    bar.append(reply);
  }
  const items = () => (isDiscord ? discordItems(messageNow(), seatNow()) : slackItems(messageNow(), seatNow()));
  if (!isDiscord && items().length === 0) return bar;
  const more = iconButton(isDiscord ? "More" : "More actions", "more", { class: "tool", "data-focus": "more" });
  bar.append(withMenu(more, isDiscord ? { label: "Apps", heading: "Apps", items } : { label: "More actions", items }));
  return bar;
}

function discordItems({ id, channelId }: Json, seat: Seat): readonly MenuItem[] {
  return messageCommands(commandsAt(seat, text(channelId))).map((name) => ({
    label: name,
    act: () => seat.act("/sandbox/discord/command", { name, messageId: text(id), channelId: text(channelId) }),
  }));
}

function slackItems({ ts }: Json, { state, act: perform }: Seat): readonly MenuItem[] {
  const shortcuts = state.slack.shortcuts.filter(({ type }) => type === "message");
  return shortcuts.map(({ name, callback_id: callbackId }) => ({
    label: text(name),
    note: "Reelay",
    act: () => perform("/sandbox/slack/shortcut", { callbackId: text(callbackId), messageTs: text(ts) }),
  }));
}
