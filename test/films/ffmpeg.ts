import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

/** Fails `npm run test:films` if ffmpeg is missing, because it would check nothing. */
export default function needsFfmpeg(): void {
  try {
    execFileSync("ffmpeg", ["-version"], { stdio: "ignore" });
  } catch {
    throw new Error("There is no ffmpeg here. Install one: apt-get install ffmpeg");
  }
}

/** Runs ffmpeg in a temporary folder. Its output files are in the folder. */
async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "reelay-ffmpeg-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function ffmpeg(dir: string, words: readonly string[]): Promise<string> {
  const { stderr } = await run("ffmpeg", ["-hide_banner", "-nostdin", "-y", ...words], { cwd: dir });
  return stderr;
}

/** A film made by ffmpeg with these command-line options. If there are two steps, the first one makes a.mp4. */
export function madeBy(options: string): Promise<Buffer> {
  return inFolder(async (dir) => {
    const steps = options.split(" && ");
    for (const [nth, step] of steps.entries())
      await ffmpeg(dir, ["-v", "error", ...step.split(" "), nth < steps.length - 1 ? "a.mp4" : "film.mp4"]);
    return readFileSync(join(dir, "film.mp4"));
  });
}

/**
 * By default, ffmpeg converts a film's colours fast, with errors of one in dark colours, and as if they were in the middle
 * of four pixels. In H.264 they are on the left by default (annex E, figure E-1, read 2026-11-22).
 */
const CAREFULLY = "scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp:in_h_chr_pos=0:in_v_chr_pos=128";

/** Enlarges a picture whose pixels are not square. */
const SQUARE_PIXELS = "scale='iw*max(1,sar)':'ih*max(1,1/sar)':flags=bilinear,setsar=1";

/**
 * Compares a picture with the last frame of a film as ffmpeg shows it. The result is ffmpeg's SSIM over brightness and both
 * colours, and 1 means equal.
 */
export function likeness(film: Uint8Array, picture: Uint8Array) {
  return inFolder(async (dir) => {
    writeFileSync(join(dir, "film.mp4"), film);
    writeFileSync(join(dir, "ours.png"), picture);
    const shown = ["-i", "film.mp4", "-update", "1", "-vf", `${CAREFULLY},format=gbrp,${SQUARE_PIXELS}`];
    await ffmpeg(dir, ["-v", "error", ...shown, "-pix_fmt", "rgb24", "theirs.png"]);
    const compare = "[0]format=yuv444p[a];[1]format=yuv444p[b];[a][b]ssim";
    const output = await ffmpeg(dir, ["-i", "theirs.png", "-i", "ours.png", "-lavfi", compare, "-f", "null", "-"]);
    return Number(/All:([\d.]+)/.exec(output)?.[1]);
  });
}

/** Compares two films by ffmpeg's SSIM over all frames. The smaller one is scaled up. */
export function sameness(film: Uint8Array, copy: Uint8Array): Promise<number> {
  return inFolder(async (dir) => {
    writeFileSync(join(dir, "film.mp4"), film);
    writeFileSync(join(dir, "copy.mp4"), copy);
    const compare = "[1][0]scale2ref=flags=bicubic[copy][film];[film][copy]ssim";
    const output = await ffmpeg(dir, ["-i", "film.mp4", "-i", "copy.mp4", "-lavfi", compare, "-f", "null", "-"]);
    return Number(/All:([\d.]+)/.exec(output)?.[1]);
  });
}

/** Reads a film with ffprobe, and collects ffmpeg's complaints while it decodes the whole film. */
export function looked(film: Uint8Array) {
  return inFolder(async (dir) => {
    writeFileSync(join(dir, "film.mp4"), film);
    const asked = "stream=codec_type,codec_name,width,height,duration,nb_frames,sample_aspect_ratio,color_range";
    const { stdout } = await run("ffprobe", ["-v", "error", "-show_entries", asked, "-of", "json", "film.mp4"], {
      cwd: dir,
    });
    const { streams } = probed.parse(JSON.parse(stdout));
    const video = streams.find(({ codec_type }) => codec_type === "video");
    const audio = streams.find(({ codec_type }) => codec_type === "audio");
    const complaints = await ffmpeg(dir, ["-v", "warning", "-i", "film.mp4", "-f", "null", "-"]);
    const { width = 0, height = 0, nb_frames: frames = 0, duration = 0 } = video ?? {};
    // By default, pixels are square.
    const { sample_aspect_ratio: pixels = "1:1", color_range: range = null } = video ?? {};
    const sound = audio ? `${audio.codec_name}, ${Math.round(audio.duration * 10) / 10} s` : null;
    return { durationMs: Math.round(duration * 1_000), frames, width, height, pixels, range, sound, complaints };
  });
}

const probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
      sample_aspect_ratio: z.string().optional(),
      color_range: z.string().optional(),
      duration: z.coerce.number(),
      nb_frames: z.coerce.number(),
    }),
  ),
});
