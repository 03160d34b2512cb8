import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type * as checking from "../../../src/engines/embedded/check-file.ts";
import { connect } from "../../../src/engines/embedded/connect.ts";
import { inFolder } from "../../engines/embedded/in-folder.ts";
import { isFull } from "../../fakes/how-many.ts";
import { buildBot } from "./built-bot.ts";

const PAGE_BYTES = 4_096;

test.runIf(isFull)(
  "a large database is checked beside the event loop, and its damage is found there",
  { timeout: 60_000 },
  () =>
    inFolder(async (dir) => {
      const bot = await buildBot();
      const built = pathToFileURL(join(bot.dir, "dist/engines/embedded/check-file.js")).href;
      const { checkFile }: typeof checking = await import(/* @vite-ignore */ built);
      const file = join(dir, "large.db");
      const connection = await connect(file);
      connection.exec("CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID");
      const insert = connection.prepare("INSERT INTO words VALUES (?)");
      for (let n = 0; n < 18; n += 1) insert.run(`${n} ${"a".repeat(1_000_000)}`);

      let turns = 0;
      const turn = () => {
        turns += 1;
        next = setImmediate(turn);
      };
      let next = setImmediate(turn);
      const verdict = await checkFile(file, connection);
      clearImmediate(next);
      expect(verdict).toBe("ok");
      expect(turns).toBeGreaterThan(0);

      connection.close();
      const damaged = openSync(file, "r+");
      writeSync(damaged, Buffer.alloc(PAGE_BYTES, 0x7f), 0, PAGE_BYTES, PAGE_BYTES);
      closeSync(damaged);
      const again = await connect(file);
      expect(await checkFile(file, again)).not.toBe("ok");
      again.close();
    }),
);
