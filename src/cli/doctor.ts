import { doctor } from "../app/doctor/doctor.ts";
import { readEnvironment } from "../config.ts";

/** `npm run doctor`: looks at what this configuration uses; each line is ok or the cure. It may run beside the bot. */
const { isWell, lines } = await doctor(readEnvironment());
process.stdout.write(`${lines.join("\n")}\n`);
process.exit(isWell ? 0 : 1);
