import type { Duration, Resolution } from "./price.ts";
import type { AspectRatio } from "./video-request.ts";

/** Resolution and length as one choice of a form. */
export function packSize(resolution: Resolution, duration: Duration): string {
  return `${resolution}-${duration}`;
}

/** The same with the shape. */
export function packLook(ratio: AspectRatio, resolution: Resolution, duration: Duration): string {
  return `${ratio}-${packSize(resolution, duration)}`;
}

/** What a form gives, with its one choice of resolution, length and perhaps shape taken apart; `given` is asked for each field by its name. */
export function withSize(given: (name: string) => string): (name: string) => string {
  const [duration = "", resolution = "", ratio = ""] = given("size").split("-").reverse();
  const packed: Readonly<Record<string, string>> = { ratio, resolution, duration };
  return (name) => given(name) || (packed[name] ?? "");
}
