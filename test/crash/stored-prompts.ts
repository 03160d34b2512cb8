import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Connection, connect } from "../../src/engines/embedded/connect.ts";
import { scratchFolder } from "./scratch.ts";

const row = z.object({ body: z.string() });
const body = z.object({ request: z.object({ prompt: z.string() }) });

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

/** The prompts of its jobs. */
export function storedPrompts(dataDir: string): Promise<readonly string[]> {
  return inCopy(dataDir, (connection) =>
    connection
      .prepare("SELECT body FROM jobs")
      .all()
      .map((each) => body.parse(JSON.parse(row.parse(each).body)).request.prompt),
  );
}
