import { createSecretKey, randomBytes } from "node:crypto";
import Keyv from "keyv";
import { expect, test } from "vitest";
import { installationsIn } from "../../../src/app/people/people.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { vault } from "../../../src/keys/vault.ts";

const TOKEN = "xoxb-1-canary-0123456789";

/** Installations in a vault whose records a test can change. */
async function world() {
  const rows = new Map<string, unknown>();
  const keyv = new Keyv({ store: rows, useKeyPrefix: false, throwOnErrors: true });
  const keys = new Map([["a", createSecretKey(randomBytes(32))]]);
  const installations = installationsIn(vault(keyv, { sealingId: "a", keys }));
  for (const id of ["T1", "T2"]) await installations.keep(id, { token: new Secret(`${TOKEN}-${id}`), installedAt: 7 });
  const keyOf = (id: string) => [...rows.keys()].find((key) => key.includes(id)) ?? "";
  return { rows, keyv, installations, keyOf };
}

test("what a workspace gave is found again, and lies nowhere as it is", async () => {
  const { rows, installations } = await world();
  const found = await installations.find("T1");
  expect([found?.token.reveal(), found?.installedAt]).toEqual([`${TOKEN}-T1`, 7]);
  expect(await installations.find("T3")).toBeNull();
  expect(JSON.stringify([...rows])).not.toContain("xoxb");
});

test.for<readonly [string, (sealed: string, other: string) => string]>([
  ["flipped", (sealed) => sealed.replace(/.{9}$/, (end) => (end.startsWith("A") ? "B" : "A") + end.slice(1))],
  ["cut", (sealed) => sealed.slice(0, -4)],
  ["of another workspace", (_, other) => other],
  ["sealed with a key that nobody has", (sealed) => sealed.replace(/^v1\.a\./, "v1.b.")],
])(
  "one that is %s counts as none: its people are told to install Reelay, and another workspace's is not touched",
  async ([, change]) => {
    const { keyv, installations, keyOf } = await world();
    const [mine, other] = await Promise.all(["T1", "T2"].map((id) => keyv.get<string>(keyOf(id))));
    await keyv.set(keyOf("T1"), change(mine ?? "", other ?? ""));
    expect(await installations.find("T1")).toBeNull();
    expect((await installations.find("T2"))?.token.reveal()).toBe(`${TOKEN}-T2`);
  },
);
