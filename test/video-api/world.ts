import { onTestFinished } from "vitest";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { videoApi } from "../../src/video-api/client.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

export const KEY_TEXT = "vk-canary-0123456789abcdef";
export const key = new Secret(KEY_TEXT);

export const boat: VideoRequest = {
  prompt: "a paper boat in the rain",
  aspectRatio: "16:9",
  duration: 10,
  resolution: "480p",
  picture: null,
};

/** The real client towards one address, with a clock that stands still. */
export function apiAt(baseUrl: string, trustedOrigins: readonly string[] = []) {
  const clock = manualClock();
  const log = recordingLog();
  const api = videoApi({ baseUrl, trustedOrigins: new Set(trustedOrigins), clock, log });
  onTestFinished(() => api.close());
  return { api, clock, log };
}
