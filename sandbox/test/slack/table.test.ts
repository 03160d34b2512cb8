import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal } from "../../src/journal.ts";
import { startSlack } from "../../src/slack/slack-emulator.ts";
import { manualSandboxClock } from "../sandbox-clock.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const emulator = readdirSync(join(root, "src/slack"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => read(`src/slack/${name}`))
  .join("\n");

/** One row of the table: what is emulated, and the test that proves it. */
interface Row {
  readonly what: string;
  readonly file: string;
  readonly title: string;
}

const page = read("test/slack/TABLE.md");

/** The rows below each heading. */
const table: ReadonlyMap<string, readonly Row[]> = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((part) => [
      part.slice(0, part.indexOf("\n")).trim(),
      [...part.matchAll(/^\| `([^`|]+)` \| `([^`|]+)` \| ([^|]+?) \|$/gm)].map(
        ([, what = "", file = "", title = ""]) => ({ what, file, title }),
      ),
    ]),
);
const listed = (heading: string) => new Set((table.get(heading) ?? []).map(({ what }) => what));
const namesIn = (pattern: RegExp) => new Set([...emulator.matchAll(pattern)].map(([, name = ""]) => name));

test("sandbox/test/slack/TABLE.md lists exactly the Slack emulator's routes", async () => {
  const clock = manualSandboxClock();
  const slack = await startSlack({ clock, journal: openJournal(clock) });
  onTestFinished(() => slack.stop());
  expect([...listed("Addresses")].sort()).toEqual([...slack.addresses].sort());
});

test("sandbox/test/slack/TABLE.md lists exactly the Slack emulator's methods", () => {
  const methods = namesIn(/^ {4}"([a-z]+\.[A-Za-z0-9.]+)": (?:method\(|connect|exported|grant)/gm);
  expect(methods.size).toBeGreaterThan(15);
  expect([...listed("Methods")].sort()).toEqual([...methods].sort());
});

test("sandbox/test/slack/TABLE.md lists exactly the Slack emulator's error codes", () => {
  const codes = namesIn(/(?:refuse\(|refused\(|code: )\s*"([a-z_]+)"/g);
  expect(codes.size).toBeGreaterThan(35);
  expect([...listed("Refusals")].sort()).toEqual([...codes].sort());
});

test("every row of sandbox/test/slack/TABLE.md names an existing test", () => {
  const all = [...table.values()].flat();
  expect(all.length).toBeGreaterThan(70);
  // The file contains the title as a quoted string.
  expect(all.filter(({ file, title }) => !read(file).includes(`"${title}"`))).toEqual([]);
  // Every row was parsed.
  expect(all).toHaveLength((page.match(/^\| (?!---|What \|)/gm) ?? []).length);
});
