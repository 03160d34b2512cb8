import { type Logger, LogLevel } from "@slack/bolt";
import type { Log } from "../../../core/ports.ts";

/** Characters of one line of a library. */
const LINE_MAX = 500;

/** The libraries' log lines among ours. Their debug lines hold whole payloads, API keys too, and go nowhere. */
export function boltLogger(log: Log): Logger {
  const textOf = (words: readonly unknown[]) => words.map(String).join(" ").slice(0, LINE_MAX);
  return {
    debug: () => {},
    info: (...words: unknown[]) => log.debug("slack library", { text: textOf(words) }),
    warn: (...words: unknown[]) => log.info("slack library", { text: textOf(words) }),
    error: (...words: unknown[]) => log.warn("slack library", { text: textOf(words) }),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}
