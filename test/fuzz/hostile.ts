import fc from "fast-check";
import { anyText } from "../fakes/any-text.ts";
import { anyUrl } from "../fakes/any-url.ts";

export const ADA = "200000000000000002";
export const SLACK_ADA = "U0000000002";

/** Texts that ping, format, link, hide or forge something if they are not treated as plain text. */
export const SNIPPETS: readonly string[] = [
  ...["@everyone", "@here", `<@${ADA}>`, `<@!${ADA}>`, "<@&300000000000000001>", "<#400000000000000001>", "</video:1>"],
  ..."<:blob:12345> <a:blob:12345> <t:1700000000:R> <id:customize> <!channel> <!here|x> <!everyone>".split(" "),
  ...[`<@${SLACK_ADA}>`, `<@${SLACK_ADA}|ada>`, "<#C0000000003|general>", "<!subteam^S1|x>", "<!date^1^{date}|x>"],
  ..."https://evil.example/a_b http://x.example http://10.0.0.1 discord://x www.evil.example".split(" "),
  ..."[click](https://evil.example) [click](<https://evil.example>) <https://evil.example|bank>".split(" "),
  ...["mailto:a@evil.example", "javascript:alert(1)"],
  ...["**bold**", "__under__", "~~gone~~", "||spoiler||", "`code`", "```js\nfence\n```", "*b*", "_i_", "~s~", ":cat:"],
  ...["\n# heading", "\n### Your video is ready", "\n-# small", "\n> quote", "> quote", "\n>>> all"],
  ...["\n- item", "\n* item", "\n+ item", "\n1. item", "\n2) x"],
  ...["\\", "\\\\", "\\`", "\r\n", "\n", " ", "\t"],
  ...["\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u200d", "\ufeff", "\u2028", "\u0085", "\u0000", "\u001b[2K"],
  ...["\ud83d", "\udc00", "👨‍👩‍👧‍👦", "ﷺ", "Z̸̢̛a̴l̵g̶o", "é", "${x", "{{x}}", "%s", "'\"", "&lt;", "&amp;", "&lt;b&gt;"],
  ...['"}\n{"level":50,"msg":"forged"}', "null", "__proto__", "constructor", "-1", "1e309", "NaN"],
];

const snippets = fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 10 }).map((parts) => parts.join(""));

/** An attacker's text. Most are short, and one in a hundred has up to 100,000 characters. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 50, arbitrary: snippets },
  { weight: 20, arbitrary: anyText({ maxLength: 80 }) },
  { weight: 15, arbitrary: fc.string({ unit: fc.constantFrom(..."<>&@!*_~`:|#-\\[]() \nai1") }) },
  { weight: 6, arbitrary: repeated(4_000) },
  { weight: 1, arbitrary: repeated(100_000) },
);

function repeated(most: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...SNIPPETS), fc.integer({ min: Math.floor(most / 2), max: most }))
    .map(([part, length]) => part.repeat(Math.ceil(length / part.length)).slice(0, length));
}

const PRIVATE_HOSTS = `localhost localhost. LOCALHOST a.localhost printer.local db.internal metadata 127.1 0 0x7f000001
  2130706433 017700000001 127.0.0.1. [::1] [::ffff:10.0.0.1] [::7f00:1] [fe80::1] 169.254.169.254 10.1.2.3 192.168.0.1
  172.16.0.1 100.64.0.1 [fd00::1] [64:ff9b::a00:1] １２７.0.0.1`.split(/\s+/);

/** URLs of every kind, and texts that are not URLs. */
export const hostileUrl: fc.Arbitrary<string> = fc.oneof(
  anyUrl(["http", "https", "ftp"]),
  fc
    .tuple(fc.constantFrom("https://", "http://", "HTTPS:", "https:\\\\", "//", "https://a@", "data:,"), hostile)
    .map(joined),
  fc
    .tuple(
      fc.constantFrom("https://", "http://"),
      fc.oneof(
        fc.ipV4(),
        fc.ipV4Extended(),
        fc.ipV6().map((ip) => `[${ip}]`),
        fc.constantFrom(...PRIVATE_HOSTS),
      ),
      fc.constantFrom("", ":443", ":8080", "/", "/a?b=c#d", "/)](<|>", "/%00", "/\u202e"),
    )
    .map((parts) => parts.join("")),
  hostile,
);

function joined([before, text]: readonly [string, string]): string {
  return before + text;
}
