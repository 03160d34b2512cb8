import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { format, inspect } from "node:util";
import { expect, test } from "vitest";
import { looksLikeKey, Secret } from "../../../src/core/text/secret.ts";
import { random } from "../../simulation/random.ts";

const TEXT = "correct-horse-battery-staple";
const secret = new Secret(TEXT);

test("printing, inspecting, serializing or copying a secret never shows the secret's text", () => {
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

test.for([
  "vk-live-0123456789abcdef",
  "key=vk_test_51HxQz0123456789",
  "sk-proj-4f9a8b7c6d5e4f3a2b1c",
  "sk-ant-api03-R2D2c3poBB8k2so",
  "sk_live_51H8xYzAbCdEfGhIj",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ",
  "glpat-abcDEF123ghiJKL456mn",
  "xoxb-123456789012-abcdefABCDEF",
  "xapp-1-A012BCD345E-1234567890123-abcdef",
  "AKIAIOSFODNN7EXAMPLE",
  "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
  "hf_aBcDeFgHiJkLmNoPqRsTuV1234567890",
  "r8_Zx3kQ9vB2mN7pL5rT8wY1cD4eF6gH0jK",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
  "MTAwMDAwMDAwMDAwMDAwMDAx.GabcdE.x34YMuaFQCd3UQlLabgHS_GyaoAjAYKE1QaGAA",
  "-----BEGIN RSA PRIVATE KEY-----",
  "a boat Zx3kQ9vB2mN7pL5rT8wY1cD4eF6gH0jK at sea",
  "wJalrXUtnFEMI7K7MDENGbPxRfiCYEXAMPLEKEY9",
  "9e107d9d372bb6826bd81d3542a419d6",
  "https://example.com/cat.png?key=vk-4f9a8b7c6d5e4f3a2b1c",
])("the text “%s” looks like a key", (text) => {
  expect(looksLikeKey(text)).toBe(true);
});

test.for([
  "A cinematic 4K drone shot, 24fps, f/1.8, ISO 400, #ff8800 and #1A2B3C light",
  "the colours are #FFD700, rgba(12,34,56,0.5) and 0xDEADBEEF",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "UltraRealisticCinematicMasterpiece2024HighDetail",
  "hyper-realistic-8k-octane-render-trending-on-artstation-2024",
  "a sk-ateboarder, an sk8er-boi-from-the-90s",
  "risk-averse-investor-with-10-coins, task-force-141-operators, vk-shaped logo",
  "https://example.com/wall/pk-4-wallpaper-1920x1080.png",
  "550e8400-e29b-41d4-a716-446655440000",
  "prompt of video 13ca37cbee5cd2decf91",
  "R2-D2 meets C-3PO and BB-8 on Kepler-186f, stardate 41153.7",
  "the licence plate says B-MW 1234, the screen says HELLO_WORLD_2024",
  "00:00:01,000 --> 00:00:04,000 she says: 1, 2, 3!",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, nooooooooooooooooooooooo!!!1111",
  "1234567890123456789012345678901234567890",
  "https://images.example.com/p/9e107d9d372bb6826bd81d3542a419d6.png",
  "https://i.imgur.com/aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v.jpeg",
  "https://bucket.s3.amazonaws.com/cat.png?X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261121&X-Amz-Signature=fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024",
  "https://cdn.discordapp.com/attachments/1098765432109876543/1098765432109876544/cat.png?ex=65f0a1b2&is=65de2cb2&hm=fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024",
  "👩🏽‍🚀".repeat(100),
])("the text “%s” does not look like a key", (text) => {
  expect(looksLikeKey(text)).toBe(false);
});

test("at least 97 percent of random tokens look like a key", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const { between } = random(7);
  const letter = () => letters[between(0, letters.length - 1)];
  const tokens = Array.from({ length: 2_000 }, () => Array.from({ length: 32 }, letter).join(""));
  expect(tokens.filter((token) => !looksLikeKey(token)).length).toBeLessThan(60);
});

// If the time were quadratic, one of these would exceed the test's timeout.
test.for([
  ...["a-", "Aa1", "sk-", "https://", "eyJ", "eyJ-", "eyJ-a."],
  ...["vk_a_", "xoxb-", "hf_", "-----BEGIN ", "aW50ZXJhY3Rpb24-"],
])("a search for keys in 400,000 characters of repeated “%s” ends within the test's time limit", (part) => {
  expect(looksLikeKey(part.repeat(400_000 / part.length))).toBeTypeOf("boolean");
});

const src = resolve(import.meta.dirname, "../../../src");

/** Every call of `reveal` below src, as its file and line of code. */
function reveals(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter((line) => /\breveal\b/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

function sources() {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(src, path), "utf8") }));
}

/** Each secret is revealed in the one place that needs it. */
const places = [
  // The id in the URL of a kept film, when it is served.
  'app/media.ts: open: (name, sealed) => open(ring, { purpose: "film", name }, sealed)?.reveal() ?? null,',
  // A workspace's token, when it is stored and read.
  "app/people/people.ts: const { token, installedAt } = shape.parse(JSON.parse(stored.reveal()));",
  "app/people/people.ts: vault.put(ownerOf(id), new Secret(JSON.stringify({ token: token.reveal(), installedAt }))),",
  "core/text/secret.ts: reveal(): string {",
  // The keys of the film bucket, when a request is signed.
  "films/bucket-store.ts: accessKeyId: bucket.accessKeyId.reveal(),",
  "films/bucket-store.ts: secretAccessKey: bucket.secretAccessKey.reveal(),",
  // A workspace's token, when its client is made.
  'frontends/slack/slack-front-end.ts: access.kind === "token" ? access.botToken : ((await access.installations.find(id))?.token.reveal() ?? null),',
  'keys/seal.ts: const bytes = [iv, cipher.update(secret.reveal(), "utf8"), cipher.final(), cipher.getAuthTag()];',
  // The key for a month's hashes of deleted people's ids.
  'keys/seal.ts: const hmac = createHmac("sha256", Buffer.from(key.reveal(), "base64"));',
  "video-api/client.ts: const text = key.reveal();",
];

test("the source code reveals secrets only in the lines that the test lists", () => {
  expect(reveals(sources()).toSorted()).toEqual(places);
});

test.for(["log.info(key.reveal());", 'const text = key["reveal"]();', "const { reveal } = key;"])(
  "the search for code that reveals a secret finds “%s”",
  (text) => {
    expect(reveals([...sources(), { path: "commands/personal/key.ts", text }])).toHaveLength(places.length + 1);
  },
);

test("a secret equals only a secret with the same text", () => {
  expect([TEXT, `${TEXT}!`].map((text) => secret.equals(new Secret(text)))).toEqual([true, false]);
});

test("the last four characters can be read from a long secret, but not from a secret of 11 characters", () => {
  expect([secret.lastFour(), new Secret("12345678901").lastFour()]).toEqual(["aple", ""]);
});

test("the search for a secret in a text finds a long secret, but never a short one", () => {
  expect(new Secret("vk-0123456789").isIn("a cat, vk-0123456789, at night")).toBe(true);
  expect(new Secret("vk-0123456789").isIn("a cat, vk-012345678, at night")).toBe(false);
  expect(new Secret("cat").isIn("a cat")).toBe(false);
});
