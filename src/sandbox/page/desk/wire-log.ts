import { element } from "../core/element.ts";
import { number, record, text } from "../core/json.ts";
import { worded } from "../core/time.ts";

const KEPT = 80;

/** What went over the wire, newest first; each line opens to the very payload. */
export function openWireLog(box: HTMLElement): (entry: unknown) => void {
  const lines = element("ol", { class: "wire", reversed: true });
  box.append(element("details", {}, element("summary", {}, "What went over the wire"), lines));
  return (raw) => {
    const entry = record(raw);
    const { status, code, why } = record(entry.payload);
    const trouble = entry.kind === "refused" ? ` ${number(status) ?? ""} ${String(code ?? "")} ${text(why)}` : "";
    const words = [text(entry.place), text(entry.kind), text(entry.personId)].filter(Boolean).join(" · ");
    const payload = element("pre");
    const line = element(
      "details",
      { class: `is-${text(entry.kind)}` },
      element("summary", {}, `${worded(number(entry.at) ?? 0, "T")} ${words}${trouble}`),
      payload,
    );
    // Written only when somebody looks.
    line.addEventListener("toggle", () => {
      payload.textContent = line.open ? JSON.stringify(entry.payload, null, 2) : "";
    });
    lines.prepend(element("li", { value: number(entry.seq) }, line));
    while (lines.childElementCount > KEPT) lines.lastElementChild?.remove();
  };
}
