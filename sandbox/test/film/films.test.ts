import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type FilmTask, openFilms } from "../../src/film/films.ts";
import { type Codecs, distance, loadCodecs, readFilm } from "../../src/film/read-film.ts";

const landscape = readFileSync(new URL("../../assets/landscape.png", import.meta.url));
const task: FilmTask = { id: "t1", prompt: "a boat", aspectRatio: "16:9", duration: 4, resolution: "480p" };

function films(load = loadCodecs) {
  const opened = openFilms(load);
  onTestFinished(() => opened.stop());
  return opened;
}

async function seen(film: Uint8Array | null) {
  const codecs = await loadCodecs();
  if (!codecs || !film) throw new Error("there is no film, or nothing to read it with");
  return readFilm(codecs, film);
}

test("a film is made once, when it is first asked for, with the picture that was there when its task began", async () => {
  const server = createServer((_, response) => response.end(landscape)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const made = films();
  const { port } = server.address() as AddressInfo;
  const asked = once(server, "request");
  made.begin({ ...task, imageUrl: `http://127.0.0.1:${port}/frame.png` });
  await asked;
  const film = await made.of(task);
  server.closeAllConnections();
  server.close();
  expect((await made.of(task)) === film, "it is the same one").toBe(true);
  const without = await made.of({ ...task, id: "t2" });
  const [begun, plain] = [await seen(film), await seen(without)];
  expect(distance(begun.frames[0], plain.frames[0])).toBeGreaterThan(20);
});

test("where the package is not installed there are no films, and that is told", async () => {
  const made = films(async () => null);
  expect(await made.of(task)).toBeNull();
  expect(made.isPackageMissing()).toBe(true);
  const there = films();
  expect((await there.of(task)) === null).toBe(false);
  expect(there.isPackageMissing()).toBe(false);
});

test("a package that fails makes no film, and the next one is tried", async () => {
  let tries = 0;
  const codecs = await loadCodecs();
  if (!codecs) throw new Error("the package is not installed");
  class Failing extends codecs.VideoEncoder {
    override configure(...given: Parameters<Codecs["VideoEncoder"]["prototype"]["configure"]>) {
      tries += 1;
      if (tries === 1) throw new Error("no such codec");
      super.configure(...given);
    }
  }
  const made = films(async () => ({ ...codecs, VideoEncoder: Failing }));
  expect(await made.of(task)).toBeNull();
  expect((await made.of({ ...task, id: "t2" })) === null).toBe(false);
});
