import { button, element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { messageCommands } from "./commands.ts";

/** "More" on a message: the commands that the bot registered for messages. */
export function messageMenu(messageNow: () => Json, seatNow: () => Seat): HTMLElement | undefined {
  // Discord offers none on what only one person sees.
  if (text(messageNow().ephemeralFor)) return undefined;
  const menu = element("div", { class: "menu", role: "menu", "aria-label": "Apps", hidden: true });
  const opener = element(
    "button",
    {
      type: "button",
      class: "more",
      "aria-label": "More",
      title: "More",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    element("span", { "aria-hidden": "true" }, "⋯"),
  );
  const tools = element("div", { class: "tools" }, opener, menu);
  const items = () => [...menu.querySelectorAll("button")];

  function toggle(isOpen: boolean): void {
    menu.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    tools.classList.toggle("is-open", isOpen);
    if (!isOpen) return;
    const commands = messageCommands(seatNow().state.discord.commands);
    menu.replaceChildren(element("p", { "aria-hidden": "true" }, "Apps"), ...commands.map(item));
    // Near the end of the list there is no room below.
    const room = tools.closest(".timeline")?.getBoundingClientRect().bottom ?? innerHeight;
    menu.classList.toggle("is-above", tools.getBoundingClientRect().bottom + menu.offsetHeight > room);
    items()[0]?.focus();
  }

  function item(name: string): HTMLButtonElement {
    return button(name, { role: "menuitem", "aria-label": `Apps: ${name}` }, () => {
      toggle(false);
      const { id, channelId } = messageNow();
      return seatNow().act("/sandbox/discord/command", { name, messageId: text(id), channelId: text(channelId) });
    });
  }

  opener.addEventListener("click", () => toggle(menu.hidden !== false));
  tools.addEventListener("focusout", (event) => {
    const isInside = event.relatedTarget instanceof Node && tools.contains(event.relatedTarget);
    if (!isInside && !menu.hidden) toggle(false);
  });
  tools.addEventListener("keydown", (event) => {
    if (menu.hidden) return;
    const all = items();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = all.findIndex((each) => each.matches(":focus"));
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
    else if (event.key === "Escape") {
      toggle(false);
      opener.focus();
    } else return;
    event.preventDefault();
  });
  return tools;
}
