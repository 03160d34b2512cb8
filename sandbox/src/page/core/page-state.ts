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
    bot:
      state.bot === null
        ? null
        : { status: text(bot.status), canBeKilled: bot.canBeKilled === true, about: text(bot.about) },
    video: {
      url: text(video.url),
      credits: number(video.credits) ?? 0,
      prices: pricesIn(record(video.prices)),
      tasks: records(video.tasks),
      ledger: record(video.ledger),
      lacksFilms: video.lacksFilms === true,
    },
    discord: readSide(record(state.discord)),
    slack: readSide(record(state.slack)),
  };
}

function pricesIn(prices: Json): readonly Priced[] {
  return Object.entries(prices).flatMap(([resolution, byLength]) =>
    Object.entries(record(byLength)).map(([seconds, price]) => ({
      resolution,
      duration: Number(seconds),
      price: number(price) ?? 0,
    })),
  );
}

export interface Priced {
  readonly resolution: string;
  readonly duration: number;
  readonly price: number;
}

function readSide(side: Json) {
  return {
    isConnected: side.isConnected === true,
    botId: text(side.botId),
    channels: records(side.channels).map(({ id, name }) => ({ id: text(id), name: text(name) })),
    roles: records(side.roles).map(({ id, name }) => ({ id: text(id), name: text(name) })),
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

export type NameOf = (id: string) => string | undefined;

export interface Seat {
  readonly place: Place;
  readonly personId: string;
  readonly state: State;
  readonly language: string;
  readonly nameOf: NameOf;
  readonly act: Perform;
}

export function seatOf(at: Omit<Seat, "nameOf" | "language" | "act"> & { readonly perform: Perform }): Seat {
  const { perform, ...about } = at;
  return {
    ...about,
    language: at.state.people.find(({ id }) => id === at.personId)?.language || "en",
    nameOf: namesIn(at.state, at.place),
    act: (path, body) => perform(path, { person: at.personId, ...body }),
  };
}

export function namesIn(state: State, place: Place): NameOf {
  const side = state[place];
  const names = new Map([[side.botId, "@Reelay"]]);
  for (const person of state.people)
    names.set(place === "discord" ? person.discordId : person.slackId, `@${person.name}`);
  for (const channel of side.channels) names.set(channel.id, `#${channel.name}`);
  for (const role of side.roles) names.set(role.id, `@${role.name}`);
  return (id) => names.get(id);
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
  let sent: string;
  try {
    sent = JSON.stringify(await packed(body));
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "refusals=answers" },
      body: sent,
    });
    const answer: unknown = await response.json();
    const { refused, message } = record(answer);
    if (response.ok && refused === undefined) return { ok: true, body: answer };
    return { ok: false, why: text(refused) || text(message) || `The sandbox answered ${response.status}.` };
  } catch {
    return { ok: false, why: "The sandbox is not reachable. Is it still running?" };
  }
}

export function follow(most: number, onEntry: (entry: unknown) => void, line: (isOpen: boolean) => void): void {
  const source = new EventSource(`/sandbox/events?most=${most}`);
  source.addEventListener("open", () => line(true));
  source.addEventListener("error", () => line(false));
  source.addEventListener("message", (event) => {
    const entry: unknown = JSON.parse(String(event.data));
    onEntry(entry);
  });
}

async function packed(value: unknown): Promise<unknown> {
  if (value instanceof File) return packedFile(value);
  if (Array.isArray(value)) return Promise.all(value.map(packed));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(async ([name, part]) => [name, await packed(part)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

async function packedFile(file: File): Promise<unknown> {
  const read = await file.arrayBuffer().catch(() => undefined);
  if (!read) throw new Error(`${file.name} was changed or moved since it was chosen. Choose it again.`);
  const bytes = new Uint8Array(read);
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const base64 = btoa(binary);
  const contentType = file.type || "application/octet-stream";
  const size = contentType.startsWith("image/") ? await createImageBitmap(file).catch(() => undefined) : undefined;
  return { name: file.name, contentType, base64, ...(size ? { width: size.width, height: size.height } : {}) };
}
