import { memoryRows } from "../../src/engines/memory-rows.ts";
import { rowsContract } from "../contracts/rows.ts";

rowsContract("the memory", async () => ({ rows: memoryRows() }));
