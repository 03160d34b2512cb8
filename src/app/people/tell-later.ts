import type { Clock } from "../../core/clock.ts";
import type { Command } from "../../core/command.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import type { Log } from "../../core/ports.ts";

const TELL_AFTER_MS = 4_000;
/** At most this many people at once; anybody else is told at their next command. */
const PEOPLE_MOST = 10_000;

/** Tells a person what waits for them some time after a command of theirs, whose answer comes within the platform's 3 s; once for all commands of that time. */
export function tellLater(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  tell(owner: Owner, reply: Command["reply"]): Promise<void>;
}): (command: Pick<Command, "act" | "owner" | "reply">) => void {
  const { clock, log, stopping, tell } = deps;
  const due = new Set<string>();

  return ({ act, owner, reply }) => {
    const name = ownerName(owner);
    // Typing opens no way to its person.
    if (act.kind === "suggest" || due.has(name) || due.size >= PEOPLE_MOST) return;
    due.add(name);
    clock.after(TELL_AFTER_MS, () => {
      due.delete(name);
      if (stopping.aborted) return;
      tell(owner, reply).catch((error: unknown) => log.error("waiting final words not told", { error: String(error) }));
    });
  };
}
