import { button, element, find } from "./element.ts";
import type { Perform, State } from "./page-state.ts";
import { CARD, type Stop, teamCommandIn, tourStops } from "./tour-stops.ts";

export function openTour(stateNow: () => State, perform: Perform) {
  const words = element("p", { role: "status" });
  const stop = element("button", { type: "button", class: "chip" }, "Stop (Esc)");
  const box = element("section", { class: "tour", "aria-label": "Tour", hidden: true }, words, stop);
  // In the page's own flow, and not over it: so the words cover nothing that they are about.
  find("main", HTMLElement).before(box);
  let seen = () => {};
  const tours = tourStops(stateNow, perform);
  const video = button("Show me", { class: "chip is-lead" }, () => play(tours.video()));
  const sequel = button("Show a sequel", { class: "chip" }, () => play(tours.sequel()));
  const team = button("Show a team", { class: "chip" }, () => play(tours.team()));
  const all = [video, sequel, team];
  find("#show-me", HTMLElement).append(...all);

  async function play(stops: Iterable<Stop>): Promise<void> {
    const stopped = new AbortController();
    const halt = () => stopped.abort();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && halt();
    stop.addEventListener("click", halt);
    addEventListener("keydown", onKey, { capture: true });
    for (const each of all) each.disabled = true;
    box.hidden = false;
    try {
      for (const each of stops) if (!(await show(each, stopped.signal))) break;
    } finally {
      stop.removeEventListener("click", halt);
      removeEventListener("keydown", onKey, { capture: true });
      point(undefined);
      box.hidden = true;
      for (const each of all) each.disabled = false;
      seen = () => {};
    }
  }

  async function show(next: Stop, signal: AbortSignal): Promise<boolean> {
    await until(() => next.when?.(stateNow()) ?? true, signal);
    if (signal.aborted) return false;
    if (next.person) find(`#you input[value=${next.person}]`, HTMLInputElement).click();
    find(`#tab-${next.tab ?? "discord"}`, HTMLElement).click();
    words.textContent = next.words;
    const at = [...document.querySelectorAll<HTMLElement>(next.at ?? CARD)].at(-1);
    point(at);
    if (next.types !== undefined) await typeOut(next.types, signal);
    await pause(next.readMs, signal);
    const isOn = !signal.aborted && ((await next.act?.()) ?? true);
    if (next.types !== undefined) write("");
    return isOn;
  }

  function until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      seen = () => {
        if (signal.aborted || isSo()) done();
      };
      signal.addEventListener("abort", () => done(), { once: true });
      seen();
    });
  }

  return {
    see() {
      team.hidden = teamCommandIn(stateNow()) === undefined;
      seen();
    },
  };
}

function point(at: HTMLElement | undefined): void {
  for (const marked of document.querySelectorAll<HTMLElement>("[data-pointed]")) delete marked.dataset.pointed;
  if (!at) return;
  at.dataset.pointed = "";
  at.scrollIntoView({ block: "nearest" });
}

const TYPING_MS = 35;

async function typeOut(typed: string, signal: AbortSignal): Promise<void> {
  for (let letters = 1; letters <= typed.length && !signal.aborted; letters += 1) {
    write(typed.slice(0, letters));
    await pause(TYPING_MS, signal);
  }
}

function write(words: string): void {
  const line = document.querySelector<HTMLInputElement>("#discord .composer input[role=combobox]");
  if (line) line.value = words;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
}
