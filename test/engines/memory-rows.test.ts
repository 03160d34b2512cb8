import { rowsContract } from "../contracts/rows.ts";
import { memoryRows } from "../fakes/memory-rows.ts";

rowsContract("the memory", async () => ({ rows: memoryRows() }));
