import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Connection, connect } from "../../src/engines/sqlite-connection.ts";
import { scratchFolder } from "./scratch.ts";

const row = z.object({ value: z.string() });
const job = z.object({ request: z.object({ prompt: z.string() }) });

/** What a killed bot left in its folder; read from a copy, for an opening would mend the file. */
export async function inCopy<Value>(dataDir: string, read: (connection: Connection) => Value): Promise<Value> {
  const copy = scratchFolder();
  try {
    for (const name of ["reelay.db", "reelay.db-wal"]) {
      const file = join(dataDir, name);
      if (existsSync(file)) copyFileSync(file, join(copy, name));
    }
    const connection = await connect(join(copy, "reelay.db"));
    const value = read(connection);
    connection.close();
    return value;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The values of the rows whose keys begin so. */
export function storedValues(connection: Connection, prefix: string): readonly unknown[] {
  return connection
    .prepare("SELECT value FROM rows WHERE key GLOB ?")
    .all(`${prefix}*`)
    .map((each) => JSON.parse(row.parse(each).value));
}

/** The prompts of its jobs. */
export function storedPrompts(dataDir: string): Promise<readonly string[]> {
  return inCopy(dataDir, (connection) =>
    storedValues(connection, "job/").map((value) => job.parse(value).request.prompt),
  );
}
