import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../src");
const textOf = (path: string) => readFileSync(join(src, path), "utf8");

const chapter = textOf("../docs/development.md").split("\n## Bounds\n")[1] ?? "";
const rows = chapter
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| what"))
  .map((line) => line.slice(2, -2).split(" | "));
const filesIn = (cell: string) => [...cell.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => path ?? "");

test.for(rows)(
  "the files and figures in the row “%s” of the table of bounds in docs/development.md exist in the source",
  ([, most = "", where = ""]) => {
    const files = filesIn(where);
    expect(files).not.toEqual([]);
    expect(files.filter((path) => !existsSync(join(src, path)))).toEqual([]);
    const code = files.map(textOf).join("\n").replaceAll("_", "");
    for (const figure of most.match(/\d[\d,]{1,}(?= |$|,| bytes)/g) ?? []) {
      const digits = figure.replace(/,$/, "").replaceAll(",", "");
      if (!/minutes|each/.test(most)) expect(code, figure).toMatch(new RegExp(`\\b${digits}(000)?\\b`));
    }
  },
);

/** Collections that live only as long as the call that fills them. */
const OF_ONE_CALL = [
  "core/request/flags.ts",
  "core/request/price.ts",
  "frontends/slack/out/write-slack-text.ts",
  "commands/suggest.ts",
  "keys/key-ring.ts",
  "core/team/spending.ts",
  "engines/job-rows.ts",
  "engines/row-batch.ts",
  "engines/team-store.ts",
  "app/doctor/show-job.ts",
  "app/program/move-storage.ts",
  "app/program/print-stats.ts",
  "app/program/reseal-keys.ts",
  "app/program/print-stats.ts",
];

test("the table of bounds in docs/development.md has more than 30 rows", () => {
  expect(rows.length).toBeGreaterThan(30);
});

test("every collection that grows while the bot runs is in the table of bounds in docs/development.md", () => {
  const listed = new Set(rows.flatMap(([, , where = ""]) => filesIn(where)));
  const growing = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.ts$/.test(path) && !path.startsWith("cli/"))
    .filter((path) => /= new ((Map|Set)(<[^()]*>)?\(\)|LRUCache\b)/.test(textOf(path)));
  expect(growing.length).toBeGreaterThan(15);
  expect(growing.filter((path) => !listed.has(path) && !OF_ONE_CALL.includes(path))).toEqual([]);
});
