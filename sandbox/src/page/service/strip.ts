import { masked, maskedValue } from "../../masked.ts";
import { button, element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import { worded } from "../core/time.ts";
import { type Act, actsIn, type Entry, type Step, titleOf } from "./steps.ts";
import { wireDetail, wireTitle } from "./words.ts";

const KEPT = 600;

export function openStrip(openedAt: number, nameOf: (personId: string) => string) {
  const box = find("#strip", HTMLElement);
  const title = element("p", { class: "act" });
  const steps = element("ol", { class: "steps", tabindex: 0, "aria-label": "Steps, first to last" });
  const older = button("‹", { class: "chip", "aria-label": "Earlier action" }, () => turn(-1));
  const newer = button("›", { class: "chip", "aria-label": "Later action" }, () => turn(1));
  const turns = element("span", { class: "turn" }, older, newer);
  box.append(element("h2", {}, "What just happened"), title, turns, steps);

  let entries: readonly Entry[] = [];
  let read: { readonly of: readonly Entry[]; readonly acts: readonly Act[] } = { of: entries, acts: [] };
  let drawn = "";
  let chosen: number | undefined;

  function acts(): readonly Act[] {
    if (read.of !== entries)
      read = { of: entries, acts: actsIn(entries).filter(({ seq, isPaid }) => seq > openedAt || isPaid) };
    return read.acts;
  }

  function turn(by: 1 | -1): void {
    const all = acts();
    const at = all.findIndex(({ seq }) => seq === chosen);
    const next = all[(at < 0 ? all.length - 1 : at) + by];
    chosen = next === all.at(-1) ? undefined : next?.seq;
    draw();
  }

  function draw(): void {
    const all = acts();
    const act = all.find(({ seq }) => seq === chosen) ?? all.at(-1);
    const fresh = JSON.stringify([act, all.length, chosen]);
    if (fresh === drawn) return;
    drawn = fresh;
    older.disabled = act === undefined || act === all[0];
    newer.disabled = act === all.at(-1);
    title.textContent = act
      ? masked(titleOfAct(act))
      : "Nothing yet. Use a command: its steps appear here, as the platforms and the service see them.";
    steps.replaceChildren(...(act?.steps ?? []).map(drawStep));
    steps.hidden = act === undefined;
    turns.hidden = all.length < 2;
  }

  const titleOfAct = (act: Act) => `${nameOf(act.personId)} on ${titleOf(act.place)}: ${act.label}`;

  return {
    add(entry: Entry) {
      entries = withEntry(entries, entry);
    },
    draw,
    acts,
  };
}

/** Only counts polls, because they must not push out what a person did. */
function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const { kind, payload } = entry;
  const isSame = (other: Entry) => other.kind === "polled" && other.payload.taskId === payload.taskId;
  if (kind !== "polled" || !entries.some(isSame)) return [...entries.slice(1 - KEPT), entry];
  return entries.map((other) => (isSame(other) ? { ...other, times: other.times + entry.times } : other));
}

const stateWords: Readonly<Record<Step["state"], string>> = { done: "", wait: "still to come", trouble: "trouble" };

function drawStep({ label, detail, state }: Step): HTMLElement {
  return element(
    "li",
    { class: `is-${state}` },
    element("strong", {}, label),
    stateWords[state] && element("span", { class: "unseen" }, ` (${stateWords[state]})`),
    element("span", { class: "detail" }, masked(detail)),
  );
}

const STEPS_KEPT = 200;

type Line = ReturnType<typeof drawLine>;

export function openWireLog(box: HTMLElement): (entry: Entry) => void {
  const list = element("ol", { class: "wire", reversed: true, "aria-label": "Requests and messages, newest first" });
  const nothing = element("p", { class: "hint" }, "Nothing yet.");
  box.append(
    element("details", { class: "wire-log" }, element("summary", {}, "All requests and messages"), nothing, list),
  );
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
    while (lines.length > STEPS_KEPT) lines.pop()?.box.remove();
  };
}

function polledTaskOf({ place, kind, payload }: Entry): string | undefined {
  return place === "video" && kind === "polled" ? text(payload.taskId) : undefined;
}

function drawLine(first: Entry) {
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
    payloads.replaceChildren(...(line.open ? [drawPayload(entry.payload)] : []));
  }
  line.addEventListener("toggle", draw);
  draw();
  return {
    box,
    polledTask: polledTaskOf(entry),
    add(next: Entry) {
      entry = { ...next, times: entry.times + next.times };
      draw();
    },
  };
}

function drawPayload(payload: unknown): HTMLElement {
  const json = JSON.stringify(maskedValue(payload), null, 2);
  return element("pre", { tabindex: 0, role: "group", "aria-label": "Payload" }, json);
}
