import { createSecretKey, randomBytes } from "node:crypto";
import Keyv from "keyv";
import { expect, test } from "vitest";
import { ownerName } from "../../../src/core/job/ids.ts";
import { vault } from "../../../src/keys/vault.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { commandWorld, key, makeVideo } from "../command-world.ts";

const name = ownerName(anOwner());

/** The record with one bit of its sealed bytes flipped. */
function flipped(sealed: string): string {
  const [version, id, body = ""] = sealed.split(".");
  const bytes = Buffer.from(body, "base64url");
  bytes.writeUInt8(bytes.readUInt8(20) ^ 4, 20);
  return `${version}.${id}.${bytes.toString("base64url")}`;
}

test.for<[what: string, spoil: (own: string, others: string) => string]>([
  ["swapped for another person's", (_, others) => others],
  ["cut", (own) => own.slice(0, -4)],
  ["with one bit flipped", flipped],
  ["emptied", () => ""],
  ["of another master key", (own) => own.replace("v1.k1.", "v1.k2.")],
])("a record %s is refused, nothing is paid, and its owner is asked for the key again", async ([, spoil]) => {
  const keyv = new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });
  const keys = new Map(["k1", "k2"].map((id) => [id, createSecretKey(randomBytes(32))]));
  const sealed = vault(keyv, { sealingId: "k1", keys });
  const world = commandWorld({ vault: sealed });
  await sealed.put(anOwner(), key);
  await sealed.put(anOwner("1"), key);
  const does = () => world.does(makeVideo());
  expect((await does()).kind).toBe("card");

  await keyv.set(name, spoil(String(await keyv.get(name)), String(await keyv.get(ownerName(anOwner("1"))))));
  const answer = await does();
  expect(answer.kind === "private" && answer.message.buttons.map(({ label }) => label)).toEqual(["Add my key"]);
  expect(world.orders).toHaveLength(1);

  await sealed.put(anOwner(), key);
  expect((await does()).kind).toBe("card");
});
