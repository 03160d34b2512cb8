import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteRows } from "../../src/engines/sqlite-rows.ts";
import { storesContract } from "../contracts/stores.ts";

storesContract(
  "the stores over rows in SQLite",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "reelay-stores-"));
    const opened = await openSqliteRows(dir);
    if (!opened.ok) throw new Error(opened.refusal.detail);
    const rows = opened.value;
    const close = async () => {
      await rows.close();
      rmSync(dir, { recursive: true });
    };
    return { ...rows, close };
  },
  25,
);
