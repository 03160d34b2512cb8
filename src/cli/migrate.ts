import { migrate } from "../app/program/move-storage.ts";
import { finish, optionsOr } from "../app/program/program.ts";
import { readEnvironment, readParts } from "../config.ts";

const USAGE = `npm run migrate -- --to redis|embedded

Moves all jobs, keys and settings from the database in DATA_DIR to the Redis at REDIS_URL, or back.
Stop Reelay first. The new copy is checked before the old one is given up.

  --to redis      from DATA_DIR to REDIS_URL
  --to embedded   from REDIS_URL to DATA_DIR`;

const { to } = optionsOr(USAGE, ([option, where, ...more]) =>
  option === "--to" && (where === "redis" || where === "embedded") && more.length === 0
    ? { to: where }
    : "Say where to move everything: --to redis or --to embedded.",
);
const { dir, redis } = readParts(readEnvironment());
finish(await migrate({ to, dir, redis }));
