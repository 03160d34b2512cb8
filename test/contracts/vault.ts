import { describe, expect, test } from "vitest";
import type { Vault } from "../../src/core/ports.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { anOwner, aSlackOwner } from "../fakes/jobs.ts";

const KEY = "sk-test-0123456789";

/** The promises of every vault; `open` gives an empty one. */
export function vaultContract(name: string, open: () => Promise<Vault>): void {
  describe(`${name} as a vault`, () => {
    test("a key that was put comes back, and only for its owner", async () => {
      const vault = await open();
      await vault.put(anOwner("1"), new Secret(KEY));
      expect((await vault.get(anOwner("1")))?.reveal()).toBe(KEY);
      expect(await vault.get(anOwner("2"))).toBeNull();
    });

    test("remove says whether there was a key, and it is gone", async () => {
      const vault = await open();
      expect(await vault.remove(anOwner())).toBe(false);
      await vault.put(anOwner(), new Secret(KEY));
      expect(await vault.remove(anOwner())).toBe(true);
      expect(await vault.get(anOwner())).toBeNull();
      expect(await vault.remove(anOwner())).toBe(false);
    });

    test("a job's copy opens for its owner, although the stored key is gone", async () => {
      const vault = await open();
      await vault.put(anOwner(), new Secret(KEY));
      const sealed = vault.seal(anOwner(), new Secret(KEY));
      await vault.remove(anOwner());
      expect(vault.open(anOwner(), sealed)?.reveal()).toBe(KEY);
    });

    test("a job's copy does not open for another owner", async () => {
      const vault = await open();
      const sealed = vault.seal(anOwner("1"), new Secret(KEY));
      expect(vault.open(anOwner("2"), sealed)).toBeNull();
      expect(vault.open(aSlackOwner("1", "1"), sealed)).toBeNull();
    });

    test("a job's copy that was cut or changed at any character does not open", async () => {
      const vault = await open();
      const sealed = vault.seal(anOwner(), new Secret(KEY));
      for (let at = 0; at < sealed.length; at += 1) {
        const other = sealed[at] === "A" ? "B" : "A";
        expect(vault.open(anOwner(), sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull();
        expect(vault.open(anOwner(), sealed.slice(0, at))).toBeNull();
      }
      expect(vault.open(anOwner(), `${sealed}A`)).toBeNull();
    });

    test("a job's copy shows nothing of the key", async () => {
      const vault = await open();
      const sealed = vault.seal(anOwner(), new Secret(KEY));
      expect(sealed).not.toContain(KEY.slice(0, 8));
      expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain(KEY.slice(0, 8));
    });

    test("text that was never sealed does not open", async () => {
      const vault = await open();
      for (const text of ["", ".", "..", "v1..", "v1.k.", KEY, "🦊", "v1.k.AAAA"]) {
        expect(vault.open(anOwner(), text)).toBeNull();
      }
    });
  });
}
