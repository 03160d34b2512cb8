import type { Outside } from "../app.ts";
import { machineChance, machineClock } from "../core/clock.ts";
import { openLog } from "../ops/log.ts";

/** The machine's own clock and chance, and a log on `destination`. */
export function machineOutside(log: {
  readonly level: string;
  readonly format: "pretty" | "json" | undefined;
  readonly destination: NodeJS.WriteStream;
}): Omit<Outside, "more"> {
  const { level, destination, format = destination.isTTY ? "pretty" : "json" } = log;
  return { clock: machineClock, chance: machineChance, log: openLog({ level, format, destination }) };
}
