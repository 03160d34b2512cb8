import { machineWords } from "./machine.ts";
import type { Line } from "./row.ts";
import { tableOf } from "./table.ts";

/** The file that `npm run bench` writes. */
export function resultsOf(lines: readonly Line[], seconds: number): string {
  return `# What it costs, and how soon people know

Measured by \`npm run bench\` in ${Math.round(seconds / 60)} minutes on ${machineWords()}. Ratios hold on other machines, milliseconds do not.

Each row stands beside its base in one run: slices of 120 ms in shuffled order over 60 rounds, the median of what the two
came to in the same round, the servers in processes of their own. The interval holds 95 % of 1,000 bootstrap draws. What
is simulated is told its time, and its interval comes from drawing the simulated videos anew. Nothing is tuned to these rows.

${tableOf(lines)}`;
}
