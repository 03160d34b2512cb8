import { find } from "./element.ts";
import { records, text } from "./json.ts";
import { idIn, messagesOf } from "./seen-on-discord.ts";
import type { State } from "./state.ts";
import { CARD, ENOUGH, type Perform, type Stop } from "./tour-stops.ts";

/** A form that the tour fills in opens nowhere else. */
const CLIENT = "tour";
/** How the bot's own name of *Continue* begins. */
const CONTINUE = "continue:";
const FILM = "#discord .timeline article:has(video)";

/** Two videos of Ada's on Discord, of which the second goes on from the first; it ends early where this bot cannot do that. */
export function* sequelStops(stateNow: () => State, perform: Perform): Generator<Stop> {
  const before = stateNow().video.tasks.length;
  const old = new Set(messagesOf(stateNow(), "ada").map(({ id }) => text(id)));
  const command = records(stateNow().discord.commands).find(({ name }) => !/[- ]/.test(text(name)));
  const films = filmsShown().length;
  /** The card from which a video can go on. */
  const card = (state: State) =>
    messagesOf(state, "ada").find((each) => !old.has(text(each.id)) && idIn(each, CONTINUE));
  const formOf = (state: State) =>
    state.discord.seenBy.get("ada")?.forms.findLast(({ client }) => text(client) === CLIENT);
  const onDiscord = { tab: "discord" } as const;

  yield {
    ...onDiscord,
    words: `A video has 10 or 15 seconds. Ada types /${text(command?.name)} a harbour in the sun.`,
    at: "#discord .composer",
    readMs: 2_500,
    async act() {
      find("#you input[value=ada]", HTMLInputElement).click();
      const isUsual = await perform("/sandbox/scene", { scene: "finishes" });
      const isRich = await perform("/sandbox/video/credits", { credits: ENOUGH });
      const use = { person: "ada", name: text(command?.name), options: { prompt: "a harbour in the sun" } };
      return isUsual && isRich && perform("/sandbox/discord/command", use);
    },
  };
  yield {
    ...onDiscord,
    words: "The video is made…",
    at: CARD,
    readMs: 1_500,
    when: (state) => state.video.tasks.length > before,
  };
  yield {
    ...onDiscord,
    words: "It is there…",
    at: FILM,
    readMs: 1_500,
    when: () => filmsShown().length > films,
    act: showEnd,
  };
  yield { ...onDiscord, words: "… and this is the frame that it ends with.", at: FILM, readMs: 3_000 };
  if (!card(stateNow())) {
    const words = "This bot cannot go on from a video: npm run doctor says why.";
    yield { ...onDiscord, words, at: CARD, readMs: 4_000 };
    return;
  }
  const going = "Ada presses Continue, and says what happens next: night falls.";
  yield {
    ...onDiscord,
    words: going,
    at: FILM,
    readMs: 2_500,
    act() {
      const message = card(stateNow());
      const press = { person: "ada", messageId: message?.id, customId: idIn(message, CONTINUE), client: CLIENT };
      return perform("/sandbox/discord/press", press);
    },
  };
  yield {
    ...onDiscord,
    words: going,
    at: "#discord .composer",
    readMs: 300,
    when: (state) => formOf(state) !== undefined,
    act() {
      const filled = { person: "ada", formId: text(formOf(stateNow())?.formId), values: { prompt: "night falls" } };
      return perform("/sandbox/discord/submit", filled);
    },
  };
  yield {
    ...onDiscord,
    words: "The new card shows that frame, and says what it goes on from. Only then the second video is paid for.",
    at: CARD,
    readMs: 5_000,
    when: (state) => state.video.tasks.length > before + 1,
  };
  yield {
    ...onDiscord,
    words: "The second part begins with the very frame that the first one ends with. Play it, or go on once more.",
    at: FILM,
    readMs: 5_000,
    when: () => filmsShown().length > films + 1,
  };
}

const filmsShown = () => [...document.querySelectorAll<HTMLVideoElement>(`${FILM} video`)];

/** Stops the newest film at its last frame. */
async function showEnd(): Promise<boolean> {
  const film = filmsShown().at(-1);
  film?.pause();
  // At its very end a film that loops may begin anew.
  if (film && Number.isFinite(film.duration)) film.currentTime = film.duration - 0.04;
  return true;
}
