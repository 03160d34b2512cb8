import { takeDrops } from "../chat/drops.ts";
import { openTray } from "../chat/tray.ts";
import { button, element } from "../core/element.ts";
import { packed, type Unread } from "../core/wire.ts";

/** Files by button, by drop and by paste, each with a preview; `read` gives them as the sandbox takes them. */
export function fileControl(look: {
  id: string;
  isRequired?: boolean;
  isMany?: boolean;
  accept?: string | undefined;
}): { readonly node: HTMLElement; read(): Promise<readonly unknown[] | Unread> } {
  const { id, isRequired = false, isMany = false, accept } = look;
  const input = element("input", { type: "file", id, hidden: true, required: isRequired, multiple: isMany, accept });
  const tray = openTray(() => {
    input.required = isRequired && tray.files().length === 0;
  });
  const words = isMany ? "Choose files" : "Choose a file";
  const choose = button(words, { class: "button is-secondary" }, () => input.click());
  const node = element(
    "div",
    { class: "file-drop", role: "group" },
    tray.node,
    element("p", { class: "row" }, choose, element("small", {}, "or drop it here")),
    input,
  );

  function add(files: readonly File[]): void {
    if (!isMany) tray.clear();
    tray.add(isMany ? files : files.slice(-1));
  }

  input.addEventListener("change", () => {
    add([...(input.files ?? [])]);
    input.value = "";
  });
  takeDrops(node, "Drop it here", add);
  return { node, read: () => packed(tray.files()) };
}
