/** How often the parent is looked for, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** What tells whether the process that started this one is still there. */
export interface Family {
  /** The parent now; on Windows the first one for ever, on other systems a new one once the first has ended. */
  parentId(): number;
  isThere(id: number): boolean;
}

const machineFamily: Family = {
  parentId: () => process.ppid,
  isThere(id) {
    try {
      // Signal 0 is not sent: it asks whether it could be.
      process.kill(id, 0);
      return true;
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EPERM";
    }
  },
};

/**
 * Calls `gone` once, when the process that started this one has ended. Between npm and a program stands a shell that
 * passes no signal on: npm's SIGTERM ends that shell, and the program would run on alone.
 */
export function watchParent(gone: () => void, family: Family = machineFamily, everyMs = LOOK_EVERY_MS): () => void {
  const first = family.parentId();
  const timer = setInterval(() => {
    if (family.parentId() === first && family.isThere(first)) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
