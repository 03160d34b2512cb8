import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../config.ts";
import type { KeptFrames } from "../core/film/kept-frames.ts";
import type { InspectPicture } from "../core/ports.ts";
import type { OpenFile, PrivateFile, PrivateFiles } from "../core/private-file.ts";
import { frameStore, type PictureRelay, pictureRelay, relayTokens } from "../images/relay.ts";
import type { Outside } from "./outside.ts";
import type { Storage } from "./watch.ts";

/** How a platform lets us look at the files that only its own people see. */
interface PrivateAccess {
  readonly openFile: OpenFile;
  isFileGone(file: PrivateFile): Promise<boolean>;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface Pictures {
  /** null: nobody outside could fetch them. */
  readonly files: PrivateFiles | null;
  /** null: the same. */
  readonly frames: KeptFrames | null;
  /** The given way of judging addresses, with a shorter one for the relay's own. */
  inspect(other: InspectPicture): InspectPicture;
  /** Serves the relay's pictures before all else. */
  serve(more: Serve | null): Serve;
  close(): void;
}

/** The relay of private pictures, where the bot has an address from outside. */
export function openPictures(
  { PUBLIC_URL: url }: Pick<Config, "PUBLIC_URL">,
  { clock, log, isReachable }: Pick<Outside, "clock" | "log" | "isReachable">,
  { ring, jobs, engine }: Pick<Storage, "ring" | "jobs" | "engine">,
  later: {
    readonly platforms: () => PrivateAccess;
    /** The server's own address, once it listens. */
    readonly ownOrigin: () => string;
  },
): Pictures {
  const { platforms, ownOrigin } = later;
  const publicUrl = url === undefined ? (isReachable ? ownOrigin : null) : () => url;
  const { [ring.sealingId]: _, ...others } = Object.fromEntries(ring.keys);
  const first = ring.keys.get(ring.sealingId);
  const frames = frameStore(engine.keyv("frames"));
  const relay: PictureRelay | null =
    publicUrl &&
    pictureRelay({
      publicUrl: () => publicUrl().replace(/(?<!\/)\/+$/, ""),
      tokens: relayTokens([...(first ? [first] : []), ...Object.values(others)]),
      loadJob: async (id) => (await jobs.load(id))?.job ?? null,
      openFile: (file) => platforms().openFile(file),
      frames,
      clock,
      log,
    });
  return {
    files: relay && {
      addressFor: (id) => relay.addressFor(id),
      open: (file) => relay.open(file),
      isGone: (file) => platforms().isFileGone(file),
    },
    frames: relay && {
      async keep(id, frame) {
        await frames.keep(id, frame);
        return relay.addressFor(id);
      },
      forget: (id) => frames.forget(id),
    },
    inspect: (other) => (address) => relay?.inspect(address) ?? other(address),
    serve: (more) => async (request, response) =>
      ((await relay?.handle(request, response)) ?? false) || ((await more?.(request, response)) ?? false),
    close: () => relay?.close(),
  };
}
