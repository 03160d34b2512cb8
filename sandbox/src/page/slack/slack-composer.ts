import { openTray } from "../chat/attachments.ts";
import { offerList } from "../chat/offer-list.ts";
import { element, iconButton } from "../core/element.ts";
import { helpFor, type Offer, type Offered } from "./help.ts";

export interface Composer {
  type(line: string): void;
  focus(): void;
  address(words: string): void;
}

interface Writing {
  readonly label: string;
  readonly listId: string;
  offered?: () => Offered;
  problemWith(line: string, files: number): string | undefined;
  send(line: string, files: readonly File[]): Promise<boolean>;
  shortcut?: (callbackId: string) => void;
}

export function slackComposer(form: HTMLFormElement, how: Writing): Composer {
  const box = element("textarea", {
    rows: 1,
    autocomplete: "off",
    "aria-label": how.label,
    spellcheck: "true",
    ...(how.offered && {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
    }),
  });
  const list = offerList(how.listId);
  const trouble = element("p", { class: "error", role: "alert" });
  const tray = openTray(() => trouble.replaceChildren());
  const chooser = element("input", { type: "file", multiple: true, hidden: true, "aria-label": `Files: ${how.label}` });
  const attach = iconButton("Attach files", "attach", { class: "tool" });
  const send = iconButton("Send", "send", { type: "submit", class: "send" });
  const slash = iconButton("Commands and shortcuts", "slash", { class: "tool" });
  attach.addEventListener("click", () => chooser.click());
  slash.addEventListener("click", () => type("/"));
  const tools = element("div", { class: "box-tools" }, attach, how.offered ? slash : null, chooser, send);
  form.append(list.node, element("div", { class: "box" }, tray.node, box, tools), trouble);

  function add(files: readonly File[]): void {
    tray.add(files);
    box.focus();
  }

  function type(line: string, caret = line.length): void {
    box.value = line;
    box.focus();
    box.setSelectionRange(caret, caret);
    refresh();
  }

  function refresh(): void {
    trouble.replaceChildren();
    send.classList.toggle("is-ready", box.value.trim() !== "" || tray.files().length > 0);
    if (!how.offered) return;
    const { command, offers, active } = helpFor(box.value, box.selectionStart, how.offered());
    const heading = command ? `${command.command} ${command.usageHint}` : "Reelay";
    const isHelpful = offers.length > 0 || command !== undefined;
    list.show(box, isHelpful ? { heading, offers: offers.map(listed), isFirstTaken: active === 0 } : undefined);
  }

  const listed = (offer: Offer) => ({
    title: offer.label,
    detail: offer.note,
    note: offer.kind === "shortcut" ? "Shortcut" : offer.hint,
    isOfApp: offer.kind === "command" || offer.kind === "shortcut",
    choose() {
      if (offer.kind !== "shortcut") return type(offer.line, offer.caret);
      type("");
      how.shortcut?.(offer.line);
    },
  });

  /** The box is free for the next words at once; those that were not taken come back, unless there are others by then. */
  async function submit(): Promise<void> {
    const line = box.value.trim();
    const files = tray.files();
    if (line === "" && files.length === 0) return;
    const problem = how.problemWith(line, files.length);
    list.hide();
    if (problem !== undefined) return trouble.replaceChildren(problem);
    tray.clear();
    type("");
    const done = await how.send(line, files);
    if (!done && box.value === "" && tray.files().length === 0) {
      tray.add(files);
      type(line);
    }
  }

  box.addEventListener("input", refresh);
  box.addEventListener("click", refresh);
  box.addEventListener("blur", () => list.hide());
  box.addEventListener("keydown", (event) => {
    if (list.takes(event) || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void submit();
    }
  });
  chooser.addEventListener("change", () => {
    add([...(chooser.files ?? [])]);
    chooser.value = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });

  return {
    type,
    focus: () => box.focus(),
    address(words) {
      if (box.placeholder !== words) box.placeholder = words;
    },
  };
}
