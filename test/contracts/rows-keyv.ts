import { expect, test } from "vitest";
import type { Rows } from "../../src/core/rows.ts";
import { rowsKeyv } from "../../src/engines/rows-keyv.ts";
import { keyvContract } from "./keyv.ts";

/** What a keyv promises over an engine of rows; `open` gives empty ones. */
export function rowsKeyvContract(name: string, open: () => Promise<Rows>): void {
  keyvContract(name, async () => {
    const rows = await open();
    const { keyv, swap } = rowsKeyv(rows);
    return { keyv, swap, close: () => rows.close() };
  });

  test(`in ${name} what has expired is swept when another entry with a life is set, at most once a minute`, async () => {
    const rows = await open();
    const { keyv, forgetExpired } = rowsKeyv(rows);
    const pending = keyv("pending");
    await pending.set("stays", 1);
    await pending.set("old", 1, -1);
    expect(await rows.count("keyv/pending")).toBe(1);
    await pending.set("old", 1, -1);
    await pending.set("new", 1, 3_600_000);
    expect(await rows.count("keyv/pending")).toBe(3);
    await forgetExpired();
    expect(await rows.count("keyv/pending")).toBe(2);
    expect([await pending.get("stays"), await pending.get("new")]).toEqual([1, 1]);
    await rows.close();
  });

  test(`in ${name} an entry that cannot be read rejects: it is never taken for nothing`, async () => {
    const rows = await open();
    const keyv = rowsKeyv(rows).keyv("keys");
    await rows.transact({}, () => ({ value: null, puts: [{ key: "keyv/keys/k", value: "broken" }] }));
    for (const ask of [() => keyv.get("k"), () => keyv.get(["k"]), () => keyv.has("k")])
      await expect(ask()).rejects.toThrow("cannot be read");
    expect(await keyv.delete("k")).toBe(true);
    expect(await keyv.get("k")).toBeUndefined();
    await rows.close();
  });
}
