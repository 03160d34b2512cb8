import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodingsOf, leaksIn } from "./leaks.ts";

const KEY = "vk-sandbox-4f9a8b7c6d5e4f3a2b1c0d9e";
const place = (bytes: Buffer | string) => ({ name: "log", bytes: Buffer.from(bytes) });

describe("the test suite's search for leaked keys", () => {
  test.for(Array.from({ length: 7 }, (_, length) => length))(
    "finds a key at byte offset %i of a base64-encoded text",
    (length) => {
      const text = Buffer.concat([Buffer.alloc(length, "x"), Buffer.from(KEY), Buffer.from(" and so on")]);
      for (const encoding of ["base64", "base64url"] as const)
        expect(leaksIn([place(`{"a":"${text.toString(encoding)}"}`)], [KEY])).toHaveLength(1);
    },
  );

  test.for([...encodingsOf(KEY)])("finds a key in the encoding “%s”", ([encoding, bytes]) => {
    const around = Buffer.concat([Buffer.from("before "), bytes, Buffer.from(" after")]);
    expect(leaksIn([place(around)], [KEY])).toContain(`log: ${encoding}`);
    const packed = Buffer.concat([Buffer.from("before"), gzipSync(around), Buffer.from("after")]);
    expect(leaksIn([place(packed)], [KEY])).toContain(`log, gzip: ${encoding}`);
  });

  test("does not report a key's last four characters or another key", () => {
    expect(leaksIn([place(`ends in ${KEY.slice(-4)}; vk-sandbox-00000000000000000000c0d9`)], [KEY])).toEqual([]);
  });
});
