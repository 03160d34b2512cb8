import { parseArgs } from "node:util";
import { life } from "../simulation/life.ts";
const { values } = parseArgs({ options: { lives: { type: "string", default: "1000" }, seed: { type: "string" } } });
if (values.seed) {
  const l = await life(Number(values.seed), { isTraced: true });
  process.stdout.write(`${l.trace.join("\n")}\n${JSON.stringify(l.end)}\n`);
} else {
  const t = Date.now();
  for (let s = 1; s <= Number(values.lives); s++) await life(s);
  process.stdout.write(`${Date.now() - t}\n`);
}
