import { type Json, number, record, records, text } from "./json.ts";

export type Place = "discord" | "slack";

export type Perform = (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>;

export type State = ReturnType<typeof readState>;

export function readState(value: unknown) {
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
    scene: text(state.scene),
    refusedWords: text(state.refusedWords),
    bot: state.bot === null ? null : { status: text(bot.status), canBeKilled: bot.canBeKilled === true },
    video: {
      url: text(video.url),
      credits: number(video.credits) ?? 0,
      tasks: records(video.tasks),
      ledger: record(video.ledger),
      lacksFilms: video.lacksFilms === true,
    },
    discord: readSide(record(state.discord)),
    slack: readSide(record(state.slack)),
  };
}

function readSide(side: Json) {
  return {
    isConnected: side.isConnected === true,
    botId: text(side.botId),
    channels: records(side.channels).map(({ id, name }) => ({ id: text(id), name: text(name) })),
    commands: records(side.commands),
    shortcuts: records(side.shortcuts),
    seenBy: new Map(Object.entries(record(side.people)).map(([personId, seen]) => [personId, readSeen(record(seen))])),
  };
}

function readSeen({ dmChannelId, messages, forms, home }: Json) {
  return {
    dmChannelId: text(dmChannelId),
    messages: records(messages),
    forms: records(forms),
    home: record(home),
  };
}

export async function loadState(): Promise<State> {
  const response = await fetch("/sandbox/state");
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return readState(await response.json());
}

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

export class Unread {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

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
