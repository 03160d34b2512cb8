import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOCALES } from "../../src/core/text/locale.ts";
import { discordChecks } from "./discord/side.ts";
import { slackChecks } from "./slack/side.ts";

const names = [...discordChecks, ...slackChecks].map(({ name }) => name);
const isOtherLanguage = (name: string) => LOCALES.some((locale) => locale !== "en" && name.endsWith(`-${locale}`));

test("docs/first-contact.md lists all platform checks except those that repeat a check in another language", () => {
  expect(names.length).toBeGreaterThan(50);
  expect(new Set(names).size).toBe(names.length);
  const table = readFileSync(join(import.meta.dirname, "../../docs/first-contact.md"), "utf8").split(
    "## What it tries",
  )[1];
  const listed = [...(table ?? "").matchAll(/`((?:discord|slack)\/[\w-]+)`/g)].map(([, name = ""]) => name);
  expect(listed.toSorted()).toEqual(names.filter((name) => !isOtherLanguage(name)).toSorted());
});

test("the platform check that uninstalls the Slack app runs last and requires a confirmation", () => {
  expect(names.at(-1)).toBe("slack/uninstall");
  const asking = [...discordChecks, ...slackChecks].filter(({ shows }) => shows !== undefined);
  expect(asking.map(({ name }) => name)).toContain("slack/uninstall");
});
