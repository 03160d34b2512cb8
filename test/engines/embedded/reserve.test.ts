import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openReserve } from "../../../src/engines/reserve.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { inFolder } from "./in-folder.ts";
import { fill, smallDisk } from "./mounts.ts";

test("the reserve takes real room, is given away once, and is set aside again where there is room", () =>
  inFolder(async (dir) => {
    const log = keptLog();
    const reserve = openReserve(dir, log);
    const { mode, blocks, size } = statSync(join(dir, "reelay.spare"));
    expect(mode & 0o777).toBe(0o600);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    expect(size).toBe(8_000_000);
    expect(reserve.isThere()).toBe(true);

    expect(reserve.release()).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
    expect(reserve.release()).toBe(false);
    expect(reserve.isThere()).toBe(true);
    expect(readdirSync(dir)).toEqual(["reelay.spare"]);
    expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
  }));

test("on a disk that is full from the start there is none, until there is room", async ({ skip }) => {
  const { dir } = smallDisk(20_000_000, skip);
  const makeRoom = fill(dir);
  const log = keptLog();
  const reserve = openReserve(dir, log);
  expect(reserve.isThere()).toBe(false);
  expect(reserve.release()).toBe(false);
  expect(readdirSync(dir)).toEqual(["ballast"]);
  makeRoom();
  expect(reserve.isThere()).toBe(true);
  expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
});
