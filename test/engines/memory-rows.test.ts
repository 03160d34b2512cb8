import { memoryRows } from "../../src/engines/memory-rows.ts";
import { rowsContract } from "../contracts/rows.ts";
import { rowsKeyvContract } from "../contracts/rows-keyv.ts";

rowsContract("the memory", async () => ({ rows: memoryRows() }));
rowsKeyvContract("keyv over rows in memory", async () => memoryRows());
