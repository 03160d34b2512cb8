import { masked, maskedValue } from "../../masked.ts";
import { element } from "../core/element.ts";
import { text } from "../core/json.ts";
import { worded } from "../core/time.ts";
import { drawSegments } from "./segments.ts";
import type { Entry } from "./steps.ts";
import { payloadsOf, wireDetail, wireTitle } from "./wire-words.ts";

const KEPT = 200;

/** One line of the log. Polls of a task that nothing else came between share one. */
interface Line {
  readonly box: HTMLElement;
  readonly polledTask: string | undefined;
  /** Takes one more poll. */
  add(entry: Entry): void;
}

/** What went over the wire, newest first; each line opens to the very payload. */
export function openWireLog(box: HTMLElement): (entry: Entry) => void {
  const list = element("ol", { class: "wire", reversed: true, "aria-label": "What went over the wire, newest first" });
  const nothing = element("p", { class: "hint" }, "Nothing yet.");
  const only = drawSegments({
    name: "wire",
    legend: "Show",
    labels: [
      ["all", "All"],
      ["discord", "Discord"],
      ["slack", "Slack"],
      ["video", "Service"],
    ],
    choose(value) {
      list.dataset.only = value;
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
      list,
    ),
  );
  /** Newest first. */
  const lines: Line[] = [];

  return (entry) => {
    nothing.remove();
    const task = polledTaskOf(entry);
    const others = lines.findIndex(({ polledTask }) => polledTask === undefined);
    const run = others < 0 ? lines : lines.slice(0, others);
    const same = task === undefined ? undefined : run.find(({ polledTask }) => polledTask === task);
    if (same) return same.add(entry);
    const line = drawLine(entry);
    lines.unshift(line);
    list.prepend(line.box);
    while (lines.length > KEPT) lines.pop()?.box.remove();
  };
}

function polledTaskOf({ place, kind, payload }: Entry): string | undefined {
  return place === "video" && kind === "polled" ? text(payload.taskId) : undefined;
}

function drawLine(first: Entry): Line {
  let entry = first;
  const when = element("span", { class: "when" });
  const what = element("span", { class: "what" });
  const detail = element("span", { class: "detail" });
  const payloads = element("div", { class: "payloads" });
  const line = element("details", { class: `is-${entry.kind}` }, element("summary", {}, when, what, detail), payloads);
  const box = element("li", { value: entry.seq, "data-place": entry.place }, line);

  function draw(): void {
    when.textContent = worded(entry.at, "T");
    what.textContent = wireTitle(entry);
    detail.textContent = masked(wireDetail(entry));
    // Written only when somebody looks.
    payloads.replaceChildren(...(line.open ? payloadsOf(entry).flatMap(drawPayload) : []));
  }
  line.addEventListener("toggle", draw);
  draw();
  return {
    box,
    polledTask: polledTaskOf(entry),
    add(next) {
      entry = { ...next, times: entry.times + next.times };
      draw();
    },
  };
}

function drawPayload([name, value]: readonly [string, unknown]): readonly HTMLElement[] {
  const json = JSON.stringify(maskedValue(value), null, 2) ?? "None";
  return [
    element("p", { class: "payload-name" }, name),
    element("pre", { tabindex: 0, role: "group", "aria-label": name }, json),
  ];
}
