import { type Connection, sqliteCode } from "./connect.ts";
import type { Reserve } from "./reserve.ts";

/**
 * "new": what may be refused when the disk is full, so that what has "begun" can be saved. "light": what a power cut may
 * take back, so that a turn of such writes alone does not wait for the disk.
 */
export type WriteKind = "new" | "begun" | "light";

export interface GroupCommit {
  /** Runs `act`'s statements with the other writes of this turn of the event loop; resolves when they are on the disk, light ones when they are written. */
  write<Value>(act: () => Value, kind: WriteKind): Promise<Value>;
  /** Commits what is queued now; from then on every write rejects. */
  end(): void;
}

interface Write {
  readonly kind: WriteKind;
  /** Runs the statements; the returned function tells the caller. */
  run(): () => void;
  reject(error: unknown): void;
}

const FULL = 13;

/**
 * One transaction for all writes of one turn: many cost one fsync. A write that throws rejects alone and leaves nothing
 * behind; a commit that fails rejects them all. Where the disk is full, the reserve is given to what has begun.
 */
export function groupCommit(connection: Connection, reserve: Reserve | null = null): GroupCommit {
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const savepoint = connection.prepare("SAVEPOINT one_write");
  const release = connection.prepare("RELEASE one_write");
  const commit = connection.prepare("COMMIT");
  let queue: Write[] = [];
  let isSynced: boolean | null = null;
  let hasEnded = false;

  function attempt(write: Write): () => void {
    savepoint.run();
    try {
      const tell = write.run();
      release.run();
      return tell;
    } catch (error) {
      try {
        connection.exec("ROLLBACK TO one_write; RELEASE one_write");
      } catch {
        // SQLite has undone the whole transaction (a full disk does that): nobody's write is left.
        throw error;
      }
      return () => write.reject(error);
    }
  }

  /** Whether the next commit waits for the disk. One that does takes all before it along. */
  function sync(isWanted: boolean): void {
    if (isWanted === isSynced) return;
    connection.exec(`PRAGMA synchronous = ${isWanted ? "FULL" : "NORMAL"}`);
    isSynced = isWanted;
  }

  function flush(): void {
    const batch = queue;
    queue = [];
    commitAll(batch);
  }

  function commitAll(batch: readonly Write[]): void {
    if (batch.length === 0) return;
    try {
      sync(batch.some(({ kind }) => kind !== "light"));
      begin.run();
      const tells = batch.map(attempt);
      commit.run();
      for (const tell of tells) tell();
    } catch (error) {
      undo(connection);
      const isSaved = sqliteCode(error) === FULL && reserve?.release() === true;
      const again = batch.filter(({ kind }) => isSaved && kind !== "new");
      for (const write of batch) if (!again.includes(write)) write.reject(error);
      commitAll(again);
    }
  }

  return {
    write: (act, kind) =>
      new Promise((resolve, reject) => {
        if (hasEnded) throw new Error("the database is closed");
        if (kind === "new" && reserve?.isThere() === false) throw new Error("the disk is full");
        queue.push({
          kind,
          run() {
            const value = act();
            return () => resolve(value);
          },
          reject,
        });
        if (queue.length === 1) setImmediate(flush);
      }),
    end() {
      hasEnded = true;
      flush();
    },
  };
}

function undo(connection: Connection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // No transaction is open: it never began, or SQLite has undone it already.
  }
}
