import { expect, test } from "vitest";
import { CHILD_BOUNDS } from "../../src/films/run-child.ts";
import { HOSTILE } from "./hostile.ts";
import { smallFilm } from "./small-film.ts";
import { children, figure, forever, having, realFilms } from "./world.ts";

test.for(HOSTILE)("the bot keeps running after a hostile video (%s)", { timeout: 120_000 }, async ([about, make]) => {
  const { takeFrame, joinFilms, copyFilm } = await realFilms(CHILD_BOUNDS);
  const film = await make();
  const source = [having(film)];
  const outcomes: string[] = [];
  for (const work of [
    () => takeFrame(source, forever),
    () => joinFilms([source, source], 100_000_000, forever),
    () => copyFilm(source, 10_000_000, forever),
  ]) {
    const begunAt = performance.now();
    const came = await work();
    outcomes.push(`${came.ok ? "made" : came.refusal.kind} in ${(performance.now() - begunAt).toFixed(0)} ms`);
  }
  expect(children()).toEqual([]);
  figure(`${about}, ${film.length} bytes: frame, join and copy ${outcomes.join(", ")}`);
  const small = [having(smallFilm)];
  expect(await takeFrame(small, forever)).toMatchObject({ ok: true });
  expect(await copyFilm(small, 1_000_000, forever)).toMatchObject({ ok: true });
});
