import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { FilmPlace } from "../../src/core/film/film.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { valueIn } from "../fakes/value-in.ts";
import { likeness, looked, madeBy } from "./ffmpeg.ts";
import { figure, filmProgram, forever, having, realFilms } from "./world.ts";

const run = promisify(execFile);

const x264 = "-c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 3 -g 48 -c:a aac";
/** Each film starts at a different time, so that no two show the same. */
const film = (nth: number, { seconds = 15, size = "854x480", sound = "-f lavfi -i sine" } = {}) =>
  madeBy(
    `-f lavfi -i testsrc2=s=${size}:r=24,trim=start=${nth * 20},setpts=PTS-STARTPTS ${sound} -t ${seconds} ${x264}`,
  );

test("eight videos of 15 s are joined in at most one second of CPU time", {
  timeout: 240_000,
}, async () => {
  const [odd, even] = [await film(0), await film(1)];
  const films = Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? odd : even));
  const { joinFilms, takeFrame } = await realFilms();
  const filmsOfParts = films.map((each) => [having(each)]);
  const { bytes, durationMs } = valueIn(await joinFilms(filmsOfParts, 100_000_000, forever));
  const both = [await looked(odd), await looked(even)];
  const parts = [...both, ...both, ...both, ...both];
  const whole = await looked(bytes);
  const partsMs = parts.reduce((sum, part) => sum + part.durationMs, 0);
  expect(Math.abs(durationMs - partsMs)).toBeLessThanOrEqual(1_000 / 24);
  expect(Math.abs(whole.durationMs - partsMs)).toBeLessThanOrEqual(1_000 / 24);
  expect(whole.frames).toBe(parts.reduce((sum, part) => sum + part.frames, 0));
  expect(whole.complaints).toBe("");

  const last = await takeFrame([having(bytes)], forever);
  const alike = last.ok ? await likeness(even, last.value.bytes) : 0;
  expect(alike).toBeGreaterThan(0.99);

  const cpuSeconds = await cpuOfJoining(films);
  figure(
    `8 x 15 s, ${bytes.length} bytes: ${cpuSeconds.toFixed(2)} s of a processor, ${durationMs} ms for ${partsMs} ms`,
  );
  expect(cpuSeconds).toBeLessThanOrEqual(1);
});

/** The program's CPU time, including its start, measured by the shell. */
async function cpuOfJoining(films: readonly Buffer[]): Promise<number> {
  const dir = aFolder();
  for (const [nth, each] of films.entries()) writeFileSync(join(dir, `${nth}`), each);
  const opened = films.map((_, nth) => `${nth + 3}<${nth}`).join(" ");
  const line = `"${process.execPath}" "${await filmProgram()}" join 100000000 ${films.length} ${opened} >joined; times`;
  const { stdout } = await run("bash", ["-c", line], { cwd: dir });
  const [, children = ""] = stdout.trim().split("\n");
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

test("videos can be joined with or without sound, but not with different sizes", async () => {
  const { joinFilms } = await realFilms();
  const [first, second, tall, silent] = [
    await film(0, { seconds: 2 }),
    await film(1, { seconds: 2 }),
    await film(1, { seconds: 2, size: "480x854" }),
    await film(2, { seconds: 2, sound: "-an" }),
  ];
  const joined = (films: readonly Buffer[], maxBytes = 50_000_000) =>
    joinFilms(
      films.map((each) => [having(each)]),
      maxBytes,
      forever,
    );
  expect(await joined([first, tall])).toEqual({ ok: false, refusal: { kind: "unequal", nth: 1 } });
  expect(await joined([first, silent, second])).toMatchObject({ ok: true });
  const most = first.length + second.length;
  expect(await joined([first, second], most - 20_000)).toEqual({ ok: false, refusal: { kind: "too_large" } });
  expect(await joined([first, second], most - 400_000)).toEqual({ ok: false, refusal: { kind: "too_large" } });
});

test("a smaller copy can be joined only with other smaller copies", {
  timeout: 120_000,
}, async () => {
  const { joinFilms, copyFilm } = await realFilms();
  const [first, second] = [
    await film(0, { seconds: 2, size: "1280x720" }),
    await film(1, { seconds: 2, size: "1280x720" }),
  ];
  const copied = async (bytes: Buffer) => {
    const copy = valueIn(await copyFilm([having(bytes)], 150_000, forever));
    return { ...having(copy), isCopy: true } as const;
  };
  const copies = [await copied(first), await copied(second)] as const;
  const join = (...places: readonly FilmPlace[]) =>
    joinFilms(
      places.map((place) => [place]),
      50_000_000,
      forever,
    );
  const bothCopies = await join(...copies);
  expect(bothCopies.ok && bothCopies.value.copies).toEqual([0, 1]);
  expect(await join(having(first), copies[1])).toEqual({ ok: false, refusal: { kind: "copy_unequal", nth: 1 } });
  expect(await join(copies[0], having(second))).toEqual({ ok: false, refusal: { kind: "copy_unequal", nth: 0 } });
});
