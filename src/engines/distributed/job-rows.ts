import type { Redis } from "ioredis";
import { z } from "zod";
import type { EpochMs } from "../../core/clock.ts";
import type { FoundJob } from "../job-record.ts";
import { runScript } from "./connect.ts";
import { jobIn } from "./job-hash.ts";
import { ROWS } from "./scripts/job-scripts.ts";

/** What a script answers that gives texts, and nil for what is not there. */
export const flatRows = z.array(z.union([z.string(), z.null()]));

/** What `openIn` answers. */
export function readDue(found: unknown): readonly { readonly id: string; readonly dueAt: EpochMs }[] {
  const flat = flatRows.parse(found);
  return Array.from({ length: flat.length / 2 }, (_, n) => ({
    id: flat[2 * n] ?? "",
    dueAt: Number(flat[2 * n + 1] ?? 0),
  }));
}

/** The jobs whose ids a command of Redis gives, in its order. */
export function jobRows(redis: Redis): (...command: readonly (string | number)[]) => Promise<readonly FoundJob[]> {
  const rowsOf = runScript(redis, ROWS);
  return async (...command) => {
    const flat = flatRows.parse(await rowsOf(...command));
    return Array.from({ length: flat.length / 4 }, (_, n) => {
      const [id, ...row] = flat.slice(n * 4, n * 4 + 4);
      return { id: id ?? "", stored: jobIn(id ?? "", row) };
    });
  };
}
