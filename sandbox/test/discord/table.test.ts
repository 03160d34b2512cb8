import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDiscord } from "../../src/discord/discord-emulator.ts";
import { openJournal } from "../../src/journal.ts";
import { manualSandboxClock } from "../sandbox-clock.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const emulated = (name: string) => read(`src/discord/${name}`);

/** One row of the table: what is emulated, and the test that proves it. */
interface Row {
  readonly what: string;
  readonly file: string;
  readonly title: string;
}

/** The rows below each heading. */
function rowsOf(table: string): ReadonlyMap<string, readonly Row[]> {
  const parts = table.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => [
      part.slice(0, part.indexOf("\n")).trim(),
      [...part.matchAll(/^\| `?([^|]+?)`? \| `([^`|]+)` \| ([^|]+?) \|$/gm)].map(
        ([, what = "", file = "", title = ""]) => ({ what, file, title }),
      ),
    ]),
  );
}

const table = rowsOf(read("test/discord/TABLE.md"));
const listed = (heading: string) => new Set((table.get(heading) ?? []).map(({ what }) => what));
const all = [...table.values()].flat();
const names = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));

/** Returns whether the file contains the title as a quoted string. */
function isTitleIn({ file, title }: Row): boolean {
  return read(file).includes(JSON.stringify(title));
}

test("sandbox/test/discord/TABLE.md lists exactly the Discord emulator's routes", async () => {
  const clock = manualSandboxClock();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  onTestFinished(() => discord.stop());
  expect(discord.routes.length).toBeGreaterThan(20);
  expect([...listed("Addresses")].sort()).toEqual([...discord.routes].sort());
});

test("sandbox/test/discord/TABLE.md lists exactly the Discord emulator's error codes", () => {
  const refusals = names(emulated("refusal.ts"), /^ {2}(\w+): \[\d+, \d+, /gm);
  expect(refusals.size).toBeGreaterThan(20);
  expect(listed("Refusals")).toEqual(refusals);
});

test("sandbox/test/discord/TABLE.md lists exactly the Discord gateway's close codes", () => {
  expect(listed("Gateway")).toEqual(names(emulated("gateway.ts"), /close\(socket, (\d{4})/g));
});

test("sandbox/test/discord/TABLE.md lists exactly the Discord emulator's rate limits", () => {
  const files = readdirSync(join(root, "src/discord"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map(emulated)
    .join("\n");
  const limits = names(files, /(?:limit\(|limiter\.count\(\{ name: |^ {2,4}name: )"([a-z-]+)"/gm);
  expect(limits.size).toBeGreaterThan(3);
  expect(listed("How often")).toEqual(limits);
});

test("every row of sandbox/test/discord/TABLE.md names an existing test", () => {
  expect(all.length).toBeGreaterThan(70);
  expect(all.filter((row) => !isTitleIn(row))).toEqual([]);
  // Every row was parsed.
  const lines = read("test/discord/TABLE.md").match(/^\| (?!---|What \|)/gm) ?? [];
  expect(all).toHaveLength(lines.length);
});
