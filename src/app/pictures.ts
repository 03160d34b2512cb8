import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../core/clock.ts";
import type { InspectPicture, JobStore, Log } from "../core/ports.ts";
import type { PrivateFiles } from "../core/private-file.ts";
import { type PictureRelay, pictureRelay } from "../images/relay.ts";
import { relayTokens } from "../images/relay-token.ts";
import type { KeyRing } from "../keys/seal.ts";
import type { Platforms } from "./platforms.ts";

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface Pictures {
  /** null: nobody outside could fetch them. */
  readonly files: PrivateFiles | null;
  /** The given way of judging addresses, with a shorter one for the relay's own. */
  inspect(other: InspectPicture): InspectPicture;
  /** Serves the relay's pictures before all else. */
  serve(more: Serve | null): Serve;
  close(): void;
}

/** The relay of private pictures, where the bot has an address from outside; `publicUrl` is asked when it serves already. */
export function privatePictures(deps: {
  readonly publicUrl: (() => string) | null;
  readonly ring: KeyRing;
  readonly jobs: Pick<JobStore, "load">;
  readonly platforms: () => Pick<Platforms, "openFile" | "isFileGone">;
  readonly clock: Clock;
  readonly log: Log;
}): Pictures {
  const { publicUrl, ring, jobs, platforms, clock, log } = deps;
  const { [ring.sealingId]: _, ...others } = Object.fromEntries(ring.keys);
  const first = ring.keys.get(ring.sealingId);
  const relay: PictureRelay | null =
    publicUrl &&
    pictureRelay({
      publicUrl: () => publicUrl().replace(/(?<!\/)\/+$/, ""),
      tokens: relayTokens([...(first ? [first] : []), ...Object.values(others)]),
      loadJob: async (id) => (await jobs.load(id))?.job ?? null,
      openFile: (file) => platforms().openFile(file),
      clock,
      log,
    });
  return {
    files: relay && { addressFor: (id) => relay.addressFor(id), isGone: (file) => platforms().isFileGone(file) },
    inspect: (other) => (address) => relay?.inspect(address) ?? other(address),
    serve: (more) => async (request, response) =>
      ((await relay?.handle(request, response)) ?? false) || ((await more?.(request, response)) ?? false),
    close: () => relay?.close(),
  };
}
