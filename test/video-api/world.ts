import { onTestFinished } from "vitest";
import { Secret } from "../../src/core/text/secret.ts";
import { videoApi } from "../../src/video-api/client.ts";
import { aRequest } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { localServer } from "./local-server.ts";

export const KEY_TEXT = "vk-canary-0123456789abcdef";
export const key = new Secret(KEY_TEXT);

export const boat = aRequest();

/** The real client for one URL, with a clock that does not advance. */
export function apiAt(
  baseUrl: string,
  trustedOrigins: readonly string[] = [],
  idempotency?: Parameters<typeof videoApi>[0]["idempotency"],
) {
  const clock = manualClock();
  const log = recordingLog();
  const api = videoApi({
    baseUrl,
    trustedOrigins: new Set(trustedOrigins),
    clock,
    log,
    ...(idempotency && { idempotency }),
  });
  onTestFinished(() => api.close());
  return { api, clock, log };
}

/** The real client for a loopback server with these responses. */
export async function against(answer: Parameters<typeof localServer>[0], ending = "") {
  const server = await localServer(answer);
  return { ...server, ...apiAt(`${server.origin}${ending}`) };
}
