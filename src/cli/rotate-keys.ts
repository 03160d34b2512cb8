import { finish, optionsOr } from "../app/program/program.ts";
import { rotateKeys } from "../app/program/reseal-keys.ts";
import { readEnvironment, readParts } from "../config.ts";

const USAGE = `npm run rotate-keys [-- --new]

Seals everything that is stored encrypted with the first of the master keys. Afterwards the others can be removed
from SECRET_KEYS. It may be interrupted and run again.

  --new   makes a new master key first (where the keys are kept in DATA_DIR)`;

const { isNew } = optionsOr(USAGE, ([flag, ...more]) =>
  more.length === 0 && (flag === undefined || flag === "--new")
    ? { isNew: flag === "--new" }
    : "The only option is --new: a new master key.",
);
const { dir, redisUrl, secretKeys } = readParts(readEnvironment());
finish(await rotateKeys({ dir, redisUrl, secretKeys, isNew }));
