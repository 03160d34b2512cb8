import { button, element } from "../core/element.ts";
import { sizeInWords } from "./size.ts";

export interface Tray {
  readonly node: HTMLElement;
  readonly files: () => readonly File[];
  add(files: readonly File[]): void;
  clear(): void;
}

/** Files that wait to be sent: each with a preview, its name, its size and a way to take it back. */
export function openTray(changed: () => void): Tray {
  const node = element("ul", { class: "tray", "aria-label": "Files to send", hidden: true });
  const rows = new Map<File, HTMLElement>();

  function remove(file: File): void {
    rows.get(file)?.remove();
    rows.delete(file);
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
    files: () => [...rows.keys()],
    add(files) {
      for (const file of files) {
        const row = drawFile(file);
        rows.set(file, row);
        node.append(row);
      }
      node.hidden = rows.size === 0;
      changed();
    },
    clear() {
      rows.clear();
      node.replaceChildren();
      node.hidden = true;
      changed();
    },
  };
}

function show(file: File, preview: HTMLImageElement): void {
  const reader = new FileReader();
  // A file that is no picture stays without one, even if its name says that it is.
  preview.addEventListener("load", () => {
    preview.hidden = false;
  });
  reader.addEventListener("load", () => {
    preview.src = String(reader.result);
  });
  // The page's policy lets pictures be data, and no blobs.
  reader.readAsDataURL(file);
}
