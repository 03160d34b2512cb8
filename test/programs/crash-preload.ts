// Loaded into the bot with `--import`: kills it immediately before or after the given durable write.
import { type Arming, arming } from "../crash/protocol.ts";

interface Runs {
  run(...values: never[]): unknown;
}

let armed: Arming | null = null;
let writes = 0;

process.on("message", (message) => {
  armed = arming.parse(message);
  writes = 0;
  process.send?.("armed");
});

const builtIn = process.getBuiltinModule("node:sqlite");
const { prototype } = builtIn ? builtIn.DatabaseSync : (await import("libsql")).default;
watchCommits(prototype);

/** Each durable write of the bot is one run of a prepared COMMIT. */
function watchCommits(connection: { prepare(sql: string): Runs }): void {
  const { prepare } = connection;
  connection.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (sql !== "COMMIT") return statement;
    const { run } = statement;
    statement.run = (...values) => {
      writes += 1;
      dieAt("before");
      const result = run.apply(statement, values);
      dieAt("after");
      return result;
    };
    return statement;
  };
}

/** A process receives its own SIGKILL before `process.kill` returns, so no further code runs. */
function dieAt(side: Arming["side"]): void {
  if (armed?.side === side && armed.nth === writes) process.kill(process.pid, "SIGKILL");
}
