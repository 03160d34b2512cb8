import { memoryRows } from "../../src/engines/memory-rows.ts";
import { storesContract } from "../contracts/stores.ts";

storesContract("the stores over rows in memory", async () => memoryRows(), 50);
