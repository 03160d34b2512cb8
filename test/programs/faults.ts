import { brokenIn, grid } from "../faults/grid.ts";
import { tableOf } from "../faults/table.ts";

const lives = await grid();
process.stdout.write(tableOf(lives));
const broken = brokenIn(lives);
for (const line of broken) process.stderr.write(`${line}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
