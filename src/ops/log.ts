import pino from "pino";
import pretty from "pino-pretty";
import type { Log } from "../core/ports.ts";
import { LOG_FIELDS, type LogFields, type LogValue } from "../core/text/log-fields.ts";
import { oneLine, scrub } from "./scrub.ts";

export interface LogOptions {
  readonly level: string;
  readonly format: "pretty" | "json";
  readonly destination: NodeJS.WritableStream;
}

/** One line an event on the destination, with the listed fields alone; each whole line is scrubbed before it is written. */
export function openLog({ level, format, destination }: LogOptions): Log {
  const stream =
    format === "pretty"
      ? pretty({
          destination,
          sync: true,
          colorize: "isTTY" in destination && destination.isTTY === true,
          ignore: "pid,hostname",
          singleLine: true,
          // Else a field with such a name gets a line of its own.
          errorLikeObjectKeys: [],
        })
      : destination;
  const logger = pino({ level, base: null, hooks: { streamWrite: scrub } }, stream);
  const at =
    (name: "debug" | "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) =>
      logger[name](listed(fields), oneLine(event));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The compiler sees what is written out, and not what a spread brings. */
function listed(fields: LogFields): Readonly<Record<string, LogValue>> {
  const found = LOG_FIELDS.flatMap((name): [string, LogValue][] => {
    const value = fields[name];
    return value === undefined ? [] : [[name, typeof value === "string" ? oneLine(value) : plain(value)]];
  });
  return Object.fromEntries(found);
}

/** A spread may bring an object, too. */
function plain(value: LogValue): LogValue {
  return typeof value === "object" && value !== null ? "[object]" : value;
}
