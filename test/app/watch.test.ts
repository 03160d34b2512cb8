import { expect, test } from "vitest";
import { watchedVault } from "../../src/app/watch.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { anOwner } from "../fakes/jobs.ts";
import { memoryVault } from "../fakes/vault.ts";

test("a key that was removed, or replaced, is to leave the disk at once", async () => {
  const seen: string[] = [];
  const vault = watchedVault(
    memoryVault(),
    () => seen.push("changed"),
    () => seen.push("deleted"),
  );
  await vault.put(anOwner(), new Secret("a-key-0123456789"));
  expect(await vault.remove(anOwner())).toBe(true);
  expect(seen).toEqual(["deleted", "changed", "deleted", "changed"]);
});
