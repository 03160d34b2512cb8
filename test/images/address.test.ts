import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeAddress } from "../../src/images/guarded-fetch.ts";
import { anyText } from "../fakes/any-text.ts";
import { anyUrl } from "../fakes/any-url.ts";
import { runs } from "../fakes/how-many.ts";

const judge = judgeAddress(new Set(["http://127.0.0.1:4000", "https://proxy.internal"]));
const bad = (why: string) => ({ kind: "bad_address", why });

test.for([
  "https://pictures.example/cat.png",
  "https://pictures.example:8443/cat.png?w=1#x",
  "HTTPS://PICTURES.EXAMPLE/cat.png",
  "https://bücher.example/ü.png",
  "https://93.184.215.14/cat.png",
  "https://[2606:4700::1]/cat.png",
  "https://[::ffff:93.184.215.14]/cat.png",
  "https://localhost.example/cat.png",
  "http://127.0.0.1:4000/cat.png",
  "https://proxy.internal/cat.png",
  `https://pictures.example/${"a".repeat(2_023)}`,
])("%s may be fetched", (address) => {
  expect(judge(address)).toBeNull();
});

test.for([
  ["", "not_a_url"],
  ["cat.png", "not_a_url"],
  ["//pictures.example/cat.png", "not_a_url"],
  ["https://", "not_a_url"],
  ["https://pictures.example/a b.png", "not_a_url"],
  ["https://pictures.example/a\n.png", "not_a_url"],
  ["https:\\\\pictures.example\\cat.png", "not_a_url"],
  ["https://1.2.3.4.5/", "not_a_url"],
  ["http://pictures.example/cat.png", "not_https"],
  ["ftp://pictures.example/cat.png", "not_https"],
  ["file:///etc/passwd", "not_https"],
  ["data:image/png;base64,AAAA", "not_https"],
  ["javascript:alert(1)", "not_https"],
  ["https://user@pictures.example/cat.png", "has_login"],
  ["https://user:pass@pictures.example/cat.png", "has_login"],
  ["http://user@127.0.0.1:4000/cat.png", "has_login"],
  [`https://pictures.example/${"a".repeat(2_024)}`, "too_long"],
  ["http://127.0.0.1:4001/cat.png", "not_https"],
] as const)("%j is refused as %s", ([address, why]) => {
  expect(judge(address)).toEqual(bad(why));
});

test.for([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "１２７.0.0.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[2001::1]",
  "[::7f00:1]",
  "[4000::1]",
  "[fe80::1]",
  "[fc00::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "ⓛocalhost",
  "app.localhost",
  "printer.local",
  "metadata.google.internal",
  "redis",
])("the host %s is not public", (host) => {
  expect(judge(`https://${host}/cat.png`)).toEqual(bad("not_public"));
});

test("any text is judged without a throw, and what passes is https to a host with a dot or a public number", () => {
  const text = fc.oneof(anyText(), anyUrl(["http", "https", "ftp"]));
  fc.assert(
    fc.property(text, (address) => {
      if (judge(address) === null) expect(new URL(address).protocol).toBe("https:");
    }),
    { numRuns: runs(2_000) },
  );
});

test("every IPv4 address in 127/8 and 10/8 is refused however it is written", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom(10, 127), octet, octet, octet, (a, b, c, d) => {
      const number = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
      const forms = [`${a}.${b}.${c}.${d}`, `${number}`, `0x${number.toString(16)}`, `[::ffff:${a}.${b}.${c}.${d}]`];
      for (const form of forms) expect(judge(`https://${form}/`)).toEqual(bad("not_public"));
    }),
  );
});
