import { button, element, find } from "./element.ts";
import { type Json, list, number, record, records, text } from "./json.ts";
import type { Perform, State } from "./page-state.ts";

type PersonId = "ada" | "ben" | "cleo";

export interface Stop {
  readonly words: string;
  readonly tab?: "service";
  /** The tour points at the last match; by default at the newest card. */
  readonly at?: string;
  readonly readMs: number;
  readonly person?: PersonId;
  readonly types?: string;
  readonly when?: (state: State) => boolean;
  readonly act?: () => Promise<boolean>;
}

const CARD = "#discord .timeline article";
const FILM = `${CARD}:has(video)`;
const COMPOSER = "#discord .composer";
const ACCOUNT = { tab: "service", at: "#service .account", readMs: 4_000 } as const;
const ENOUGH = 500;
const FULL = 5_000;
const SOON_MS = 5_000;
const BOAT = "a paper boat in the rain";
/** No tab has this client, so a form that a tour opens is not shown. */
const CLIENT = "tour";

const CONTINUE = "continue:";
const KEY = "team_key";
const SPENDERS = "team_spenders";
const RULES = "team_rules";
const APPROVE = "approve:";
const REMOVE = "ask_remove_team_key";
const WIDE = "10000";
const NARROW = "100";

function teamCommandIn({ discord }: State): string | undefined {
  return discord.commands.map(({ name }) => text(name)).find((name) => name.endsWith("-team"));
}

