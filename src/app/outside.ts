import { type Chance, type Clock, machineChance, machineClock } from "../core/clock.ts";
import type { Films } from "../core/film/film.ts";
import type { FitPicture } from "../core/request/pictures.ts";
import type { Log } from "../core/text/log-fields.ts";
import { openLog } from "../ops/log.ts";

export interface Outside {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  /** Used instead of the build's program. */
  readonly filmProgram?: string;
  readonly films?: Films;
  readonly fitProgram?: string;
  readonly fitPicture?: FitPicture;
}

/** Loads the library for readable logs only if people read the log. */
export async function machineOutside(log: {
  readonly level: string;
  readonly format: "pretty" | "json" | undefined;
  readonly destination: NodeJS.WriteStream;
}): Promise<Outside> {
  const { level, destination, format = destination.isTTY ? "pretty" : "json" } = log;
  const pretty = format === "pretty" ? (await import("pino-pretty")).default : null;
  return { clock: machineClock, chance: machineChance, log: openLog({ level, pretty, destination }) };
}
