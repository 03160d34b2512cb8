import type { Variant } from "../simulation/variants/variants.ts";

/** The product with one hole in it, and the kind of input that must find it. */
export interface Planted extends Variant {
  readonly foundBy: string;
}

const discord = "src/frontends/discord";
const slack = "src/frontends/slack";

/** Leaks, pings, private addresses, and prompts that are not shown as they are sent; every one must be found. */
export const PLANTED: readonly Planted[] = [
  {
    name: "a leak: the log is not scrubbed",
    file: "src/ops/log.ts",
    search: "hooks: { streamWrite: scrub }",
    replacement: "hooks: {}",
    foundBy: "log lines",
  },
  {
    name: "a leak: keys count as words like any other",
    file: "src/core/text/secret-shapes.ts",
    search: "  /\\b(?:vk|sk|pk|rk)[-_]",
    replacement: "  /\\b(?:sk|pk|rk)[-_]",
    foundBy: "log lines",
  },
  {
    name: "a forged line: line ends stay in the log",
    file: "src/ops/scrub.ts",
    search: "const UNSEEN = /[",
    replacement: "const UNSEEN = /(?!)[",
    foundBy: "log lines",
  },
  {
    name: "a ping: a mention on Discord is not escaped",
    file: `${discord}/write/escape.ts`,
    search: "()<@:`]/g;",
    replacement: "():`]/g;",
    foundBy: "prompts",
  },
  {
    name: "a ping: Discord may call whoever is named",
    file: `${discord}/write/write.ts`,
    search: 'allowed_mentions: names === "" ? NOBODY : { parse: [], users: calls },',
    replacement: 'allowed_mentions: { parse: ["users", "roles", "everyone"] } as never,',
    foundBy: "prompts",
  },
  {
    name: "a ping: a mention on Slack is not escaped",
    file: `${slack}/write/mrkdwn.ts`,
    search: '.replaceAll("<", "&lt;")',
    replacement: "",
    foundBy: "prompts",
  },
  {
    name: "a link: an address of the service ends its own markup",
    file: `${discord}/write/write-sentence.ts`,
    search: "href.replace(/[()<>[\\]|`\\\\\\s]/g, percent)",
    replacement: "href",
    foundBy: "URLs",
  },
  {
    name: "a link: a picture's name formats in a form on Discord",
    file: `${discord}/write/write-form.ts`,
    search: "fitted(note.trim(), limits.displayText, escapeText)",
    replacement: "note.trim()",
    foundBy: "forms",
  },
  {
    name: "a private address: every range counts as public",
    file: "src/images/address.ts",
    search: 'if (address.range() !== "unicast") return false;',
    replacement: "",
    foundBy: "URLs",
  },
  {
    name: "a private address: names of this network count as public",
    file: "src/images/address.ts",
    search: "return labels.length > 1 && ",
    replacement: "return labels.length > 1 || ",
    foundBy: "URLs",
  },
  {
    name: "a style that is not quoted: marks in a prompt are read as a pattern's",
    file: "src/core/style/style.ts",
    search: "around(style, prompt).join(prompt)",
    replacement: "style.text.replaceAll(PLACE, prompt)",
    foundBy: "styles",
  },
  {
    name: "a style that is not quoted: the card says what was typed",
    file: "src/messages/card/card.ts",
    search: "const { prompt } = job.request;",
    replacement: "const prompt = job.request.style?.typed ?? job.request.prompt;",
    foundBy: "styles",
  },
  {
    name: "a prompt that is cut on Discord without a word",
    file: `${discord}/write/write-quote.ts`,
    search: "if (!rest) return",
    replacement: "if (text) return",
    foundBy: "scenes",
  },
  {
    name: "a prompt whose empty lines are sent and not shown on Slack",
    file: `${slack}/read/rich-text.ts`,
    search: "const text = withoutControls(words).trim();",
    replacement: 'const text = withoutControls(words).trim().replace(/\\n+/g, "\\n");',
    foundBy: "prompts",
  },
];
