import { createHash } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { refuse } from "../../src/core/result.ts";
import { type FilmSpace, keptFilms } from "../../src/films/kept-films.ts";
import { memoryFilms, openedVideo } from "../fakes/film/memory-films.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";

const ID = "abcdefghij0123456789_-";
const forever = new AbortController().signal;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const refused = (kind: string, detail?: string) => ({
  ok: false,
  refusal: { kind, ...(detail !== undefined && { detail }) },
});

async function* parts(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* cut(text: string) {
  yield Buffer.from(text);
  throw new Error("cut short");
}

function world({ publicUrl = "https://reelay.example.com/bot" as string | null, hasRoom = true } = {}) {
  const clock = manualClock();
  const store = memoryFilms(clock.now);
  const log = recordingLog();
  const stored: number[] = [];
  const space: FilmSpace = { hasSpace: async () => hasRoom, took: (bytes) => void stored.push(bytes) };
  const films = keptFilms({
    store,
    space,
    ids: {
      seal: (name, id) => `${name} ${id}`,
      open: (name, sealed) => (sealed.startsWith(`${name} `) ? sealed.slice(name.length + 1) : null),
    },
    keepMs: 86_400_000,
    newId: () => ID,
    publicUrl,
    clock,
    log,
  });
  return { films, store, clock, log, stored };
}

test("a video is stored under the hash of its secret id", async () => {
  const { films, store, clock, stored } = world();
  const keptFilm = await films.keep(openedVideo(parts("a whole ", "film"), 12), forever);
  expect(keptFilm).toEqual({
    ok: true,
    value: {
      name: sha256(ID),
      sealedId: `${sha256(ID)} ${ID}`,
      bytes: 12,
      sha256: sha256("a whole film"),
      extension: "mp4",
      keptAt: clock.now(),
      until: clock.now() + 86_400_000,
    },
  });
  expect([...store.films.keys()]).toEqual([sha256(ID)]);
  expect(stored).toEqual([12]);
  if (!keptFilm.ok) return;
  const opened = await films.open(keptFilm.value)(forever);
  expect(opened.ok && (await buffer(opened.value)).toString()).toBe("a whole film");
});

test("the address of a stored video ends with the secret id", async () => {
  const { films } = world();
  const keptFilm = valueIn(await films.keep(openedVideo(parts("film")), forever));
  expect(films.addressOf(keptFilm)).toBe(`https://reelay.example.com/bot/films/${ID}`);
});

test("a stored video has no address if the bot has no public URL or the id is unreadable", async () => {
  const { films } = world();
  const keptFilm = valueIn(await films.keep(openedVideo(parts("film")), forever));
  expect(films.addressOf({ ...keptFilm, sealedId: "of another" })).toBeNull();
  expect(world({ publicUrl: null }).films.addressOf(keptFilm)).toBeNull();
});

test.for([
  ["whose download fails", () => openedVideo(cut("half a film"))],
  ["shorter than declared", () => openedVideo(parts("half"), 8)],
  ["longer than declared", () => openedVideo(parts("half", "more"), 6)],
  ["without content", () => openedVideo(parts(), null)],
] as const)("a video %s is not stored and is refused with the reason “cut_short”", async ([, open]) => {
  const { films, store, stored } = world();
  expect(await films.keep(open(), forever)).toEqual(refused("cut_short"));
  expect([store.films.size, stored.length]).toEqual([0, 0]);
});

test("a video of more than one gigabyte is not stored, even if its size was not declared", async () => {
  const { films } = world();
  expect(await films.keep(openedVideo(parts("film"), 1_000_000_001), forever)).toEqual(refused("too_large"));
  // The pages of this buffer are never touched, so it takes no physical memory.
  async function* endless() {
    yield new Uint8Array(1_000_000_001);
  }
  expect(await films.keep(openedVideo(endless()), forever)).toEqual(refused("too_large"));
});

test("a video's content is not read if the store of videos is full", async () => {
  const { films, store } = world({ hasRoom: false });
  const content = parts("film");
  expect(await films.keep(openedVideo(content), forever)).toEqual(
    refused("full", "the kept films take all their room"),
  );
  expect([store.films.size, await content.next()]).toEqual([0, { done: false, value: Buffer.from("film") }]);
});

test("storing a video fails with the store's reason if writing to the store fails", async () => {
  const { films, store } = world();
  let isClosed = false;
  async function* content() {
    try {
      for (;;) yield Buffer.from("part");
    } finally {
      isClosed = true;
    }
  }
  store.write = async (_name, film) => {
    // Like a failing request, which destroys its body's stream with the error.
    const body = Readable.from(film.content);
    body.on("error", () => {});
    await once(body, "readable");
    body.destroy(new Error("connection refused"));
    await new Promise((resolve) => body.once("close", resolve));
    return refuse({ kind: "unavailable", detail: "ECONNREFUSED" });
  };
  expect(await films.keep(openedVideo(content()), forever)).toEqual(refused("unavailable", "ECONNREFUSED"));
  expect(isClosed).toBe(true);
});

test("a video whose download is aborted is refused with the reason “cut_short”", async () => {
  const { films } = world();
  async function* stalled() {
    yield Buffer.from("half");
    throw new Error("aborted");
  }
  expect(await films.keep(openedVideo(stalled()), forever)).toEqual(refused("cut_short"));
});

test("storing a video fails with the reason “unavailable” if the store of videos is down", async () => {
  const { films, store } = world();
  store.fail();
  expect(await films.keep(openedVideo(parts("film")), forever)).toEqual(refused("unavailable", "down"));
});

test("a stored video that is no longer needed is deleted from the store", async () => {
  const { films, store } = world();
  const keptFilm = valueIn(await films.keep(openedVideo(parts("film")), forever));
  await films.forget(keptFilm);
  expect(store.films.size).toBe(0);
});

test("if the store cannot delete a video, a log line says that the next cleanup will delete the video", async () => {
  const { films, store, log } = world();
  const keptFilm = valueIn(await films.keep(openedVideo(parts("film")), forever));
  store.fail();
  await films.forget(keptFilm);
  expect(log.lines.map(({ event }) => event)).toEqual(["a film was not deleted, and the sweep will delete it"]);
});
