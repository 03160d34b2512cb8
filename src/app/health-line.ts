import type { ServiceHealth } from "../core/health.ts";

/** How the video service does, in one line for an operator. */
export function healthLine(health: ServiceHealth): string {
  const { trouble } = health.now();
  if (trouble === null) return "video service: no trouble seen";
  if (trouble.kind === "down") return "video service: does not answer";
  return `video service: ${trouble.failed} of the last ${trouble.ends} videos failed`;
}

/** Not a reason against readiness: everything else goes on, and no restart makes such a row readable. */
export function unreadableLine(count: number): readonly string[] {
  if (count === 0) return [];
  const rows = count === 1 ? "1 row in the store" : `${count} rows in the store`;
  return [`${rows} cannot be read: the log names each`];
}
