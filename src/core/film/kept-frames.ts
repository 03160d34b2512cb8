import type { JobId } from "../job/ids.ts";
import type { Frame } from "./films.ts";

/** Frames that the video service fetches from the bot itself, each for as long as its job is under way. It rejects where the store does. */
export interface KeptFrames {
  /** Keeps it for that job, in the place of an earlier one; answers the address at which the service finds it. */
  keep(id: JobId, frame: Pick<Frame, "bytes">): Promise<string>;
  forget(id: JobId): Promise<void>;
}
