import pino from "pino";
import pretty from "pino-pretty";
import type { Log, LogFields } from "../core/ports.ts";
import { scrub } from "./scrub.ts";

export interface LogOptions {
  readonly level: string;
  readonly format: "pretty" | "json";
  readonly destination: NodeJS.WritableStream;
}

/** One line an event on the destination; each whole line is scrubbed before it is written. */
export function openLog({ level, format, destination }: LogOptions): Log {
  const stream =
    format === "pretty"
      ? pretty({
          destination,
          sync: true,
          colorize: "isTTY" in destination && destination.isTTY === true,
          ignore: "pid,hostname",
          singleLine: true,
        })
      : destination;
  const logger = pino({ level, base: null, hooks: { streamWrite: scrub } }, stream);
  const at =
    (name: "debug" | "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) =>
      logger[name](fields, event);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
