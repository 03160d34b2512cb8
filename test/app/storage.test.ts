import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStorage } from "../../src/app/storage.ts";
import { readConfig } from "../../src/config.ts";
import { inFolder } from "../engines/in-folder.ts";
import { aBotOnDiscord } from "../fakes/a-bot-on-discord.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

/** Counts the warnings of a start whose master keys differ from those of the one before. */
async function warnings(dir: string, keys: string): Promise<number> {
  const config = readConfig({ ...aBotOnDiscord, DATA_DIR: dir, SECRET_KEYS: keys });
  if (!config.ok) throw new Error(config.refusal.join());
  const log = recordingLog();
  const storage = await openStorage(config.value, { clock: manualClock(), log });
  if (!storage.ok) throw new Error(storage.refusal);
  await storage.value.engine.close();
  return log.lines.filter(({ level, event }) => level === "error" && event.includes("SECRET_KEYS")).length;
}

test("a start with none of the master keys of the one before says so, and one with any of them does not", () =>
  inFolder(async (dir) => {
    const [first, second, otherOfThatName] = [aKey("a"), aKey("b"), aKey("a")];
    expect(await warnings(dir, first)).toBe(0);
    expect(await warnings(dir, `${second},${first}`)).toBe(0);
    expect(await warnings(dir, second)).toBe(0);
    expect(await warnings(dir, otherOfThatName)).toBe(1);
    expect(await warnings(dir, second)).toBe(1);
  }));

test("a start removes the key files that a crash left half made, and nothing else", () =>
  inFolder(async (dir) => {
    const others = ["secret.keys.old", "secret.keys.0123abcde", "secret.keys2.0123abcd"];
    for (const name of ["secret.keys.0123abcd", "secret.keys.ffffffff", ...others])
      writeFileSync(join(dir, name), aKey("a"));
    await warnings(dir, aKey("a"));
    expect(readdirSync(dir).filter((name) => name.startsWith("secret"))).toEqual(others.toSorted());
  }));
