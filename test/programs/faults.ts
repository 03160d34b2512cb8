import { brokenIn, grid, tableOf } from "../faults/table.ts";
import { nothing, optionsOr } from "./program.ts";

const USAGE = `npm run faults

Lives one life with each fault of the wire, and prints the table of what was charged and told, as it stands in
test/faults/TABLE.md.`;

optionsOr(USAGE, nothing);
const lives = await grid();
process.stdout.write(tableOf(lives));
const broken = brokenIn(lives);
for (const line of broken) process.stderr.write(`${line}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
