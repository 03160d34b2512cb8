import { doctor } from "../app/doctor/doctor.ts";
import { nothing, optionsOr } from "../app/program/program.ts";
import { readEnvironment } from "../config.ts";

/** `npm run doctor`: looks at what this configuration uses; each line is ok or the cure. It may run beside the bot. */
const USAGE = `npm run doctor

Checks everything that your settings use: tokens, registered commands, Slack's permissions, the video service, the
clock, the disk or Redis. Each line says ok, or what is wrong and how to fix it. It changes nothing, costs nothing,
and may run beside Reelay. The exit code is 0 when all is well.`;

optionsOr(USAGE, nothing);
const { isWell, lines } = await doctor(readEnvironment());
process.stdout.write(`${lines.join("\n")}\n`);
process.exit(isWell ? 0 : 1);
