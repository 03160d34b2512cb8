import { expect, test } from "vitest";
import { HOSTILE } from "./hostile.ts";
import { smallFilm } from "./small-film.ts";
import { children, figure, forever, having, realFilms } from "./world.ts";

test.for(HOSTILE)("%s: a child ends, and the bot goes on", async ([about, make]) => {
  const { takeFrame, joinFilms } = await realFilms();
  const film = await make();
  const outcomes: string[] = [];
  for (const work of [
    () => takeFrame([having(film)], forever),
    () => joinFilms([[having(film)], [having(film)]], 100_000_000, forever),
  ]) {
    const begunAt = performance.now();
    const came = await work();
    const tookMs = performance.now() - begunAt;
    outcomes.push(`${came.ok ? "made" : came.refusal.kind} in ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(5_000);
  }
  expect(children()).toEqual([]);
  figure(`${about}, ${film.length} bytes: frame ${outcomes.join(", join ")}`);
  expect(await takeFrame([having(smallFilm)], forever)).toMatchObject({ ok: true });
});