function tourStops(stateNow: () => State, perform: Perform) {
  const messages = (person: PersonId) => stateNow().discord.seenBy.get(person)?.messages ?? [];
  const tasks = () => stateNow().video.tasks;
  const priceOf = (seconds: number) =>
    stateNow().video.prices.find(({ resolution, duration }) => resolution === "480p" && duration === seconds)?.price ??
    0;
  const hasForm = (person: PersonId) => formOf(person) !== undefined;
  const formOf = (person: PersonId) =>
    stateNow()
      .discord.seenBy.get(person)
      ?.forms.findLast(({ client }) => text(client) === CLIENT);
  const videoCommand = () =>
    text(records(stateNow().discord.commands).find(({ name }) => !/[- ]/.test(text(name)))?.name);
  const command = (person: PersonId, name: string, more: Json) =>
    perform("/sandbox/discord/command", { person, name, client: CLIENT, ...more });

  /** Prepares what a tour needs. An account with enough credits is unchanged, because its sums must add up. */
  async function prepare(): Promise<boolean> {
    const { video, refusedWords, discord, now } = stateNow();
    const channels = find("#discord .channel", HTMLSelectElement);
    channels.value = discord.channels[0]?.id ?? "";
    channels.dispatchEvent(new Event("change"));
    if (!(await perform("/sandbox/scene", { scene: "finishes" }))) return false;
    if (refusedWords !== "" && !(await perform("/sandbox/policy", { words: "" }))) return false;
    const long = video.tasks.filter((task) => task.status === "running" && (number(task.endsAt) ?? 0) > now + SOON_MS);
    for (const { id } of long) await perform("/sandbox/video/settle", { taskId: id, status: "succeeded" });
    return video.credits >= ENOUGH || perform("/sandbox/video/credits", { credits: FULL });
  }

  /** Presses the newest button whose id begins with `start`. */
  function press(person: PersonId, start: string, among: readonly Json[]): Promise<boolean> {
    const message = among.findLast((each) => idIn(each, start));
    const customId = message && idIn(message, start);
    return perform("/sandbox/discord/press", { person, messageId: message?.id, customId, client: CLIENT });
  }

  const fill = (person: PersonId, words: string, values: Json): Stop => ({
    words,
    at: COMPOSER,
    readMs: 300,
    when: () => hasForm(person),
    act: () => perform("/sandbox/discord/submit", { person, formId: text(formOf(person)?.formId), values }),
  });

  const ready = (films: number, words: string): Stop => ({
    words,
    at: FILM,
    readMs: 3_500,
    when: () => filmsShown().length > films,
  });

  function* video(): Generator<Stop> {
    const before = tasks().length;
    const films = filmsShown().length;
    const name = videoCommand();
    yield {
      words: `Ada types /${name} ${BOAT}.`,
      at: COMPOSER,
      readMs: 1_000,
      person: "ada",
      types: `/${name} ${BOAT}`,
      act: async () => (await prepare()) && command("ada", name, { options: { prompt: BOAT } }),
    };
    yield {
      words: `The card is there at once. The video costs ${priceOf(10)} credits, and they are charged once.`,
      readMs: 4_000,
      when: () => tasks().length > before,
    };
    if (stateNow().bot?.canBeKilled)
      yield {
        words: "Now the bot is killed mid-video, as in a power cut…",
        tab: "service",
        at: "#service .bot",
        readMs: 2_500,
        act: () => perform("/sandbox/bot/kill", {}),
      };
    yield {
      words: "It continues where it stopped, and shows the progress.",
      readMs: 2_500,
      when: (state) => state.discord.isConnected,
    };
    yield ready(films, "The video is there, and Ada was notified.");
    yield { ...ACCOUNT, words: "It was charged once. Now it is your turn: choose another scene, or type /video." };
  }

  function* sequel(): Generator<Stop> {
    const before = tasks().length;
    const films = filmsShown().length;
    const old = new Set(messages("ada").map(({ id }) => text(id)));
    const prompt = "a harbour in the sun";
    const name = videoCommand();
    yield {
      words: `A video is 10 or 15 seconds long. Ada types /${name} ${prompt}.`,
      at: COMPOSER,
      readMs: 1_000,
      person: "ada",
      types: `/${name} ${prompt}`,
      act: async () => (await prepare()) && command("ada", name, { options: { prompt } }),
    };
    yield { words: "The video is made…", readMs: 1_500, when: () => tasks().length > before };
    yield { words: "It is there…", at: FILM, readMs: 1_500, when: () => filmsShown().length > films, act: showEnd };
    yield { words: "… and this is the frame that it ends with.", at: FILM, readMs: 3_000 };
    const fresh = messages("ada").filter((each) => !old.has(text(each.id)));
    if (!fresh.some((each) => idIn(each, CONTINUE))) {
      yield { words: "This bot cannot continue a video: npx reelay doctor shows why.", readMs: 4_000 };
      return;
    }
    const going = "Ada presses Continue, and types what happens next: night falls.";
    yield { words: going, at: FILM, readMs: 2_500, act: () => press("ada", CONTINUE, fresh) };
    yield fill("ada", going, { prompt: "night falls" });
    yield {
      words:
        "The new card shows that frame, and names the video that it continues. Only then is the second one paid for.",
      readMs: 5_000,
      when: () => tasks().length > before + 1,
    };
    yield {
      words: "The second part begins with the frame that the first one ends with. Play it, or continue once more.",
      at: FILM,
      readMs: 5_000,
      when: () => filmsShown().length > films + 1,
    };
  }

  function* team(): Generator<Stop> {
    const setup = teamCommandIn(stateNow()) ?? "";
    const name = setup.replace(/-team$/, "");
    const films = filmsShown().length;
    const old = new Set([...messages("ben"), ...messages("cleo")].map(({ id }) => text(id)));
    const fresh = (person: PersonId) => messages(person).filter(({ id }) => !old.has(text(id)));
    const has = (start: string) => fresh("ben").some((each) => idIn(each, start));
    const bens = (start: string) => press("ben", start, fresh("ben"));
    const be = (person: PersonId) => find(`#you input[value=${person}]`, HTMLInputElement).click();
    // Cleo may have a key of her own by now.
    const ask = () => command("cleo", name, { options: { prompt: BOAT, duration: 15, pay: "team" } });
    const rules = (cap: string) => ({
      team_caps: cap,
      person_caps: "",
      ask_above: String(priceOf(10)),
      approvals: [stateNow().discord.channels[0]?.id ?? ""],
    });

    const key = `Ben manages the server. With /${setup} setup he gives the team a key that everybody here may use.`;
    yield {
      words: key,
      at: COMPOSER,
      readMs: 1_500,
      person: "ben",
      types: `/${setup} setup`,
      act: async () => (await prepare()) && command("ben", setup, { subcommand: "setup" }),
    };
    yield { words: key, readMs: 2_000, when: () => has(KEY), act: () => bens(KEY) };
    yield fill("ben", key, { key: "sandbox" });
    // The key is there once it can be removed.
    const isThere = () => has(REMOVE) && !hasForm("ben");
    yield { words: key, readMs: 1_500, when: isThere, act: () => bens(SPENDERS) };
    yield fill("ben", key, { everyone: "yes" });
    const asked = `Videos above ${priceOf(10)} credits need approval from now on, and the question comes into this channel.`;
    yield { words: asked, readMs: 1_500, act: () => bens(RULES) };
    yield fill("ben", asked, rules(WIDE));
    yield {
      words: `Cleo asks for 15 seconds, which cost ${priceOf(15)} credits, and lets the team pay.`,
      at: COMPOSER,
      readMs: 2_000,
      person: "cleo",
      types: `/${name} ${BOAT} duration: 15 pay: team`,
      act: ask,
    };
    yield {
      words: "Nothing is charged yet: her card waits, and the managers are asked below it.",
      readMs: 4_000,
      when: () => has(APPROVE),
    };
    yield { words: "Ben approves it.", readMs: 2_500, person: "ben", act: () => bens(APPROVE) };
    yield ready(films, "The video is there. The team's key paid for it, once.");
    const lowered = `Ben sets a cap of ${NARROW} credits a month, and the team has used more. Cleo asks once more…`;
    yield { words: lowered, at: COMPOSER, readMs: 2_500, act: () => bens(RULES) };
    yield fill("ben", lowered, rules(NARROW));
    let seenByCleo = 0;
    yield {
      words: lowered,
      at: COMPOSER,
      readMs: 1_500,
      when: () => !hasForm("ben"),
      act() {
        be("cleo");
        seenByCleo = fresh("cleo").length;
        return ask();
      },
    };
    yield {
      words: "The cap stops it. Only Cleo sees that, and nothing was charged.",
      readMs: 4_000,
      when: () => fresh("cleo").length > seenByCleo,
    };
    yield { ...ACCOUNT, words: `One video was charged. Now it is your turn: be Ben, and type /${setup} report.` };
  }

  return { video, sequel, team };
}

