import type Keyv from "keyv";
import { z } from "zod";
import type { Frame } from "../core/film/films.ts";
import type { JobId } from "../core/job/ids.ts";

/** A frame is forgotten after a day in any case: its job was paid for long before, or never will be. */
const KEPT_MS = 86_400_000;

const shape = z.object({ v: z.literal(1), base64: z.base64() });

export type KeptFrame = Pick<Frame, "bytes">;

/** Frames that are served from here, each under its job's id, in a keyv that rejects when it fails. */
export interface FrameStore {
  keep(id: JobId, frame: KeptFrame): Promise<void>;
  find(id: JobId): Promise<KeptFrame | null>;
  forget(id: JobId): Promise<void>;
}

export function frameStore(keyv: Keyv): FrameStore {
  return {
    async keep(id, { bytes }) {
      await keyv.set(id, { v: 1, base64: Buffer.from(bytes).toString("base64") }, KEPT_MS);
    },
    async find(id) {
      const found = shape.safeParse(await keyv.get(id));
      return found.success ? { bytes: Buffer.from(found.data.base64, "base64") } : null;
    },
    async forget(id) {
      await keyv.delete(id);
    },
  };
}
