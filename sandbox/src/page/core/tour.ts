import { button, element, find } from "./element.ts";
import type { State } from "./page-state.ts";
import { type Perform, type Stop, sequelStops, teamCommandIn, teamStops, videoStops } from "./tour-stops.ts";

export interface Tour {
  /** The page has a newer state. */
  see(): void;
}

/**
 * "Show me", "Show a sequel" and "Show a team": some twenty seconds, or forty, in which the page does what people would do,
 * before the real bot. Escape stops it.
 */
export function openTour(stateNow: () => State, perform: Perform): Tour {
  const words = element("p", { role: "status" });
  const stop = element("button", { type: "button", class: "chip" }, "Stop (Esc)");
  const box = element("section", { class: "tour", "aria-label": "Tour", hidden: true }, words, stop);
  document.body.append(box);
  /** Called at each newer state. */
  let seen = () => {};
  const video = button("Show me", { class: "chip is-lead" }, () => play(videoStops(stateNow, perform)));
  const sequel = button("Show a sequel", { class: "chip" }, () => play(sequelStops(stateNow, perform)));
  const team = button("Show a team", { class: "chip" }, () => play(teamStops(stateNow, perform)));
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

  /** False where the tour ends here. */
  async function show({ words: said, tab, at, readMs, when, act }: Stop, signal: AbortSignal): Promise<boolean> {
    await until(() => when?.(stateNow()) ?? true, signal);
    if (signal.aborted) return false;
    find(`#tab-${tab}`, HTMLElement).click();
    words.textContent = said;
    point([...document.querySelectorAll<HTMLElement>(at)].at(-1));
    await pause(readMs, signal);
    return !signal.aborted && ((await act?.()) ?? true);
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
      // Another bot may have no teams.
      team.hidden = teamCommandIn(stateNow()) === undefined;
      seen();
    },
  };
}

/** Marks what is looked at, and nothing else. */
function point(at: HTMLElement | undefined): void {
  for (const marked of document.querySelectorAll<HTMLElement>("[data-pointed]")) delete marked.dataset.pointed;
  if (!at) return;
  at.dataset.pointed = "";
  at.scrollIntoView({ block: "nearest" });
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
