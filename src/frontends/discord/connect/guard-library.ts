import process from "node:process";
import type { Log } from "../../../core/ports.ts";

/** Where an error of discord.js's own connection code comes from. */
const LIBRARY = /[\\/]node_modules[\\/](?:@discordjs[\\/]|discord\.js[\\/])/;

/**
 * discord.js reads what the gateway says in promises that nobody awaits: one it cannot read ends the process.
 * Such an error is logged instead; everybody else's goes on as if nothing were here. The returned function ends the guard.
 */
export function guardLibrary(log: Log): () => void {
  const onRejection = (reason: unknown) => {
    if (isOfLibrary(reason)) return log.error("discord library failed", { name: nameOf(reason) });
    // With a listener present Node no longer ends the process by itself.
    if (process.listenerCount("unhandledRejection") === 1) throw reason;
  };
  process.on("unhandledRejection", onRejection);
  return () => process.off("unhandledRejection", onRejection);
}

/** Whether the library itself threw it: the first file in its stack is the library's, and not one that it called back. */
export function isOfLibrary(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  const frames = (reason.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node:"));
  const first = frames.find((line) => !line.includes("<anonymous>"));
  return first !== undefined && LIBRARY.test(first);
}

function nameOf(reason: unknown): string {
  return reason instanceof Error ? reason.name : "unknown";
}
