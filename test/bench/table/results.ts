import { machineWords } from "./machine.ts";
import type { Line } from "./row.ts";
import { numberText, tableOf } from "./table.ts";

/** With less, nothing else wanted a core for long. */
const QUIET = 0.7;

/** The file that `npm run bench` writes; `load`: how many processes wanted a core when it began. */
export function resultsOf(lines: readonly Line[], seconds: number, load: number): string {
  return `# What it costs, and how soon people know

Measured by \`npm run bench\` in ${Math.round(seconds / 60)} minutes on ${machineWords()}. Ratios hold on other machines, milliseconds do not.
${loadWords(load)}

Each row stands beside its base in one run: slices of 120 ms in shuffled order over 60 rounds, the median of what the two
came to in the same round, the servers in processes of their own. The interval holds 95 % of 1,000 bootstrap draws. What
is simulated is told its time, and its interval comes from drawing the simulated videos anew. Nothing is tuned to these rows.

${tableOf(lines)}`;
}

/** What else the machine had to do. */
function loadWords(load: number): string {
  if (load < QUIET) return "It had nothing else to do.";
  return `It was busy with other work (a load of ${numberText(load)} when the run began): times are longer than they need be.`;
}
