import { doctor } from "../app/doctor/examine.ts";
import { showJob } from "../app/doctor/show-job.ts";
import { finish, optionsOr } from "../app/program/program.ts";
import { readEnvironment, readParts } from "../config.ts";

const USAGE = `npm run doctor [-- --job ID]

Checks everything that your settings use: tokens, registered commands, Slack's permissions, the video service, the
clock, the disk or Redis. Each line says ok, or what is wrong and how to fix it. It changes nothing, costs nothing,
and may run beside Reelay. The exit code is 0 when all is well.

  --job ID   shows that job instead: its state, when and where it was made, its price, who pays, and when it is due,
             without keys and prompts`;

const { job } = optionsOr(USAGE, ([flag, id, ...more]) => {
  if (flag === undefined) return { job: null };
  return flag === "--job" && id !== undefined && more.length === 0 ? { job: id } : "The only option is --job ID.";
});
const environment = readEnvironment();
if (job === null) {
  const { isWell, lines } = await doctor(environment);
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exit(isWell ? 0 : 1);
}
finish(await showJob(readParts(environment), job));
