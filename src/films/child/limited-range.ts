import type { VideoFrame } from "@napi-rs/webcodecs";

/** Eight bits per sample, with luma in the first plane and chroma in the others. */
const FORMATS: readonly unknown[] = ["I420", "I422", "I444", "NV12"];

/** Source: ITU-T H.273, 8.3 (read 2026-11-28). */
const LIGHT = Uint8Array.from({ length: 256 }, (_, sample) => Math.round(16 + (sample * 219) / 255));
const COLOR = Uint8Array.from({ length: 256 }, (_, sample) => Math.round(128 + ((sample - 128) * 224) / 255));

/**
 * Returns null if the frame is not in full range. The encoder of @napi-rs/webcodecs 1.3.1 aborts the process when given
 * a frame that was decoded in full range.
 */
export async function inLimitedRange(
  frame: VideoFrame,
  timing: { readonly timestamp: number; readonly duration: number },
): Promise<VideoFrame | null> {
  const { format, codedWidth, codedHeight } = frame;
  if (frame.colorSpace.fullRange !== true || format === null || !FORMATS.includes(format)) return null;
  const { VideoFrame: Frame } = await import("@napi-rs/webcodecs");
  const samples = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(samples);
  const lightEnd = layout[1]?.offset ?? samples.length;
  for (let at = 0; at < lightEnd; at += 1) samples[at] = LIGHT[samples[at] ?? 0] ?? 0;
  for (let at = lightEnd; at < samples.length; at += 1) samples[at] = COLOR[samples[at] ?? 0] ?? 0;
  return new Frame(samples, { format, codedWidth, codedHeight, layout, ...timing });
}
