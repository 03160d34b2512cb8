import type { Entry } from "./journal.ts";

/** An entry of the journal; of polls that were put together the newest, and how many there were. */
export type Told = Entry & { readonly times?: number };

/**
 * Polls of a task that nothing else came between, as one entry in the place of the newest: they are many, and tell little.
 * Polls of other tasks do not part them.
 */
export function withPollsGrouped(entries: readonly Entry[]): readonly Told[] {
  const told: Told[] = [];
  let run = new Map<string, Told>();
  const end = () => {
    told.push(...[...run.values()].sort((one, other) => one.seq - other.seq));
    run = new Map();
  };
  for (const entry of entries) {
    const taskId = polledTask(entry);
    if (taskId === undefined) {
      end();
      told.push(entry);
    } else run.set(taskId, { ...entry, times: (run.get(taskId)?.times ?? 0) + 1 });
  }
  end();
  return told;
}

function polledTask({ place, kind, payload }: Entry): string | undefined {
  if (place !== "video" || kind !== "polled" || typeof payload !== "object" || payload === null) return undefined;
  return "taskId" in payload ? String(payload.taskId) : undefined;
}
