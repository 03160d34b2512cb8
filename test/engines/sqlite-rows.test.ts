import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rows } from "../../src/core/rows.ts";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { rowsKeyvContract } from "../contracts/keyv.ts";
import { rowsContract } from "../contracts/rows.ts";
import { storesContract } from "../contracts/stores.ts";

async function emptyRows(): Promise<Rows> {
  const dir = mkdtempSync(join(tmpdir(), "reelay-rows-"));
  const opened = await openSqliteRows(dir);
  if (!opened.ok) throw new Error(opened.refusal.detail);
  const rows = opened.value;
  const close = async () => {
    await rows.close();
    rmSync(dir, { recursive: true });
  };
  return { ...rows, close };
}

rowsContract("SQLite", async () => ({ rows: await emptyRows() }));
rowsKeyvContract("keyv over rows in SQLite", emptyRows);
storesContract("the stores over rows in SQLite", emptyRows, 25);
