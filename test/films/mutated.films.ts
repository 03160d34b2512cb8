import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { random } from "../simulation/random.ts";
import { madeBy } from "./ffmpeg.ts";
import { mutated } from "./mutate.ts";
import { smallFilm } from "./small-film.ts";
import { children, figure, forever, having, realFilms } from "./world.ts";

/** Each run tries others. `MUTANTS=10000 npm run test:films mutated` takes half an hour. */
const count = Number(process.env.MUTANTS ?? howMany(300, 100));
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`each of ${count} mutated films ends a child at most, and is answered`, { timeout: count * 10_000 }, async () => {
  const small =
    "-f lavfi -i testsrc2=s=96x64:r=12:d=1.5 -f lavfi -i sine=d=1.5 -c:v libx264 -pix_fmt yuv420p -bf 2 -g 6 -c:a aac";
  const films = [
    smallFilm,
    await madeBy(`${small} -movflags +faststart`),
    await madeBy(`${small} -movflags frag_keyframe+empty_moov`),
    await madeBy("-f lavfi -i testsrc2=s=96x64:r=12:d=1 -c:v libx265 -x265-params log-level=error -tag:v hvc1"),
  ];
  const { takeFrame, joinFilms } = await realFilms();
  const end = Number(process.env.FIRST ?? 0) + count;
  const ends = new Map<string, number>();
  let next = Number(process.env.FIRST ?? 0);

  async function tryOne(nth: number): Promise<void> {
    const film = mutated(films[nth % films.length] ?? smallFilm, random(seed + nth).fraction);
    const isJoin = nth % 10 === 9;
    const source = [having(film)];
    const came = isJoin ? await joinFilms([source, source], 1e6, forever) : await takeFrame(source, forever);
    const outcome = `${isJoin ? "join" : "frame"} ${came.ok ? "made" : came.refusal.kind}`;
    ends.set(outcome, (ends.get(outcome) ?? 0) + 1);
    if (nth % 500 === 499) figure(`${nth + 1} mutated films`);
  }
  // Two at a time: no more children run at once.
  const worker = async () => {
    while (next < end) await tryOne(next++);
  };
  await Promise.all([worker(), worker()]);

  figure(`${count} mutated films, SEED=${seed}: ${JSON.stringify([...ends].sort())}`);
  expect(children()).toEqual([]);
  expect([...ends.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
});
