import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { FilmStore } from "../../src/films/film-store.ts";

const forever = new AbortController().signal;
const nameOf = (id: string) => createHash("sha256").update(id).digest("hex");
/** Comparing hashes is faster than comparing bytes. */
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export function film(bytes: Uint8Array, partBytes = 65_536) {
  async function* content() {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
  }
  return { bytes: bytes.length as number | null, type: "video/mp4", content: content() };
}

/** A film whose stream fails after its first half. */
function cutFilm(bytes: Uint8Array) {
  async function* content() {
    yield bytes.subarray(0, bytes.length / 2);
    throw new Error("cut short");
  }
  return { bytes: bytes.length, type: "video/mp4", content: content() };
}

export function filmStoreContract(
  open: () => Promise<{ readonly store: FilmStore; readonly startedAt: number }>,
): void {
  const read = async (store: FilmStore, name: string, range?: { from: number; to: number }) => {
    const opened = await store.read(name, forever, range);
    return opened.ok ? hashOf(await buffer(opened.value)) : opened.refusal.kind;
  };

  test("a stored video can be read as a whole or in part, and is listed with its size and the time of storage", async () => {
    const { store, startedAt } = await open();
    const bytes = randomBytes(300_000);
    expect(await store.list()).toEqual([]);
    expect(await store.write(nameOf("a"), film(bytes), forever)).toEqual({ ok: true, value: null });
    expect(await read(store, nameOf("a"))).toBe(hashOf(bytes));
    expect(await read(store, nameOf("a"), { from: 0, to: 9 })).toBe(hashOf(bytes.subarray(0, 10)));
    expect(await read(store, nameOf("a"), { from: 100_000, to: 299_999 })).toBe(hashOf(bytes.subarray(100_000)));
    const [listed, ...more] = await store.list();
    expect(more).toEqual([]);
    expect(listed).toMatchObject({ name: nameOf("a"), bytes: 300_000 });
    expect(Math.abs((listed?.at ?? 0) - startedAt)).toBeLessThan(60_000);
  });

  test("a video of unknown size can be stored", async () => {
    const { store } = await open();
    const bytes = randomBytes(200_000);
    expect(await store.write(nameOf("a"), { ...film(bytes), bytes: null }, forever)).toMatchObject({ ok: true });
    expect(await read(store, nameOf("a"))).toBe(hashOf(bytes));
  });

  test.for([
    ["of known size", (bytes: Uint8Array) => cutFilm(bytes)],
    ["of unknown size", (bytes: Uint8Array) => ({ ...cutFilm(bytes), bytes: null })],
  ] as const)(
    "if the download of a video %s is cut off, nothing of the video remains in the store",
    async ([, cut]) => {
      const { store } = await open();
      const written = await store.write(nameOf("a"), cut(randomBytes(200_000)), forever);
      expect(written).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
      expect(await store.list()).toEqual([]);
      expect(await read(store, nameOf("a"))).toBe("gone");
    },
  );

  test("an unfinished upload cannot be read, and leaves nothing in the store if it is aborted", async () => {
    const { store } = await open();
    const giveUp = new AbortController();
    const [first, second] = [randomBytes(100_000), randomBytes(100_000)];
    const seen: unknown[] = [];
    async function* content() {
      yield first;
      seen.push(await read(store, nameOf("a")));
      giveUp.abort();
      yield second;
    }
    const written = await store.write(
      nameOf("a"),
      { bytes: 200_000, type: "video/mp4", content: content() },
      giveUp.signal,
    );
    expect(written).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
    expect(seen).toEqual(["gone"]);
    expect(await read(store, nameOf("a"))).toBe("gone");
    expect(await store.list()).toEqual([]);
  });

  test("a stored video can be deleted twice without an error and cannot be read afterwards", async () => {
    const { store } = await open();
    await store.write(nameOf("a"), film(randomBytes(10)), forever);
    await store.write(nameOf("b"), film(randomBytes(10)), forever);
    await store.delete(nameOf("a"));
    await store.delete(nameOf("a"));
    expect(await read(store, nameOf("a"))).toBe("gone");
    expect((await store.list()).map(({ name }) => name)).toEqual([nameOf("b")]);
  });

  test("reading a stored video fails after the reader aborts the request", async () => {
    const { store } = await open();
    await store.write(nameOf("a"), film(randomBytes(3_000_000)), forever);
    const giveUp = new AbortController();
    const opened = await store.read(nameOf("a"), giveUp.signal);
    if (!opened.ok) throw new Error(opened.refusal.kind);
    const reading = (async () => {
      for await (const _ of opened.value) giveUp.abort();
    })();
    await expect(reading).rejects.toThrow();
  });
}
