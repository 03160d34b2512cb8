import { expect, test } from "vitest";
import { rowsKeyv } from "../../src/engines/rows-keyv.ts";
import { rowsKeyvContract } from "../contracts/keyv.ts";
import { rowsContract } from "../contracts/rows.ts";
import { teamSumsContract } from "../contracts/team-sums.ts";
import { memoryRows } from "../fakes/memory-rows.ts";

rowsContract("the memory", async () => ({ rows: memoryRows() }));
rowsKeyvContract("keyv over rows in memory", async () => memoryRows());

test("a keyv whose rows fail makes every question fail: none says that nothing is there", async () => {
  const fails = () => Promise.reject(new Error("the disk is gone"));
  const keyv = rowsKeyv({ ...memoryRows(), transact: fails, get: fails, places: fails }).keyv("keys");
  for (const ask of [
    () => keyv.get("k"),
    () => keyv.get(["k"]),
    () => keyv.has("k"),
    () => keyv.set("k", 2),
    () => keyv.delete("k"),
  ])
    await expect(ask()).rejects.toThrow("the disk is gone");
});

teamSumsContract("rows in memory", async () => memoryRows(), 50);
