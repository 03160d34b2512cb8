import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type FilmOrder, makeFilm } from "../../src/film/films.ts";
import { distance, loadCodecs, readFilm } from "../../src/film/read-film.ts";
import { readPicture } from "../../src/film/read-picture.ts";

const codecs = await loadCodecs();
if (!codecs) throw new Error("the package that makes films is not installed");
const landscape = readFileSync(new URL("../../assets/landscape.png", import.meta.url));
const boat: FilmOrder = {
  prompt: "a paper boat in the rain",
  aspectRatio: "16:9",
  duration: 4,
  resolution: "480p",
  picture: null,
};
const make = (changes: Partial<FilmOrder> = {}) =>
  makeFilm(codecs, { ...boat, ...changes }, new AbortController().signal);
/** Made once for all tests: a film takes a third of a second. */
const plain = make();

test("a film that begins with a picture begins with that very picture, and goes on to its prompt's scene", async () => {
  const picture = await readPicture(landscape, { width: 640, height: 360 });
  const begun = await readFilm(codecs, await make({ picture: landscape }));
  const alone = await readFilm(codecs, await plain);
  expect(distance(begun.frames[0], picture?.luma)).toBeLessThan(1.5);
  expect(distance(alone.frames[0], picture?.luma)).toBeGreaterThan(20);
  expect(distance(begun.frames.at(-1), alone.frames.at(-1))).toBeLessThan(1.5);
  expect(distance(alone.frames[0], alone.frames.at(-1))).toBeGreaterThan(2);
});

const orders = [
  [{ resolution: "720p" }, { width: 768, height: 432, seconds: 4 }],
  [{ duration: 10 }, { width: 640, height: 360, seconds: 10 }],
  [
    { aspectRatio: "9:16", duration: 15 },
    { width: 360, height: 640, seconds: 15 },
  ],
] as const;
const tried = orders.slice(0, process.env.TESTS === "full" ? 3 : 1);

test.for(tried)("%o makes a film of %o, which plays while it comes and is small", async ([changes, wanted]) => {
  const film = await make(changes);
  expect(await readFilm(codecs, film)).toMatchObject(wanted);
  const bytes = Buffer.from(film);
  expect(bytes.includes("avc1")).toBe(true);
  expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  expect(film.length).toBeLessThan(1_500_000);
});

test("a film is the same each time; another prompt makes another one", async () => {
  const first = Buffer.from(await plain);
  expect(first.equals(await make({ prompt: " A paper boat in the rain" }))).toBe(true);
  expect(first.equals(await make({ prompt: "a paper boat in the sun" }))).toBe(false);
});

test("a picture that cannot be read is left out", async () => {
  const first = Buffer.from(await plain);
  expect(first.equals(await make({ picture: Buffer.from("no picture") }))).toBe(true);
});

test("a film that nobody waits for any more is not made to its end", async () => {
  const left = AbortSignal.abort(new Error("the sandbox has stopped"));
  await expect(makeFilm(codecs, boat, left)).rejects.toThrow("has stopped");
});
