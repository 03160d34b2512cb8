import { button, element, type Props } from "../core/element.ts";
import { sizeInWords } from "./film.ts";

export function openTray(changed: () => void) {
  const node = element("ul", { class: "tray", "aria-label": "Files to send", hidden: true });
  const rows = new Map<File, HTMLElement>();

  function remove(file: File): void {
    rows.get(file)?.remove();
    rows.delete(file);
    count();
  }

  function count(): void {
    node.hidden = rows.size === 0;
    changed();
  }

  function drawFile(file: File): HTMLElement {
    const preview = element("img", { alt: "", hidden: true });
    if (file.type.startsWith("image/")) show(file, preview);
    return element(
      "li",
      {},
      preview,
      element("span", { class: "file-name" }, file.name),
      element("small", {}, sizeInWords(file.size)),
      button("Remove", { class: "chip", "aria-label": `Remove ${file.name}` }, () => remove(file)),
    );
  }

  return {
    node,
    files: (): readonly File[] => [...rows.keys()],
    add(files: readonly File[]) {
      for (const file of files) {
        const row = drawFile(file);
        rows.set(file, row);
        node.append(row);
      }
      count();
    },
    clear() {
      rows.clear();
      node.replaceChildren();
      count();
    },
  };
}

function show(file: File, preview: HTMLImageElement): void {
  const reader = new FileReader();
  // A file that is no picture has no preview, even if its name says otherwise.
  preview.addEventListener("load", () => {
    preview.hidden = false;
  });
  reader.addEventListener("load", () => {
    preview.src = String(reader.result);
  });
  // The page's policy allows pictures as data, and no blobs.
  reader.readAsDataURL(file);
}

export function fileChooser(props: Props, chosen: (files: readonly File[]) => void): HTMLInputElement {
  const input = element("input", { type: "file", hidden: true, ...props });
  input.addEventListener("change", () => {
    chosen([...(input.files ?? [])]);
    input.value = "";
  });
  return input;
}

export function fileControl(field: {
  id: string;
  isRequired?: boolean;
  isMany?: boolean;
  accept?: string | undefined;
}): { readonly node: HTMLElement; read(): readonly File[] } {
  const { id, isRequired = false, isMany = false, accept } = field;
  const input = fileChooser({ id, required: isRequired, multiple: isMany, accept }, add);
  const tray = openTray(() => {
    input.required = isRequired && tray.files().length === 0;
  });
  const words = isMany ? "Choose files" : "Choose a file";
  const choose = button(words, { class: "button is-secondary" }, () => input.click());
  const node = element(
    "div",
    { class: "file-drop", role: "group" },
    tray.node,
    element("p", { class: "row" }, choose),
    input,
  );

  function add(files: readonly File[]): void {
    if (!isMany) tray.clear();
    tray.add(isMany ? files : files.slice(-1));
  }

  return { node, read: tray.files };
}
