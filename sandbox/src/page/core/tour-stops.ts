import { find } from "./element.ts";
import { type Json, list, record, records, text } from "./json.ts";
import type { Perform, State } from "./page-state.ts";

export interface Stop {
  readonly words: string;
  /** Discord's by default. */
  readonly tab?: "service";
  /** Selects what the tour points at: the last match. The default is the newest card. */
  readonly at?: string;
  readonly readMs: number;
  readonly person?: "ada" | "ben" | "cleo";
  readonly types?: string;
  readonly when?: (state: State) => boolean;
  readonly act?: () => Promise<boolean>;
}

export const CARD = "#discord .timeline article";
const FILM = `${CARD}:has(video)`;
const COMPOSER = "#discord .composer";
const ENOUGH = 500;
const FULL = 5_000;

export function* videoStops(stateNow: () => State, perform: Perform): Generator<Stop> {
  const before = stateNow().video.tasks.length;
  const task = (state: State) => state.video.tasks[before];
  const command = records(stateNow().discord.commands).find(({ name }) => !/[- ]/.test(text(name)));
  const use = { person: "ada", name: text(command?.name), options: { prompt: "a paper boat in the rain" } };
  yield {
    words: `Ada types /${use.name} a paper boat in the rain.`,
    at: COMPOSER,
    readMs: 1_000,
    person: "ada",
    types: `/${use.name} a paper boat in the rain`,
    act: async () => (await prepare(stateNow(), perform)) && perform("/sandbox/discord/command", use),
  };
  yield {
    words: "The card is there at once. The video costs 95 credits, and they are charged once.",
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
    readMs: 2_500,
    when: (state) => state.discord.isConnected,
  };
  yield {
    words: "The video is there, and Ada was notified.",
    at: FILM,
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

/** A service that does what it should, and an account that can pay; one with enough stays as it is, so that its sums close. */
async function prepare({ video }: State, perform: Perform): Promise<boolean> {
  const isUsual = await perform("/sandbox/scene", { scene: "finishes" });
  return isUsual && (video.credits >= ENOUGH || perform("/sandbox/video/credits", { credits: FULL }));
}

function isShown(url: string): boolean {
  const name =
    url
      .split("/")
      .at(-1)
      ?.replace(/\.mp4.*$/, "") ?? "";
  const films = [...document.querySelectorAll<HTMLElement>("#discord [data-film], #discord .timeline a")];
  return name !== "" && films.some((film) => (film.dataset.film ?? film.getAttribute("href") ?? "").includes(name));
}

const CLIENT = "tour";
const CONTINUE = "continue:";

/** Two videos of Ada's on Discord, of which the second goes on from the first; it ends early where this bot cannot do that. */
export function* sequelStops(stateNow: () => State, perform: Perform): Generator<Stop> {
  const before = stateNow().video.tasks.length;
  const old = new Set(messagesOf(stateNow(), "ada").map(({ id }) => text(id)));
  const command = records(stateNow().discord.commands).find(({ name }) => !/[- ]/.test(text(name)));
  const films = filmsShown().length;
  const card = (state: State) =>
    messagesOf(state, "ada").find((each) => !old.has(text(each.id)) && idIn(each, CONTINUE));
  const formOf = (state: State) =>
    state.discord.seenBy.get("ada")?.forms.findLast(({ client }) => text(client) === CLIENT);

  yield {
    words: `A video has 10 or 15 seconds. Ada types /${text(command?.name)} a harbour in the sun.`,
    at: COMPOSER,
    readMs: 1_000,
    person: "ada",
    types: `/${text(command?.name)} a harbour in the sun`,
    async act() {
      const use = { person: "ada", name: text(command?.name), options: { prompt: "a harbour in the sun" } };
      return (await prepare(stateNow(), perform)) && perform("/sandbox/discord/command", use);
    },
  };
  yield {
    words: "The video is made…",
    readMs: 1_500,
    when: (state) => state.video.tasks.length > before,
  };
  yield {
    words: "It is there…",
    at: FILM,
    readMs: 1_500,
    when: () => filmsShown().length > films,
    act: showEnd,
  };
  yield { words: "… and this is the frame that it ends with.", at: FILM, readMs: 3_000 };
  if (!card(stateNow())) {
    const words = "This bot cannot go on from a video: npx reelay doctor says why.";
    yield { words, readMs: 4_000 };
    return;
  }
  const going = "Ada presses Continue, and says what happens next: night falls.";
  yield {
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
    words: going,
    at: COMPOSER,
    readMs: 300,
    when: (state) => formOf(state) !== undefined,
    act() {
      const filled = { person: "ada", formId: text(formOf(stateNow())?.formId), values: { prompt: "night falls" } };
      return perform("/sandbox/discord/submit", filled);
    },
  };
  yield {
    words: "The new card shows that frame, and says what it goes on from. Only then the second video is paid for.",
    readMs: 5_000,
    when: (state) => state.video.tasks.length > before + 1,
  };
  yield {
    words: "The second part begins with the very frame that the first one ends with. Play it, or go on once more.",
    at: FILM,
    readMs: 5_000,
    when: () => filmsShown().length > films + 1,
  };
}

const filmsShown = () => [...document.querySelectorAll<HTMLVideoElement>(`${FILM} video`)];

async function showEnd(): Promise<boolean> {
  const film = filmsShown().at(-1);
  film?.pause();
  // At its very end a film that loops may begin anew.
  if (film && Number.isFinite(film.duration)) film.currentTime = film.duration - 0.04;
  return true;
}

const KEY = "team_key";
const SPENDERS = "team_spenders";
const RULES = "team_rules";
const APPROVE = "approve:";
const REMOVE = "ask_remove_team_key";
const WIDE = "10000";
const NARROW = "100";

export function teamCommandIn({ discord }: State): string | undefined {
  return discord.commands.map(({ name }) => text(name)).find((name) => name.endsWith("-team"));
}

export function* teamStops(stateNow: () => State, perform: Perform): Generator<Stop> {
  const team = teamCommandIn(stateNow()) ?? "";
  const video = team.replace(/-team$/, "");
  const tasks = stateNow().video.tasks.length;
  const task = (state: State) => state.video.tasks[tasks];
  const old = new Set(["ben", "cleo"].flatMap((person) => messagesOf(stateNow(), person).map(({ id }) => text(id))));
  const fresh = (state: State, person: string) => messagesOf(state, person).filter(({ id }) => !old.has(text(id)));
  const withButton = (state: State, start: string) => fresh(state, "ben").findLast((each) => idIn(each, start));

  const be = (person: string) => find(`#you input[value=${person}]`, HTMLInputElement).click();
  const command = (person: string, name: string, more: Json) =>
    perform("/sandbox/discord/command", { person, name, client: CLIENT, ...more });
  const ask = () => command("cleo", video, { options: { prompt: "a paper boat in the rain", duration: 15 } });
  const press = (start: string) => {
    const message = withButton(stateNow(), start);
    const customId = message && idIn(message, start);
    return perform("/sandbox/discord/press", { person: "ben", messageId: message?.id, customId, client: CLIENT });
  };
  const formOf = (state: State) =>
    state.discord.seenBy.get("ben")?.forms.findLast(({ client }) => text(client) === CLIENT);
  const fill = (words: string, values: Json): Stop => ({
    words,
    at: COMPOSER,
    readMs: 300,
    when: (state) => formOf(state) !== undefined,
    act: () => perform("/sandbox/discord/submit", { person: "ben", formId: text(formOf(stateNow())?.formId), values }),
  });
  const rules = (cap: string) => ({
    team_month: cap,
    ask_above: "95",
    approvals: [stateNow().discord.channels[0]?.id ?? ""],
  });

  const key = `Ben manages the server. With /${team} setup he gives the team a key that everybody here may spend.`;
  yield {
    words: key,
    at: COMPOSER,
    readMs: 1_500,
    person: "ben",
    types: `/${team} setup`,
    act: async () => (await prepare(stateNow(), perform)) && command("ben", team, { subcommand: "setup" }),
  };
  yield {
    words: key,
    readMs: 2_000,
    when: (state) => withButton(state, KEY) !== undefined,
    act: () => press(KEY),
  };
  yield fill(key, { key: "sandbox" });
  yield {
    words: key,
    readMs: 1_500,
    // A key is there once it can be removed.
    when: (state) => withButton(state, REMOVE) !== undefined && formOf(state) === undefined,
    act: () => press(SPENDERS),
  };
  yield fill(key, { everyone: "yes" });
  const asked = "Videos above 95 credits need approval from now on, and the question comes into this channel.";
  yield { words: asked, readMs: 1_500, act: () => press(RULES) };
  yield fill(asked, rules(WIDE));
  yield {
    words: "Cleo has no key of her own. She asks for 15 seconds, which cost 143 credits.",
    at: COMPOSER,
    readMs: 2_000,
    person: "cleo",
    types: `/${video} a paper boat in the rain duration: 15`,
    act: ask,
  };
  yield {
    words: "Nothing is charged yet: her card waits, and the managers are asked below it.",
    readMs: 4_000,
    when: (state) => withButton(state, APPROVE) !== undefined,
    async act() {
      be("ben");
      return true;
    },
  };
  yield { words: "Ben approves it.", readMs: 2_500, act: () => press(APPROVE) };
  yield {
    words: "The video is there. The team's key paid for it, once.",
    at: FILM,
    readMs: 3_500,
    when: (state) => text(task(state)?.status) === "succeeded" && isShown(text(task(state)?.videoUrl)),
  };
  const lowered = `Ben sets a cap of ${NARROW} credits a month, and the team has used more. Cleo asks once more…`;
  yield { words: lowered, at: COMPOSER, readMs: 2_500, act: () => press(RULES) };
  yield fill(lowered, rules(NARROW));
  let seenByCleo = 0;
  yield {
    words: lowered,
    at: COMPOSER,
    readMs: 1_500,
    when: (state) => formOf(state) === undefined,
    act() {
      be("cleo");
      seenByCleo = fresh(stateNow(), "cleo").length;
      return ask();
    },
  };
  yield {
    words: "The cap stops it. Only Cleo sees that, and nothing was charged.",
    readMs: 4_000,
    when: (state) => fresh(state, "cleo").length > seenByCleo,
  };
  yield {
    words: `One video was charged. Now it is your turn: be Ben, and type /${team} report.`,
    tab: "service",
    at: "#service .account",
    readMs: 4_000,
  };
}

function messagesOf({ discord }: State, person: string): readonly Json[] {
  return discord.seenBy.get(person)?.messages ?? [];
}

function idIn(value: unknown, start: string): string | undefined {
  const node = record(value);
  const id = text(node.custom_id);
  if (id.startsWith(start)) return id;
  for (const part of [...records(node.components), ...list(node.accessory ? [node.accessory] : [])]) {
    const found = idIn(part, start);
    if (found !== undefined) return found;
  }
  return undefined;
}
