import { button, element, find } from "./element.ts";
import { records, text } from "./json.ts";
import type { State } from "./state.ts";

type Perform = (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>;

/** One thing to look at. It is shown once `when` is so, stays long enough to be read, and then `act` is done. */
interface Stop {
  readonly words: string;
  /** The tab that a narrow screen shows meanwhile. */
  readonly tab: "discord" | "service";
  /** What is pointed at: the last one that fits. */
  readonly at: string;
  readonly readMs: number;
  readonly when?: (state: State) => boolean;
  readonly act?: () => Promise<boolean>;
}

const CARD = "#discord .timeline article";
/** Credits with which the tour pays in any case. */
const ENOUGH = 5_000;

export interface Tour {
  /** The page has a newer state. */
  see(): void;
}

/** "Show me": some twenty seconds in which the page does what a person would do, before the real bot. Escape stops it. */
export function openTour(stateNow: () => State, perform: Perform): Tour {
  const words = element("p", { role: "status" });
  const stop = element("button", { type: "button", class: "chip" }, "Stop (Esc)");
  const box = element("section", { class: "tour", "aria-label": "Tour", hidden: true }, words, stop);
  document.body.append(box);
  /** Called at each newer state. */
  let seen = () => {};
  find("#show-me", HTMLElement).append(button("Show me", { class: "chip is-lead" }, play));

  async function play(): Promise<void> {
    const stopped = new AbortController();
    const halt = () => stopped.abort();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && halt();
    stop.addEventListener("click", halt);
    addEventListener("keydown", onKey, { capture: true });
    box.hidden = false;
    try {
      for (const each of stopsOf(stateNow, perform)) if (!(await show(each, stopped.signal))) break;
    } finally {
      stop.removeEventListener("click", halt);
      removeEventListener("keydown", onKey, { capture: true });
      point(undefined);
      box.hidden = true;
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

  return { see: () => seen() };
}

/** The order of things; where the bot cannot be killed it is left alone. */
function* stopsOf(stateNow: () => State, perform: Perform): Generator<Stop> {
  const before = stateNow().video.tasks.length;
  const task = (state: State) => state.video.tasks[before];
  const command = records(stateNow().discord.commands).find(({ name }) => !/[- ]/.test(text(name)));
  const use = { person: "ada", name: text(command?.name), options: { prompt: "a paper boat in the rain" } };
  yield {
    words: `Ada types /${use.name} a paper boat in the rain.`,
    tab: "discord",
    at: "#discord .composer",
    readMs: 2_500,
    async act() {
      find("#you input[value=ada]", HTMLInputElement).click();
      const isUsual = await perform("/sandbox/scene", { scene: "finishes" });
      const isRich = await perform("/sandbox/video/credits", { credits: ENOUGH });
      return isUsual && isRich && perform("/sandbox/discord/command", use);
    },
  };
  yield {
    words: "The card is there at once. The video costs 95 credits, and they are charged once.",
    tab: "discord",
    at: CARD,
    readMs: 4_000,
    when: (state) => task(state) !== undefined,
  };
  if (stateNow().bot?.canBeKilled)
    yield {
      words: "In the middle of it the bot is killed, as by a power cut…",
      tab: "service",
      at: "#service .bot",
      readMs: 2_500,
      act: () => perform("/sandbox/bot/kill", {}),
    };
  yield {
    words: "It goes on where it was, and tells how far the video is.",
    tab: "discord",
    at: CARD,
    readMs: 2_500,
    when: (state) => state.discord.isConnected,
  };
  yield {
    words: "The video is there, and Ada was notified.",
    tab: "discord",
    at: "#discord .timeline article:has(video)",
    readMs: 3_500,
    when: (state) => text(task(state)?.status) === "succeeded" && isShown(text(task(state)?.videoUrl)),
  };
  yield {
    words: "It was charged once. Now it is your turn: choose another scene, or type /video.",
    tab: "service",
    at: "#service .account",
    readMs: 4_000,
  };
}

/** Whether the page shows that film. */
function isShown(url: string): boolean {
  const name =
    url
      .split("/")
      .at(-1)
      ?.replace(/\.mp4.*$/, "") ?? "";
  const films = [...document.querySelectorAll<HTMLElement>("#discord [data-film], #discord .timeline a")];
  return name !== "" && films.some((film) => (film.dataset.film ?? film.getAttribute("href") ?? "").includes(name));
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
