import { rotateKeys } from "../app/rotate-keys.ts";
import { readEnvironment, readRedis, readSecretKeys, readStorage } from "../config.ts";

/** `npm run rotate-keys`: everything is sealed with the first master key; with `-- --new`, a new one is made first. */
const [, , flag, ...more] = process.argv;
if ((flag !== undefined && flag !== "--new") || more.length > 0) fail("The only option is --new: a new master key.");
else await run(flag === "--new");

async function run(isNew: boolean): Promise<void> {
  const environment = readEnvironment();
  const { dir } = readStorage(environment);
  const keys = { redisUrl: readRedis(environment)?.url ?? null, secretKeys: readSecretKeys(environment) };
  const done = await rotateKeys({ dir, ...keys, isNew });
  if (done.ok) process.stdout.write(`${done.value}\n`);
  else fail(done.refusal);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
