import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { COPY_BOUNDS } from "../../src/films/run-child.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { inTwoPasses, looked, madeBy, sameness } from "./ffmpeg.ts";
import { children, figure, filmProgram, forever, having, realFilms } from "./world.ts";

const run = promisify(execFile);

const MIB = 1_024 * 1_024;
const LIMITS = [20, 10, 5] as const;
const SIZES = ["1280x720", "720x1280", "854x480"] as const;

/** The kinds of motion in a film, from the hardest to encode to the easiest. */
const MOVES = {
  noise: (size: string) => `-f lavfi -i testsrc2=s=${size}:r=24,noise=alls=40:allf=t`,
  grain: (size: string) => `-f lavfi -i mandelbrot=s=${size}:r=24,noise=alls=12:allf=t`,
  zoom: (size: string) => `-f lavfi -i mandelbrot=s=${size}:r=24`,
  shapes: (size: string) => `-f lavfi -i testsrc2=s=${size}:r=24`,
  gradients: (size: string) => `-f lavfi -i gradients=s=${size}:r=24:speed=0.05:seed=5`,
};

interface Case {
  readonly about: string;
  readonly options: string;
}

/** Films of more than 20 MiB, most of them with sound. */
const FILMS: readonly Case[] = Object.entries(MOVES)
  .flatMap(([move, make]) => SIZES.flatMap((size) => [10, 15].map((seconds) => ({ move, make, size, seconds }))))
  .map(({ move, make, size, seconds }, nth) => {
    const rate = `${seconds === 10 ? 18 : 12}M`;
    const x264 = `-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 48 -b:v ${rate} -minrate ${rate} -maxrate ${rate} -bufsize 2M -x264-params nal-hrd=cbr`;
    const hasSound = nth % 4 !== 3;
    const about = `${move}, ${size}, ${seconds} s${hasSound ? ", sound" : ""}`;
    return {
      about,
      options: `${make(size)}${hasSound ? " -f lavfi -i sine" : ""} -t ${seconds} ${x264} -c:a aac -b:a 128k`,
    };
  });

/** COPIES=all takes half an hour, and prints the rows of COPIES.md. */
const isTable = process.env.COPIES === "all";

/** The reader's own program is run by itself, so that it says what it took. */
test.for(isTable ? FILMS : FILMS.slice(0, 1))(
  "copies of a film are below each limit, and play as it does: $about",
  { timeout: 900_000 },
  async ({ about, options }) => {
    const film = await madeBy(options);
    const was = await looked(film);
    for (const mib of isTable ? LIMITS : [10]) {
      const { bytes, cpuSeconds, peakMb } = await copyOf(film, mib * MIB);
      expect(bytes.length).toBeLessThanOrEqual(mib * MIB);
      const is = await looked(bytes);
      expect(is).toMatchObject({ frames: was.frames, sound: was.sound, complaints: "" });
      expect(Math.abs(is.durationMs - was.durationMs)).toBeLessThanOrEqual(1);
      const alike = await sameness(film, bytes);
      expect(peakMb).toBeLessThan(500);
      const isCompared = mib === 10 && about.includes("1280x720, 15 s");
      const theirs = isCompared ? (await sameness(film, await inTwoPasses(film, bytes.length))).toFixed(3) : "";
      const size = `${(bytes.length / MIB).toFixed(1)} MiB`;
      figure(
        `| ${about} | ${mib} MiB | ${size} | ${is.width} × ${is.height} | ${alike.toFixed(3)} | ${theirs} | ${cpuSeconds.toFixed(0)} s | ${peakMb.toFixed(0)} MB |`,
      );
    }
  },
);

/** The reader's own program, and what it says at its end that it took. */
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

test("a copy that takes too long is cut off, and at once where it is given up", { timeout: 120_000 }, async () => {
  const film = await madeBy(FILMS[0]?.options ?? "");
  const limited = await realFilms(undefined, { ...COPY_BOUNDS, limitMs: 300 });
  expect(await limited.copyFilm([having(film)], 10 * MIB, forever)).toMatchObject({ refusal: { kind: "too_slow" } });
  const giveUp = new AbortController();
  const { copyFilm } = await realFilms();
  const copying = copyFilm([having(film)], 10 * MIB, giveUp.signal);
  const waiting = copyFilm([having(film)], 10 * MIB, giveUp.signal);
  await expect.poll(children).toHaveLength(1);
  giveUp.abort();
  expect(await copying).toMatchObject({ refusal: { kind: "unreachable" } });
  expect(await waiting).toMatchObject({ refusal: { kind: "unreachable" } });
  expect(children()).toEqual([]);
});
