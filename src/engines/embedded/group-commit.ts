import type { Connection } from "./connect.ts";

export interface GroupCommit {
  /** Runs `act`'s statements with the other writes of this turn of the event loop; resolves when they are on the disk. */
  write<Value>(act: () => Value): Promise<Value>;
  /** Commits what is queued now; from then on every write rejects. */
  end(): void;
}

interface Write {
  /** Runs the statements; the returned function tells the caller. */
  run(): () => void;
  reject(error: unknown): void;
}

/**
 * One transaction for all writes of one turn: many cost one fsync. A write that throws rejects alone and leaves nothing
 * behind; a commit that fails rejects them all.
 */
export function groupCommit(connection: Connection): GroupCommit {
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const savepoint = connection.prepare("SAVEPOINT one_write");
  const release = connection.prepare("RELEASE one_write");
  const commit = connection.prepare("COMMIT");
  let queue: Write[] = [];
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

  function flush(): void {
    const batch = queue;
    queue = [];
    if (batch.length === 0) return;
    try {
      begin.run();
      const tells = batch.map(attempt);
      commit.run();
      for (const tell of tells) tell();
    } catch (error) {
      undo(connection);
      for (const write of batch) write.reject(error);
    }
  }

  return {
    write: (act) =>
      new Promise((resolve, reject) => {
        if (hasEnded) throw new Error("the database is closed");
        queue.push({
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
