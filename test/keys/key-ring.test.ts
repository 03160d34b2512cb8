import { randomBytes } from "node:crypto";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/core/result.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { keyRingFile, parseKeyRing } from "../../src/keys/key-ring.ts";
import { open, seal } from "../../src/keys/seal.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { anOwner } from "../fakes/jobs.ts";

const bound = { owner: anOwner(), purpose: "stored" } as const;

describe("the setting SECRET_KEYS", () => {
  test("is a list of keys whose first key is used for encryption", () => {
    const ring = granted(parseKeyRing(` new:${aKey()} , old-1:${aKey()}`));
    expect(ring.sealingId).toBe("new");
    expect([...ring.keys.keys()]).toEqual(["new", "old-1"]);
  });

  test("accepts every key of 32 bytes in base64, with or without padding", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        const ring = granted(parseKeyRing(`a:${text},b:${text.replace("=", "")}`));
        expect([...ring.keys.values()].map((key) => key.export())).toEqual([Buffer.from(bytes), Buffer.from(bytes)]);
      }),
    );
  });

  const good = aKey();
  test.for<[string, string, string]>([
    ["no key", "", "Entry 1 is not"],
    ["an empty key id", `:${good}`, "Entry 1 needs an id"],
    ["a dot in a key id", `a.b:${good}`, "Entry 1 needs an id"],
    ["a key id of 33 characters", `${"a".repeat(33)}:${good}`, "Entry 1 needs an id"],
    ["a key of 31 bytes", `a:${randomBytes(31).toString("base64")}`, "Entry 1 (a) is not 32 bytes"],
    ["a key of 33 bytes", `a:${randomBytes(33).toString("base64")}`, "Entry 1 (a) is not 32 bytes"],
    ["two keys of the same id", `a:${good},a:${good}`, "Entry 2 has the id a"],
    ["a comma at the end", `a:${good},`, "Entry 2 is not"],
  ])("with %s is refused", ([, text, start]) => {
    expect(refused(parseKeyRing(text))).toContain(start);
  });

  test("is never repeated in an error message", () => {
    for (const text of [good, `a:${good}x`, `a:${good},a:${good}`, `b.:${good}`, `a:${good}:${good}`]) {
      expect(refused(parseKeyRing(text))).not.toContain(good.slice(0, 8));
    }
  });
});

describe("the key file", () => {
  test("can be read only by its owner and is reused at the next start", async () => {
    const dir = join(aFolder(), "data");
    const first = granted(await keyRingFile(dir));
    const sealed = seal(first.ring, bound, new Secret("secret-0123456789"));
    const second = granted(await keyRingFile(dir));

    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(open(second.ring, bound, sealed)?.reveal()).toBe("secret-0123456789");
    expect(await modeOf(dir)).toBe(0o700);
    expect(await modeOf(join(dir, "secret.keys"))).toBe(0o600);
    expect(await readdir(dir)).toEqual(["secret.keys"]);
  });

  test("is created only once if many processes start at the same time", async () => {
    const dir = aFolder();
    const rings = (await Promise.all(Array.from({ length: 8 }, () => keyRingFile(dir)))).map(granted);
    expect(rings.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(rings.map(({ ring }) => ring.sealingId)).size).toBe(1);
    expect(await readdir(dir)).toEqual(["secret.keys"]);
  });

  test("that other users can read or write is refused with an error that contains the chmod command", async () => {
    const dir = aFolder();
    const file = join(dir, "secret.keys");
    await keyRingFile(dir);
    for (const mode of [0o640, 0o604, 0o620]) {
      await chmod(file, mode);
      expect(refused(await keyRingFile(dir))).toContain(`chmod 600 ${file}`);
    }
  });

  test("that is invalid is not changed, and causes an error that does not contain the key", async () => {
    const dir = aFolder();
    const file = join(dir, "secret.keys");
    for (const text of ["", "k1:AAAA", `k1:${aKey()}`.slice(0, 30)]) {
      await writeFile(file, text, { mode: 0o600 });
      const sentence = refused(await keyRingFile(dir));
      expect(sentence).toContain(`${file} is broken`);
      if (text.length > 10) expect(sentence).not.toContain(text.slice(3));
      expect(await readFile(file, "utf8")).toBe(text);
    }
  });

  test("causes an error that suggests SECRET_KEYS if its folder cannot be created", async () => {
    const file = join(aFolder(), "file");
    await writeFile(file, "");
    expect(refused(await keyRingFile(file))).toContain("set SECRET_KEYS");
  });
});

function aKey(): string {
  return randomBytes(32).toString("base64");
}

function granted<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Error(`refused: ${result.refusal}`);
  return result.value;
}

function refused(result: Result<unknown, string>): string {
  if (result.ok) throw new Error("was not refused");
  return result.refusal;
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}
