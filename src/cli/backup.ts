import { finish, optionsOr } from "../app/program/program.ts";
import { backUpStorage } from "../app/program/take-backup.ts";
import { readEnvironment, readParts } from "../config.ts";

const USAGE = `npm run backup -- FILE

Copies the database in DATA_DIR to a new FILE. Reelay may run meanwhile. The copy can be opened only with the
master keys (SECRET_KEYS, or secret.keys in DATA_DIR): keep them too, in another place.

  npm run backup -- reelay-backup.db`;

const { file } = optionsOr(USAGE, ([name, ...more]) =>
  name && more.length === 0 ? { file: name } : "Name one new file for the backup.",
);
finish(await backUpStorage(readParts(readEnvironment()), file));
