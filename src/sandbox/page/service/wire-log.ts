import { element } from "../core/element.ts";
import { number, record, text } from "../core/json.ts";
import { worded } from "../core/time.ts";
import { drawSegments } from "./segments.ts";

const KEPT = 200;

/** What went over the wire, newest first; each line opens to the very payload. */
export function openWireLog(box: HTMLElement): (entry: unknown) => void {
  const lines = element("ol", { class: "wire", reversed: true, "aria-label": "What went over the wire, newest first" });
  const nothing = element("p", { class: "hint" }, "Nothing yet.");
  const only = drawSegments({
    ...{ name: "wire", legend: "Show" },
    labels: [
      ["all", "All"],
      ["discord", "Discord"],
      ["slack", "Slack"],
      ["video", "Service"],
    ],
    choose(value) {
      lines.dataset.only = value;
      return true;
    },
  });
  only.show("all");
  box.append(
    element(
      "details",
      { class: "wire-log" },
      element("summary", {}, "What went over the wire"),
      only.box,
      nothing,
      lines,
    ),
  );

  return (raw) => {
    nothing.remove();
    lines.prepend(drawLine(raw));
    while (lines.childElementCount > KEPT) lines.lastElementChild?.remove();
  };
}

function drawLine(raw: unknown): HTMLElement {
  const entry = record(raw);
  const payload = element("pre", { tabindex: 0, "aria-label": "Payload" });
  const words = [text(entry.kind).replaceAll("_", " "), text(entry.personId)].filter(Boolean).join(" · ");
  const line = element(
    "details",
    { class: `is-${text(entry.kind)}` },
    element(
      "summary",
      {},
      element("span", { class: "when" }, worded(number(entry.at) ?? 0, "T")),
      element("span", { class: "what" }, `${titles[text(entry.place)] ?? ""} ${words}`),
      element("span", { class: "detail" }, detailOf(entry.kind, record(entry.payload))),
    ),
    payload,
  );
  // Written only when somebody looks.
  line.addEventListener("toggle", () => {
    payload.textContent = line.open ? JSON.stringify(entry.payload, null, 2) : "";
  });
  return element("li", { value: number(entry.seq), "data-place": text(entry.place) }, line);
}

const titles: Readonly<Record<string, string>> = { discord: "Discord", slack: "Slack", video: "Service" };

function detailOf(kind: unknown, payload: Readonly<Record<string, unknown>>): string {
  const { status, code, why, ms, progress, weather, creditsUsed } = payload;
  if (kind === "refused") return `${number(status) ?? ""} ${String(code || "")} ${text(why)}`;
  if (kind === "weather") return text(weather).replaceAll("_", " ");
  if (kind === "answered") return `in ${number(ms) ?? 0} ms`;
  if (kind === "polled") return `${text(status)}, ${number(progress) ?? 0} %`;
  if (kind === "submitted") return `${number(creditsUsed) ?? 0} credits`;
  return kind === "settled" ? text(status) : "";
}
