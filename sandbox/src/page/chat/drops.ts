import { element } from "../core/element.ts";

const filesIn = (data: DataTransfer | null) => [...(data?.files ?? [])];
const bringsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** Takes files that are dropped anywhere on the panel, or pasted into it, and shows where they would go. */
export function takeDrops(panel: HTMLElement, words: string, take: (files: readonly File[]) => void): void {
  const target = element("div", { class: "drop-target", "aria-hidden": "true" }, element("p", {}, words));
  panel.append(target);
  const mark = (isOver: boolean) => panel.classList.toggle("is-dropped-on", isOver);

  panel.addEventListener("dragover", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  panel.addEventListener("dragleave", (event) => {
    const isInside = event.relatedTarget instanceof Node && panel.contains(event.relatedTarget);
    if (!isInside) mark(false);
  });
  panel.addEventListener("drop", (event) => {
    mark(false);
    if (!bringsFiles(event)) return;
    event.preventDefault();
    take(filesIn(event.dataTransfer));
  });
  panel.addEventListener("paste", (event) => {
    const files = filesIn(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
}

/** A file that misses its target would be opened in the page's place. */
export function ignoreMissedDrops(): void {
  for (const moment of ["dragover", "drop"] as const)
    addEventListener(moment, (event) => {
      if (bringsFiles(event)) event.preventDefault();
    });
}
