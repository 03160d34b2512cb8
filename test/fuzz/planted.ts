import type { Mistake } from "../simulation/planted/build-planted.ts";

/** A mistake to plant, and the kind of input that must detect it. */
export interface Planted extends Mistake {
  readonly foundBy: string;
}

const discord = "src/frontends/discord";
const slack = "src/frontends/slack";

/** Leaks, pings, private addresses, and prompts that are not shown as they are sent. Each must be detected. */
export const PLANTED: readonly Planted[] = [
  {
    name: "secrets are not removed from the log",
    file: "src/ops/log.ts",
    search: "hooks: { streamWrite: scrub }",
    replacement: "hooks: {}",
    foundBy: "log lines",
  },
  {
    name: "a mention on Discord is not escaped",
    file: `${discord}/out/write-discord-text.ts`,
    search: "()<@:`]/g;",
    replacement: "():`]/g;",
    foundBy: "prompts",
  },
  {
    name: "every private IP range counts as public",
    file: "src/images/guarded-fetch.ts",
    search: 'if (address.range() !== "unicast") return false;',
    replacement: "",
    foundBy: "URLs",
  },
  {
    name: "characters of a prompt are read as a replacement pattern in a style",
    file: "src/core/style.ts",
    search: "around(style, prompt).join(prompt)",
    replacement: "style.text.replaceAll(PLACE, prompt)",
    foundBy: "styles",
  },
  {
    name: "empty lines of a prompt are sent but not shown on Slack",
    file: `${slack}/out/write-slack-text.ts`,
    search: "const text = withoutControls(words).trim();",
    replacement: 'const text = withoutControls(words).trim().replace(/\\n+/g, "\\n");',
    foundBy: "prompts",
  },
];
