import { rowsContract } from "../contracts/rows.ts";
import { memoryRows } from "../fakes/memory-rows.ts";

rowsContract("memory", async () => ({ rows: memoryRows() }));
