import { find } from "./element.ts";
import { records, text } from "./json.ts";
import type { State } from "./state.ts";

export type Perform = (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>;

/** One thing to look at. It is shown once `when` is so, stays long enough to be read, and then `act` is done. */
export interface Stop {
  readonly words: string;
  /** The tab that a narrow screen shows meanwhile. */
  readonly tab: "discord" | "service";
  /** What is pointed at: the last one that fits. */
  readonly at: string;
  readonly readMs: number;
  readonly when?: (state: State) => boolean;
  readonly act?: () => Promise<boolean>;
}

export const CARD = "#discord .timeline article";
/** Credits with which the tour pays in any case. */
export const ENOUGH = 5_000;

/** One video of Ada's; where the bot cannot be killed it is left alone. */
export function* videoStops(stateNow: () => State, perform: Perform): Generator<Stop> {
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
export function isShown(url: string): boolean {
  const name =
    url
      .split("/")
      .at(-1)
      ?.replace(/\.mp4.*$/, "") ?? "";
  const films = [...document.querySelectorAll<HTMLElement>("#discord [data-film], #discord .timeline a")];
  return name !== "" && films.some((film) => (film.dataset.film ?? film.getAttribute("href") ?? "").includes(name));
}
