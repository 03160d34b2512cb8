import { button, element } from "../core/element.ts";
import { sizeInWords } from "./film.ts";

export function openTray(changed: () => void) {
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
    files: (): readonly File[] => [...rows.keys()],
    add(files: readonly File[]) {
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

/** Discord names whole families of files, and else their endings. Source: Discord docs, components/reference (read 2026-11-21). */
const FAMILIES = ["image", "video", "audio", "text"];

export function acceptOf(types: readonly string[]): string | undefined {
  if (types.length === 0) return undefined;
  return types.map((type) => (FAMILIES.includes(type) ? `${type}/*` : `.${type.replace(/^\./, "")}`)).join(",");
}

export function isOfType(file: { readonly name: string; readonly type: string }, types: readonly string[]): boolean {
  const name = file.name.toLowerCase();
  const isOf = (type: string) =>
    FAMILIES.includes(type)
      ? file.type.startsWith(`${type}/`)
      : name.endsWith(`.${type.replace(/^\./, "").toLowerCase()}`);
  return types.length === 0 || types.some(isOf);
}

export function fileControl(look: {
  id: string;
  isRequired?: boolean;
  isMany?: boolean;
  accept?: string | undefined;
}): { readonly node: HTMLElement; read(): readonly File[] } {
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
    element("p", { class: "row" }, choose),
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
  return { node, read: tray.files };
}
