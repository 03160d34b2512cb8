import { migrate } from "../app/migrate.ts";
import { readEnvironment, readRedis, readStorage } from "../config.ts";

/** `npm run migrate -- --to redis`, or `--to embedded`: moves everything there, while no bot runs. */
const [, , option, to, ...more] = process.argv;
if (option === "--to" && (to === "redis" || to === "embedded") && more.length === 0) await run(to);
else fail("Say where everything is to be moved: npm run migrate -- --to redis, or --to embedded.");

async function run(where: "redis" | "embedded"): Promise<void> {
  const environment = readEnvironment();
  const { dir } = readStorage(environment);
  const done = await migrate({ to: where, dir, redis: readRedis(environment) });
  if (done.ok) process.stdout.write(`${done.value}\n`);
  else fail(done.refusal);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
