import { type Json, list, number, record, records, text } from "./json.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly discordId: string;
  readonly slackId: string;
  readonly language: string;
}

export type Place = "discord" | "slack";

/** What one person sees on one platform. */
export interface Seen {
  readonly dmChannelId: string;
  readonly messages: readonly Json[];
  readonly forms: readonly Json[];
  /** What stands behind the app's Home tab, on Slack. */
  readonly home: Json;
}

export interface Side {
  readonly isConnected: boolean;
  readonly botId: string;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly commands: readonly Json[];
  /** Of the app, on Slack. */
  readonly shortcuts: readonly Json[];
  readonly seenBy: ReadonlyMap<string, Seen>;
}

export interface Service {
  readonly url: string;
  readonly credits: number;
  readonly tasks: readonly Json[];
  readonly ledger: Json;
  readonly speeds: readonly number[];
  readonly speed: number;
  /** Whether films should be drawn, and cannot be. */
  readonly lacksFilms: boolean;
}

export interface State {
  readonly seq: number;
  /** When this world began. */
  readonly startedAt: number;
  /** The sandbox's clock. */
  readonly now: number;
  readonly people: readonly Person[];
  readonly languages: readonly { readonly id: string; readonly name: string }[];
  readonly scenes: readonly string[];
  /** Empty where the world is in a mixture of several. */
  readonly scene: string;
  /** The words whose prompts are refused, as they were typed. */
  readonly refusedWords: string;
  /** Null where the sandbox has no bot of its own. */
  readonly bot: { readonly status: string; readonly canBeKilled: boolean } | null;
  readonly video: Service;
  readonly discord: Side;
  readonly slack: Side;
}

/** Reads the answer of /sandbox/state. */
export function readState(value: unknown): State {
  const state = record(value);
  const video = record(state.video);
  const bot = record(state.bot);
  return {
    seq: number(state.seq) ?? 0,
    startedAt: number(state.startedAt) ?? 0,
    now: number(state.now) ?? Date.now(),
    people: records(state.people).map((person) => ({
      id: text(person.id),
      name: text(person.name),
      discordId: text(person.discordId),
      slackId: text(person.slackId),
      language: text(person.language),
    })),
    languages: records(state.languages).map(({ id, name }) => ({ id: text(id), name: text(name) })),
    scenes: list(state.scenes).map(text),
    scene: text(state.scene),
    refusedWords: text(state.refusedWords),
    bot: state.bot === null ? null : { status: text(bot.status), canBeKilled: bot.canBeKilled === true },
    video: {
      url: text(video.url),
      credits: number(video.credits) ?? 0,
      tasks: records(video.tasks),
      ledger: record(video.ledger),
      speeds: list(video.speeds).map((speed) => number(speed) ?? 1),
      speed: number(video.speed) ?? 1,
      lacksFilms: video.lacksFilms === true,
    },
    discord: readSide(record(state.discord)),
    slack: readSide(record(state.slack)),
  };
}

function readSide(side: Json): Side {
  const seen = Object.entries(record(side.people)).map(([personId, value]) => {
    const { dmChannelId, messages, forms, home } = record(value);
    return [
      personId,
      { dmChannelId: text(dmChannelId), messages: records(messages), forms: records(forms), home: record(home) },
    ] as const;
  });
  return {
    isConnected: side.isConnected === true,
    botId: text(side.botId),
    channels: records(side.channels).map(({ id, name }) => ({ id: text(id), name: text(name) })),
    commands: records(side.commands),
    shortcuts: records(side.shortcuts),
    seenBy: new Map(seen),
  };
}