const filmsShown = () => [...document.querySelectorAll<HTMLVideoElement>(`${FILM} video`)];

async function showEnd(): Promise<boolean> {
  const film = filmsShown().at(-1);
  if (film?.readyState === 0)
    await new Promise((done) => {
      for (const event of ["loadedmetadata", "error"]) film.addEventListener(event, done, { once: true });
    });
  film?.pause();
  // At its very end, a looping film may start over.
  if (film && Number.isFinite(film.duration)) film.currentTime = film.duration - 0.04;
  return true;
}

function idIn(value: unknown, start: string): string | undefined {
  const node = record(value);
  const id = text(node.custom_id);
  if (id.startsWith(start)) return id;
  for (const part of [...records(node.components), ...list(node.accessory ? [node.accessory] : [])]) {
    const inner = idIn(part, start);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const TIMEOUT_MS = 60_000;

const NO_FURTHER: Stop = {
  words:
    "The tour ends here, because the bot did not respond as expected. To start over, press Reset in the service's part.",
  tab: "service",
  at: "#service .bot",
  readMs: 8_000,
};

export function openTour(stateNow: () => State, perform: Perform) {
  const words = element("p", { role: "status" });
  const stop = element("button", { type: "button", class: "chip" }, "Stop (Esc)");
  const box = element("section", { class: "tour", "aria-label": "Tour", hidden: true }, words, stop);
  // Above the page, where it does not cover what it explains.
  find("main", HTMLElement).before(box);
  let seen = () => {};
  let running: { halt(): void; readonly over: Promise<void> } | undefined;
  const tours = tourStops(stateNow, perform);
  const video = button("Show me", { class: "chip is-lead" }, () => begin(tours.video));
  const sequel = button("Show a sequel", { class: "chip" }, () => begin(tours.sequel));
  const team = button("Show a team", { class: "chip" }, () => begin(tours.team));
  find("#show-me", HTMLElement).append(video, sequel, team);

  async function begin(stops: () => Iterable<Stop>): Promise<void> {
    running?.halt();
    await running?.over;
    const stopped = new AbortController();
    const over = play(stops(), stopped);
    running = { halt: () => stopped.abort(), over };
    await over;
  }

  async function play(stops: Iterable<Stop>, stopped: AbortController): Promise<void> {
    const halt = () => stopped.abort();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && halt();
    stop.addEventListener("click", halt);
    addEventListener("keydown", onKey, { capture: true });
    box.hidden = false;
    try {
      for (const each of stops) if (!(await show(each, stopped.signal))) break;
    } finally {
      stop.removeEventListener("click", halt);
      removeEventListener("keydown", onKey, { capture: true });
      point(undefined);
      box.hidden = true;
      seen = () => {};
    }
  }

  async function show(next: Stop, signal: AbortSignal): Promise<boolean> {
    const isThere = await until(() => next.when?.(stateNow()) ?? true, signal);
    if (signal.aborted) return false;
    if (!isThere) {
      await show(NO_FURTHER, signal);
      return false;
    }
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

  function until(isSo: () => boolean, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isThere: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stopped);
        resolve(isThere);
      };
      const stopped = () => end(false);
      const timer = setTimeout(stopped, TIMEOUT_MS);
      signal.addEventListener("abort", stopped);
      seen = () => isSo() && end(true);
      if (signal.aborted) stopped();
      else seen();
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
  const line = document.querySelector<HTMLInputElement>("#discord .composer [role=combobox]");
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
