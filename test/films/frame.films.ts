import { expect, test } from "vitest";
import { valueIn } from "../fakes/value-in.ts";
import { likeness, madeBy } from "./ffmpeg.ts";
import { figure, forever, having, realFilms } from "./world.ts";

const moving = (size: string, seconds = 4, rate = 24) => `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`;
const smooth = (size: string, seconds = 3, rate = 24) => `-f lavfi -i mandelbrot=s=${size}:r=${rate} -t ${seconds}`;
const sound = "-f lavfi -i sine=d=4";
const x264 = "-c:v libx264 -preset veryfast -pix_fmt yuv420p";
const wide = "1280x720";
const tall = "720x1280";

const FILMS: readonly (readonly [about: string, options: string])[] = [
  ["baseline, 480p wide", `${moving("854x480")} ${x264} -profile:v baseline`],
  ["main, 720p tall", `${smooth(tall)} ${x264} -profile:v main`],
  ["one group of pictures of fifteen seconds", `${moving("854x480", 15)} ${x264} -g 1000`],
  ["no B-frames", `${moving(wide, 3)} ${x264} -bf 0`],
  [
    "sixteen B-frames in a pyramid",
    `${moving("854x480", 3)} ${x264} -bf 16 -b_strategy 0 -x264-params b-pyramid=normal`,
  ],
  ["only key frames", `${moving("854x480", 2)} ${x264} -g 1`],
  ["open groups of pictures", `${moving("854x480")} ${x264} -g 24 -bf 3 -b_strategy 0 -x264-params open-gop=1`],
  [
    "open groups of pictures in 720p with an incomplete last group",
    `${moving(wide, 3, 25)} ${x264} -g 17 -bf 5 -b_strategy 0 -x264-params open-gop=1`,
  ],
  ["intra refresh instead of key frames", `${moving("854x480", 3)} ${x264} -x264-params intra-refresh=1:keyint=24`],
  ["an edit list that begins later", `${moving("854x480")} ${x264} -bf 2 && -ss 1.3 -i a.mp4 -c copy`],
  ["614 x 346", `${moving("614x346")} ${x264}`],
  ["366 x 638, an odd number of macroblocks", `${smooth("366x638")} ${x264}`],
  ["2 x 2 above a block: 18 x 34", `${moving("18x34", 2)} ${x264}`],
  [
    "the full range of HD",
    `${smooth(wide)} -vf scale=out_color_matrix=bt709:out_range=pc ${x264} -pix_fmt yuvj420p -colorspace bt709 -color_range pc`,
  ],
  [
    "a declared colour matrix of HD",
    `${moving(wide, 3)} -vf scale=out_color_matrix=bt709:out_range=tv ${x264} -colorspace bt709 -color_primaries bt709 -color_trc bt709`,
  ],
  [
    "a declared colour matrix of SD",
    `${moving("854x480", 3)} -vf scale=out_color_matrix=bt601:out_range=tv ${x264} -colorspace smpte170m`,
  ],
  ["sound and an index at the front", `${moving("854x480")} ${sound} ${x264} -c:a aac -movflags +faststart`],
  ["fragmented MP4", `${moving("854x480")} ${sound} ${x264} -c:a aac -g 24 -movflags frag_keyframe+empty_moov`],
  ["interlaced", `${moving("854x480", 3, 25)} ${x264} -flags +ildct+ilme`],
  ["wide pixels", `${moving("720x480", 3)} -vf setsar=32/27 ${x264}`],
  ["tall pixels", `${moving("640x360", 3)} -vf setsar=3/4 ${x264}`],
  ["a variable frame rate", `${moving("854x480", 3, 30)} -vf setpts=PTS+0.3*sin(N)/TB/30 -vsync vfr ${x264} -bf 3`],
];

test("extracting the last frame of a long video stays within the memory limit", async () => {
  const film = await madeBy(`${moving(wide, 15, 30)} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 1000 -bf 0`);
  const { takeFrame } = await realFilms({ limitMs: 60_000, memoryKb: 400_000, cpuSeconds: 60, niceness: 0 });
  expect(await takeFrame([having(film)], forever)).toMatchObject({ ok: true });
});

test.for(FILMS)("the extracted frame equals the last frame that ffmpeg shows (video: %s)", async ([about, options]) => {
  const { takeFrame } = await realFilms();
  const film = await madeBy(options);
  const begunAt = performance.now();
  const frame = valueIn(await takeFrame([having(film)], forever));
  const tookMs = performance.now() - begunAt;
  const alike = await likeness(film, frame.bytes);
  figure(`${alike.toFixed(4)}  ${tookMs.toFixed(0).padStart(5)} ms  ${frame.width}x${frame.height}  ${about}`);
  expect(alike).toBeGreaterThanOrEqual(0.99);
});

test("a full-range video in 4:2:2 or 4:4:4 gives no frame and no copy", async () => {
  const { takeFrame, copyFilm } = await realFilms();
  for (const format of ["yuvj422p", "yuvj444p"]) {
    const film = await madeBy(`${moving("320x240", 1)} -c:v libx264 -pix_fmt ${format} -color_range pc`);
    const unreadable = { ok: false, refusal: { kind: "unreadable" } };
    expect(await takeFrame([having(film)], forever)).toEqual(unreadable);
    expect(await copyFilm([having(film)], 20_000, forever)).toEqual(unreadable);
  }
});

test.for(["-g 1000", "-g 12 -bf 3 -b_strategy 0", "-g 1", "-g 12 -x264-params open-gop=1"])(
  "a truncated video with its index at the front gives no frame (encoded with %s)",
  async (groups) => {
    const { takeFrame } = await realFilms();
    const film = await madeBy(`${moving("320x240", 2)} ${x264} ${groups} -movflags +faststart`);
    for (const part of [0.3, 0.6, 0.95, 1 - 4 / film.length]) {
      const cut = film.subarray(0, Math.floor(film.length * part));
      expect(await takeFrame([having(cut)], forever)).toEqual({ ok: false, refusal: { kind: "unreadable" } });
    }
  },
);
