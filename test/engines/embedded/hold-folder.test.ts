import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { connect } from "../../../src/engines/sqlite-connection.ts";
import { holdFolder } from "../../../src/engines/sqlite-folder.ts";
import { inFolder } from "./in-folder.ts";
import { compileChild, startChild } from "./start-child.ts";

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

test("of many processes that want the folder at once exactly one gets it", () =>
  inFolder(async (dir) => {
    const children = [1, 2, 3, 4].map(() => startChild(script, "hold", dir));
    const lines = await Promise.all(children.map((child) => child.line()));
    expect(lines.toSorted()).toEqual(["open", "refused in_use", "refused in_use", "refused in_use"]);
    await Promise.all(children.map((child) => child.kill()));
  }));

test("garbage in reelay.lock is refused, and named", () =>
  inFolder(async (dir) => {
    writeFileSync(join(dir, "reelay.lock"), Buffer.alloc(20_000, "garbage "));
    expect(await holdFolder(dir)).toMatchObject({ ok: false, refusal: { kind: "bad_lock" } });
  }));

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
