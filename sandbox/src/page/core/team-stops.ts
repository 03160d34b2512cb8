import { find } from "./element.ts";
import { type Json, text } from "./json.ts";
import { idIn, messagesOf } from "./seen-on-discord.ts";
import type { State } from "./state.ts";
import { CARD, ENOUGH, isShown, type Perform, type Stop } from "./tour-stops.ts";

/** Forms that the tour fills in open nowhere else. */
const CLIENT = "tour";
/** The bot's own names of the buttons that the tour presses. */
const KEY = "team_key";
const SPENDERS = "team_spenders";
const RULES = "team_rules";
const APPROVE = "approve:";
const REMOVE = "ask_remove_team_key";
/** Credits a month: more than the tour ever needs, and less than it has used at its end. */
const WIDE = "10000";
const NARROW = "100";

/** The bot's command for a team's key; undefined where it has none. */
export function teamCommandIn({ discord }: State): string | undefined {
  return discord.commands.map(({ name }) => text(name)).find((name) => name.endsWith("-team"));
}

/** A team on Discord: Ben sets it up and approves a video of Cleo's, and its cap stops the next one. */
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
  /** Fills in the form that is open for the tour. */
  const fill = (words: string, values: Json): Stop => ({
    words,
    tab: "discord",
    at: "#discord .composer",
    readMs: 300,
    when: (state) => formOf(state) !== undefined,
    act: () => perform("/sandbox/discord/submit", { person: "ben", formId: text(formOf(stateNow())?.formId), values }),
  });
  const rules = (cap: string) => ({
    team_month: cap,
    ask_above: "95",
    approvals: [stateNow().discord.channels[0]?.id ?? ""],
  });
  const onDiscord = { tab: "discord" } as const;

  const key = `Ben manages the server. With /${team} setup he gives the team a key that everybody here may spend.`;
  yield {
    ...onDiscord,
    words: key,
    at: "#discord .composer",
    readMs: 2_500,
    async act() {
      be("ben");
      const isUsual = await perform("/sandbox/scene", { scene: "finishes" });
      const isRich = await perform("/sandbox/video/credits", { credits: ENOUGH });
      return isUsual && isRich && command("ben", team, { subcommand: "setup" });
    },
  };
  yield {
    ...onDiscord,
    words: key,
    at: CARD,
    readMs: 2_000,
    when: (state) => withButton(state, KEY) !== undefined,
    act: () => press(KEY),
  };
  yield fill(key, { key: "sandbox" });
  yield {
    ...onDiscord,
    words: key,
    at: CARD,
    readMs: 1_500,
    // A key is there once it can be removed.
    when: (state) => withButton(state, REMOVE) !== undefined && formOf(state) === undefined,
    act: () => press(SPENDERS),
  };
  yield fill(key, { everyone: "yes" });
  const asked = "Videos above 95 credits need approval from now on, and the question comes into this channel.";
  yield { ...onDiscord, words: asked, at: CARD, readMs: 1_500, act: () => press(RULES) };
  yield fill(asked, rules(WIDE));
  yield {
    ...onDiscord,
    words: "Cleo has no key of her own. She asks for 15 seconds, which cost 143 credits.",
    at: "#discord .composer",
    readMs: 3_500,
    act() {
      be("cleo");
      return ask();
    },
  };
  yield {
    ...onDiscord,
    words: "Nothing is charged yet: her card waits, and the managers are asked below it.",
    at: CARD,
    readMs: 4_000,
    when: (state) => withButton(state, APPROVE) !== undefined,
    async act() {
      be("ben");
      return true;
    },
  };
  yield { ...onDiscord, words: "Ben approves it.", at: CARD, readMs: 2_500, act: () => press(APPROVE) };
  yield {
    ...onDiscord,
    words: "The video is there. The team's key paid for it, once.",
    at: "#discord .timeline article:has(video)",
    readMs: 3_500,
    when: (state) => text(task(state)?.status) === "succeeded" && isShown(text(task(state)?.videoUrl)),
  };
  const lowered = `Ben sets a cap of ${NARROW} credits a month, and the team has used more. Cleo asks once more…`;
  yield { ...onDiscord, words: lowered, at: "#discord .composer", readMs: 2_500, act: () => press(RULES) };
  yield fill(lowered, rules(NARROW));
  let seenByCleo = 0;
  yield {
    ...onDiscord,
    words: lowered,
    at: "#discord .composer",
    readMs: 1_500,
    when: (state) => formOf(state) === undefined,
    act() {
      be("cleo");
      seenByCleo = fresh(stateNow(), "cleo").length;
      return ask();
    },
  };
  yield {
    ...onDiscord,
    words: "The cap stops it. Only Cleo sees that, and nothing was charged.",
    at: CARD,
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
