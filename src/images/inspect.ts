import type { Clock } from "../core/clock.ts";
import type { InspectPicture } from "../core/ports.ts";
import type { AspectRatio, PictureProblem } from "../core/request/video-request.ts";
import { ok, type Result, refuse, unreachable } from "../core/result.ts";
import { parseUrl } from "../core/text/parse-url.ts";
import { judgeAddress } from "./address.ts";
import { fetchHead, HEAD_BYTES } from "./fetch-head.ts";
import { machineNetwork, type Network } from "./guarded-connect.ts";
import { judgePicture } from "./judge-picture.ts";
import { REDIRECTS_MAX } from "./redirects.ts";

/** A person waits for this before the video is asked for. */
const LIMIT_MS = 10_000;

/**
 * Fetches the head of a picture, 10 s and three redirects in all, and judges it by its content. Nothing is ever sent to
 * an address that is not public, unless its origin is in `trustedOrigins`. `network` is for tests.
 */
export function pictureInspector(options: {
  readonly trustedOrigins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly network?: Network;
}): InspectPicture {
  const { trustedOrigins, clock, network = machineNetwork } = options;
  const judge = judgeAddress(trustedOrigins);

  return async (address) => {
    const deadline = new AbortController();
    const cancel = clock.after(LIMIT_MS, () => deadline.abort());
    try {
      return await inspect(address, deadline.signal);
    } finally {
      cancel();
    }
  };

  async function inspect(
    given: string,
    signal: AbortSignal,
  ): Promise<Result<{ readonly aspectRatio: AspectRatio }, PictureProblem>> {
    let address = given;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const problem = judge(address);
      if (problem !== null) return refuse(problem);
      const url = new URL(address);
      const head = await fetchHead(url, { isTrusted: trustedOrigins.has(url.origin), network, signal });
      switch (head.kind) {
        case "content":
          return shapeIn(head.bytes);
        case "too_large":
          return refuse({ kind: "picture_too_large", sizeBytes: head.sizeBytes });
        case "not_public":
          return refuse({ kind: "bad_address", why: "not_public" });
        case "unreachable":
          return refuse({ kind: "picture_unreachable" });
        case "redirect": {
          const next = parseUrl(head.location, url.href);
          if (!next) return refuse({ kind: "picture_unreachable" });
          address = next.href;
          break;
        }
        default:
          return unreachable(head);
      }
    }
    return refuse({ kind: "picture_unreachable" });
  }
}

async function shapeIn(head: Uint8Array): ReturnType<InspectPicture> {
  const judged = await judgePicture(head, head.length < HEAD_BYTES);
  return judged.ok ? ok({ aspectRatio: judged.value.aspectRatio }) : judged;
}
