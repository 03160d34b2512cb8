import { element, iconButton } from "../core/element.ts";
import { fileChooser, openTray } from "./attachments.ts";
import { type Offered, offerList } from "./offer-list.ts";

export type Composer = ReturnType<typeof openComposer>;

export interface Writing {
  readonly label: string;
  readonly filesLabel: string;
  readonly listId: string;
  /** `isStill` is false once the line has changed. Not set: no suggestions. */
  help?(line: string, at: { readonly caret: number; isStill(): boolean }): Promise<Offered | undefined>;
  accept?(line: string): string | undefined;
  problemWith(line: string, files: readonly File[]): string | undefined;
  send(line: string, files: readonly File[]): Promise<boolean>;
}

export function openComposer(form: HTMLFormElement, how: Writing) {
  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
  };
  const box = element("input", {
    type: "text",
    autocomplete: "off",
    "aria-label": how.label,
    ...(how.help && combobox),
  });
  const list = offerList(how.listId);
  const trouble = element("p", { class: "error", role: "alert" });
  const tray = openTray(() => trouble.replaceChildren());
  const chooser = fileChooser({ multiple: true, "aria-label": how.filesLabel }, add);
  const attach = iconButton("Attach files", "attach", { class: "tool" });
  const send = iconButton("Send", "send", { type: "submit", class: "tool send" });
  const slash = iconButton("Commands", "slash", { class: "tool" });
  attach.addEventListener("click", () => chooser.click());
  slash.addEventListener("click", () => type("/"));
  const tools = element("div", { class: "box-tools" }, attach, how.help ? slash : null, chooser, send);
  form.append(list.node, element("div", { class: "box" }, tray.node, box, tools), trouble);

  function add(files: readonly File[]): void {
    tray.add(files);
    box.focus();
  }

  function type(line: string, caret = line.length): void {
    box.value = line;
    box.focus();
    box.setSelectionRange(caret, caret);
    void refresh();
  }

  async function refresh(): Promise<void> {
    trouble.replaceChildren();
    send.classList.toggle("is-ready", box.value.trim() !== "" || tray.files().length > 0);
    const line = box.value;
    chooser.accept = how.accept?.(line) ?? "";
    const isStill = () => box.value === line && document.activeElement === box;
    const offered = await how.help?.(line, { caret: box.selectionStart ?? line.length, isStill });
    if (isStill()) list.show(box, offered);
  }

  /** Clears the box at once. Refused text is restored, unless the person has typed something else. */
  async function submit(): Promise<void> {
    const line = box.value.trim();
    const files = tray.files();
    if (line === "" && files.length === 0) return;
    const problem = how.problemWith(line, files);
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

  box.addEventListener("input", () => void refresh());
  box.addEventListener("click", () => void refresh());
  box.addEventListener("blur", () => list.hide());
  box.addEventListener("keydown", (event) => void list.takes(event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });

  return {
    type,
    focus: () => box.focus(),
    address(words: string) {
      if (box.placeholder !== words) box.placeholder = words;
    },
  };
}
