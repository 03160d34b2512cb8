import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { connect } from "../../../src/engines/embedded/connect.ts";
import { holdFolder } from "../../../src/engines/embedded/hold-folder.ts";
import { howMany } from "../../fakes/how-many.ts";
import { inFolder } from "./in-folder.ts";
import { compileChild, startChild } from "./start-child.ts";

/** Four processes start in each. */
const ROUNDS = howMany(3, 1);

let script = "";
beforeAll(async () => {
  script = await compileChild();
}, 60_000);

/** Holds the folder; throws where it is refused. */
async function held(dir: string): Promise<() => void> {
  const result = await holdFolder(dir);
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}

const inUse = { ok: false, refusal: { kind: "in_use" } };

test("a folder is held once, until it is given free", () =>
  inFolder(async (dir) => {
    const free = await held(dir);
    expect(await holdFolder(dir)).toMatchObject(inUse);
    free();
    (await held(dir))();
  }));

test("of many that want the folder at once exactly one gets it, whatever stands in the file", () =>
  inFolder(async (dir) => {
    for (const before of ["garbage ".repeat(1_000), null, ""].slice(0, howMany(3, 1))) {
      rmSync(join(dir, "reelay.lock"), { force: true });
      if (before !== null) writeFileSync(join(dir, "reelay.lock"), before);
      const results = await Promise.all([1, 2, 3, 4].map(() => holdFolder(dir)));
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const other = startChild(script, "hold", dir);
      expect(await other.line()).toBe("refused in_use");
      await other.kill();
      for (const result of results) if (result.ok) result.value();
    }
  }));

test(
  "of many processes that find garbage in reelay.lock exactly one gets the folder",
  () =>
    inFolder(async (dir) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        writeFileSync(join(dir, "reelay.lock"), Buffer.alloc(20_000, "garbage "));
        const children = [1, 2, 3, 4].map(() => startChild(script, "hold", dir));
        const said = await Promise.all(children.map((child) => child.line()));
        expect(said.toSorted()).toEqual(["open", "refused in_use", "refused in_use", "refused in_use"]);
        await Promise.all(children.map((child) => child.kill()));
      }
    }),
  30_000,
);

const contents: readonly (readonly [string, Buffer])[] = [
  ["a header and garbage", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(9_000, "x")])],
  ["garbage", Buffer.alloc(20_000, "garbage ")],
  ["one byte", Buffer.from("x")],
];

test.for(contents.slice(0, howMany(3, 1)))("%s in reelay.lock keeps nobody out, for it holds no data", ([, bytes]) =>
  inFolder(async (dir) => {
    writeFileSync(join(dir, "reelay.lock"), bytes);
    const free = await held(dir);
    const other = startChild(script, "hold", dir);
    expect(await other.line()).toBe("refused in_use");
    await other.kill();
    free();
  }),
);

test("another database in its place is left as it is and serves as well", () =>
  inFolder(async (dir) => {
    const connection = await connect(join(dir, "reelay.lock"));
    connection.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)");
    connection.close();
    const free = await held(dir);
    expect(await holdFolder(dir)).toMatchObject(inUse);
    free();
    expect(readFileSync(join(dir, "reelay.lock")).length).toBeGreaterThan(0);
  }));

test("a folder in the place of reelay.lock is refused, and named", () =>
  inFolder(async (dir) => {
    mkdirSync(join(dir, "reelay.lock"));
    expect(await holdFolder(dir)).toEqual({ ok: false, refusal: { kind: "bad_lock", detail: "it is no file" } });
  }));
