import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { COPY_BOUNDS } from "../../src/films/run-child.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { valueIn } from "../fakes/value-in.ts";
import { looked, madeBy, sameness } from "./ffmpeg.ts";
import { children, figure, filmProgram, forever, having, realFilms } from "./world.ts";

const run = promisify(execFile);

const MIB = 1_024 * 1_024;

/** A film of more than 10 MiB with sound, of a kind that is hard to encode. */
const madeFilm = () =>
  madeBy(
    "-f lavfi -i testsrc2=s=1280x720:r=24,noise=alls=40:allf=t -f lavfi -i sine -t 5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 48 -b:v 18M -minrate 18M -maxrate 18M -bufsize 2M -x264-params nal-hrd=cbr -c:a aac -b:a 128k",
  );

/** COPIES.md contains the results of many more films and limits. */
test("a smaller copy of a video is below the size limit and plays like the original", {
  timeout: 900_000,
}, async () => {
  const film = await madeFilm();
  const was = await looked(film);
  const { bytes, cpuSeconds, peakMb } = await copyOf(film, 5 * MIB);
  expect(bytes.length).toBeLessThanOrEqual(5 * MIB);
  const is = await looked(bytes);
  expect(is).toMatchObject({ frames: was.frames, sound: was.sound, complaints: "" });
  expect(Math.abs(is.durationMs - was.durationMs)).toBeLessThanOrEqual(1);
  expect(peakMb).toBeLessThan(500);
  const alike = await sameness(film, bytes);
  figure(`${is.width} × ${is.height}, SSIM ${alike.toFixed(3)}, ${cpuSeconds.toFixed(0)} s, ${peakMb.toFixed(0)} MB`);
});

test.for([
  [
    "a full-range video",
    "-f lavfi -i testsrc2=s=640x360:r=24 -t 2 -vf scale=out_range=pc -c:v libx264 -pix_fmt yuvj420p -color_range pc",
    { pixels: "1:1", range: "tv" },
  ],
  [
    "a video with pixels that are not square",
    "-f lavfi -i testsrc2=s=640x480:r=24 -t 2 -vf setsar=3/2 -c:v libx264 -pix_fmt yuv420p",
    { pixels: "3:2" },
  ],
] as const)("a smaller copy of %s looks like the original", async ([, options, look]) => {
  const film = await madeBy(options);
  const { copyFilm } = await realFilms();
  const copy = valueIn(await copyFilm([having(film)], 150_000, forever));
  expect(await looked(copy)).toMatchObject({ ...look, complaints: "" });
  expect(await sameness(film, copy)).toBeGreaterThan(0.97);
});

/** Runs the film reader's own program, and reports its CPU time and memory at its end. */
async function copyOf(film: Buffer, maxBytes: number) {
  const dir = aFolder();
  writeFileSync(join(dir, "film"), film);
  const end =
    "data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();console.error([u.userCPUTime+u.systemCPUTime,u.maxRSS].join())})";
  const node = `"${process.execPath}" --max-old-space-size=192 --expose-gc --import "${end}"`;
  const line = `ulimit -d ${COPY_BOUNDS.memoryKb}; ${node} "${await filmProgram()}" copy ${maxBytes} 3<film >copy`;
  const { stderr } = await run("bash", ["-c", line], { cwd: dir });
  const [cpuMicroseconds = 0, peakKb = 0] = stderr.trim().split(",").map(Number);
  const answer = readFileSync(join(dir, "copy"));
  const headEnd = answer.indexOf("\n");
  expect(answer.toString("utf8", 0, headEnd)).toBe('{"kind":"copied"}');
  return { bytes: answer.subarray(headEnd + 1), cpuSeconds: cpuMicroseconds / 1e6, peakMb: peakKb / 1_024 };
}

test("encoding a smaller copy ends at its time limit, and at once if it is aborted", {
  timeout: 120_000,
}, async () => {
  const film = await madeFilm();
  const limited = await realFilms(undefined, { ...COPY_BOUNDS, limitMs: 300 });
  expect(await limited.copyFilm([having(film)], 5 * MIB, forever)).toMatchObject({ refusal: { kind: "too_slow" } });
  const giveUp = new AbortController();
  const { copyFilm } = await realFilms();
  const copying = copyFilm([having(film)], 5 * MIB, giveUp.signal);
  await expect.poll(children).toHaveLength(1);
  giveUp.abort();
  expect(await copying).toMatchObject({ refusal: { kind: "unreachable" } });
  expect(children()).toEqual([]);
});
