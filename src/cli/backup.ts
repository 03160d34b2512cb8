import { backUpStorage } from "../app/backup.ts";
import { readEnvironment, readStorage } from "../config.ts";

/** `npm run backup -- FILE`: a copy of the database, whether or not the bot runs. */
const [, , file, ...more] = process.argv;
if (!file || more.length > 0) fail("Name one new file for the backup: npm run backup -- reelay-backup.db");
else await run(file);

async function run(name: string): Promise<void> {
  const done = await backUpStorage(readStorage(readEnvironment()), name);
  if (done.ok) process.stdout.write(`${done.value}\n`);
  else fail(done.refusal);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
