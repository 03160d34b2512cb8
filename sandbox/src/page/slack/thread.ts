import { openComposer } from "../chat/composer.ts";
import { messageTools } from "../chat/message-menu.ts";
import type { Channel } from "../chat/timeline-view.ts";
import { timeline } from "../chat/timeline-view.ts";
import { element, iconButton } from "../core/element.ts";
import { text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import { drawSlackMessage } from "./slack-message.ts";
import type { Threads } from "./threads.ts";

export function openThreadPanel(
  beneath: HTMLElement,
  how: {
    announce(words: string): void;
    redraw(): void;
    reply(threadTs: string, line: string, files: readonly unknown[]): Promise<boolean>;
    focusElsewhere(): void;
  },
) {
  const where = element("small", {});
  const close = iconButton("Close thread", "close", { class: "tool" });
  const box = element("div", { class: "timeline", role: "group", "aria-label": "Messages in the thread", tabindex: 0 });
  const form = element("form", { class: "composer", "aria-label": "Reply in the thread" });
  const header = element("header", {}, element("h3", {}, "Thread"), where, close);
  const node = element("section", { class: "thread", "aria-label": "Thread", hidden: true }, header, box, form);
  let opened = "";
  let seenAt = "";
  let opener: HTMLElement | undefined;
  let row: HTMLElement | undefined;

  const messages = timeline(box, {
    idOf: ({ ts }) => text(ts),
    draw: (message, seat) => drawSlackMessage(message, seat),
    tools: (messageNow, seatNow) => messageTools(messageNow, seatNow),
    announce: how.announce,
  });
  const composer = openComposer(form, {
    label: "Reply on Slack",
    filesLabel: "Files: Reply on Slack",
    listId: "slack-thread-offers",
    problemWith: (line) =>
      line.startsWith("/")
        ? "Slash commands do not work in threads. Type it in the channel, or use a shortcut."
        : undefined,
    send: (line, files) => {
      messages.toEnd();
      return how.reply(opened, line, files);
    },
  });

  function hide(): void {
    opened = "";
    node.hidden = true;
    beneath.inert = false;
  }

  close.addEventListener("click", () => {
    hide();
    // The row may have been redrawn with the reply.
    const twin = row?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(opener?.dataset.focus ?? "")}"]`);
    const back = opener?.isConnected ? opener : twin;
    if (back?.isConnected) back.focus();
    else how.focusElsewhere();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) close.click();
  });

  return {
    node,
    close: hide,
    open(ts: string) {
      opener = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
      row = opener?.closest("article") ?? undefined;
      opened = ts;
      node.hidden = false;
      beneath.inert = true;
      how.redraw();
      composer.focus();
    },
    show(seat: Seat, channel: Channel, threads: Threads) {
      const place = `${seat.personId} ${channel.id}`;
      const parent = threads.rows.find(({ ts }) => ts === opened);
      if (place !== seenAt || !parent) hide();
      seenAt = place;
      if (!parent || !opened) return;
      where.textContent = channel.name;
      composer.address("Reply to the thread");
      messages.show([parent, ...threads.of(opened)], { ...channel, id: `${channel.id} ${opened}` }, seat);
    },
  };
}
