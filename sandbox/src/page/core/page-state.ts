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

export async function loadState(): Promise<State> {
  const response = await fetch("/sandbox/state");
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return readState(await response.json());
}

/** Does something in the sandbox; the sentence that says why not, or the answer. */
export async function act(
  path: string,
  body: unknown,
): Promise<{ ok: true; body: unknown } | { ok: false; why: string }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "refusals=answers" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    const { refused, message } = record(answer);
    if (response.ok && refused === undefined) return { ok: true, body: answer };
    return { ok: false, why: text(refused) || text(message) || `The sandbox answered ${response.status}.` };
  } catch {
    return { ok: false, why: "The sandbox is not reachable. Is it still running?" };
  }
}

/** Calls back for the newest `most` entries of the journal and every one to come, and when the line is lost or comes back. */
export function follow(most: number, hear: (entry: unknown) => void, line: (isOpen: boolean) => void): void {
  const source = new EventSource(`/sandbox/events?most=${most}`);
  source.addEventListener("open", () => line(true));
  source.addEventListener("error", () => line(false));
  source.addEventListener("message", (event) => {
    const entry: unknown = JSON.parse(String(event.data));
    hear(entry);
  });
}

/** A file that was chosen and cannot be had, with the sentence that says so. */
export class Unread {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** Chosen files as the sandbox takes them. */
export async function packed(files: readonly File[]): Promise<readonly unknown[] | Unread> {
  const all = await Promise.all(files.map((file) => packedOne(file).catch(() => new Unread(changed(file)))));
  return all.find((each) => each instanceof Unread) ?? all;
}

const changed = ({ name }: File) => `${name} was changed or moved since it was chosen. Choose it again.`;

async function packedOne(file: File): Promise<unknown> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const base64 = btoa(binary);
  const contentType = file.type || "application/octet-stream";
  const size = contentType.startsWith("image/") ? await createImageBitmap(file).catch(() => undefined) : undefined;
  return { name: file.name, contentType, base64, ...(size ? { width: size.width, height: size.height } : {}) };
}
