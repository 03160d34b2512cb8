import { format, inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "../../../src/core/text/secret.ts";

const TEXT = "correct-horse-battery-staple";
const secret = new Secret(TEXT);

test("a secret prints as [secret], wherever it stands and however it is printed", () => {
  const within = { key: secret, list: [secret], map: new Map([[secret, secret]]) };
  const error = new Error("no", { cause: within });
  expect([String(secret), `${secret}`, inspect(secret), JSON.stringify({ key: secret })]).toEqual([
    ...["[secret]", "[secret]", "[secret]", '{"key":"[secret]"}'],
  ]);
  for (const printed of [
    inspect(within, { showHidden: true, depth: null, getters: true }),
    inspect(within, { customInspect: false, showHidden: true, depth: null }),
    inspect(error, { depth: null }),
    format("%s %o %O %j", secret, within, within, within),
    JSON.stringify(within),
    inspect(structuredClone(secret)),
    JSON.stringify({ ...secret }),
    Object.getOwnPropertyNames(secret).join(),
  ])
    expect(printed).not.toContain("horse");
});
