import { masked } from "../../masked.ts";
import { button, element, find } from "../core/element.ts";
import { type Act, actsIn, type Entry, type Step, titleOf } from "./steps.ts";

/** At most this many entries are looked at; a long film with many edits is some hundred. */
const KEPT = 600;

export interface Strip {
  hear(entry: Entry): void;
  draw(): void;
}

/** "What just happened": the steps of the newest act, or of an earlier one that was chosen. */
export function openStrip(openedAt: number, nameOf: (personId: string) => string): Strip {
  const box = find("#strip", HTMLElement);
  const title = element("p", { class: "act" });
  const steps = element("ol", { class: "steps", tabindex: 0, "aria-label": "Steps, first to last" });
  const older = button("‹", { class: "chip", "aria-label": "Earlier act" }, () => turn(-1));
  const newer = button("›", { class: "chip", "aria-label": "Later act" }, () => turn(1));
  const turns = element("span", { class: "turn" }, older, newer);
  box.append(element("h2", {}, "What just happened"), title, turns, steps);

  let entries: readonly Entry[] = [];
  /** As far as they have been read. */
  let read: { readonly of: readonly Entry[]; readonly acts: readonly Act[] } = { of: entries, acts: [] };
  let drawn = "";
  /** The act that somebody went back to; undefined follows the newest. */
  let chosen: number | undefined;

  /** An act from before the page came is shown where it asked for a video: the rest was the world's beginning. */
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
      : "Nothing yet. Use a command, and its way is told here as seen on the wire.";
    steps.replaceChildren(...(act?.steps ?? []).map(drawStep));
    steps.hidden = act === undefined;
    turns.hidden = all.length < 2;
  }

  const titleOfAct = (act: Act) => `${nameOf(act.personId)} on ${titleOf(act.place)}: ${act.label}`;

  return {
    hear(entry) {
      entries = withEntry(entries, entry);
    },
    draw,
  };
}

/** Polls are only counted, at the first one of their task: however many there are, what a person did is not forgotten. */
function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const { kind, payload } = entry;
  const isSame = (other: Entry) => other.kind === "polled" && other.payload.taskId === payload.taskId;
  if (kind !== "polled" || !entries.some(isSame)) return [...entries.slice(1 - KEPT), entry];
  return entries.map((other) => (isSame(other) ? { ...other, times: other.times + entry.times } : other));
}

const said: Readonly<Record<Step["state"], string>> = { done: "", wait: "still to come", trouble: "trouble" };

function drawStep({ label, detail, state }: Step): HTMLElement {
  return element(
    "li",
    { class: `is-${state}` },
    element("strong", {}, label),
    said[state] && element("span", { class: "unseen" }, ` (${said[state]})`),
    element("span", { class: "detail" }, masked(detail)),
  );
}
