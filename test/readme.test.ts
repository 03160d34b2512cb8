import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { PermissionsBitField } from "discord.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sceneNames } from "../sandbox/src/scenes.ts";
import { reelay } from "../src/cli/reelay.ts";
import { variableNames } from "../src/config/variables.ts";
import { readConfig } from "../src/config.ts";
import { commandSpecs } from "../src/core/command-specs.ts";
import { DURATIONS, priceOf, RESOLUTIONS } from "../src/core/request/price.ts";
import { LOCALES } from "../src/core/text/locale.ts";
import { NEEDED_PERMISSIONS } from "../src/frontends/discord/in/read-interaction.ts";
import { everyScope } from "../src/frontends/slack/connect/slack-manifest.ts";
import { valueIn } from "./fakes/value-in.ts";

const root = resolve(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const readme = textOf("README.md");
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(textOf("package.json")));

const papersIn = (folder: string) =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : []));

const PAPERS = ["README.md", "src/README.md", ...papersIn("docs"), ...papersIn(".github")];

/** A section of a page, up to the next heading of the same level. */
function chapter(text: string, heading: string): string {
  return text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}

function linksIn(text: string) {
  return [...text.matchAll(/\[([^\][]+)\]\(([^()\s]+)\)/g)].map(([, words = "", target = ""]) => ({ words, target }));
}

/** Links to files or headings that do not exist. */
function deadLinks(path: string, text: string): readonly string[] {
  return linksIn(text)
    .flatMap(({ target }) => (target.startsWith("https://") ? [] : [target]))
    .filter((target) => {
      const [file = "", heading] = target.split("#");
      const at = file === "" ? path : join(dirname(path), file);
      if (!existsSync(join(root, at))) return true;
      return heading !== undefined && !anchorsIn(file === "" ? text : textOf(at)).includes(heading);
    });
}

function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}

const subcommands = reelay().commands.map((each) => each.name());

/** npm scripts missing from package.json, and commands that the program does not have. */
function unknownScripts(text: string): readonly string[] {
  const run = [...text.matchAll(/\bnpx (?:--no -- )?reelay ([\w-]+)/g)].map(([, name = ""]) => name);
  const named = [...text.matchAll(/\bnpm (?:run (?:--silent )?)?(start|test(?![:\w])|(?<=run )[\w:-]+)/g)];
  const unknown = named.map(([, name = ""]) => name).filter((name) => !(name in scripts));
  return [...unknown, ...run.filter((name) => !subcommands.includes(name))];
}

/** Named files of ours that do not exist. `NAME`, `XX` and `…` are placeholders. */
function unknownFiles(text: string): readonly string[] {
  const named = [...text.matchAll(/`((?:src|test|docs|\.ci|\.github)\/[^`\s]*)`/g)].map(([, path = ""]) => path);
  const built = [...text.matchAll(/\bdist\/((?:cli\/)?[\w-]+)\.js/g)].map(([, name = ""]) => `src/${name}.ts`);
  return [...named, ...built].filter((path) => !/NAME|XX|…|\*/.test(path) && !existsSync(join(root, path)));
}

/** Folders and files of `src/` that the map or the decisions mention and that do not exist. */
function unknownRooms(text: string): readonly string[] {
  const named = [...text.matchAll(/`((?:[a-z-]+\/)+(?:[\w-]+\.ts)?)`/g)].map(([, path = ""]) => path);
  const above = [
    "",
    "src/",
    ...["frontends/discord", "frontends/slack", "messages", "commands", "jobs"].map((x) => `src/${x}/`),
  ];
  return named.filter((path) => !above.some((folder) => existsSync(join(root, folder, path))));
}

/** Promises on a page in `docs/` whose test is not in the linked file. */
function unproved(text: string): readonly string[] {
  return linksIn(text)
    .map(({ words, target }) => ({ words, path: join("docs", target) }))
    .filter(({ path }) => /^test\/.+\.(?:test|redis)\.ts$/.test(path))
    .filter(({ words, path }) => !existsSync(join(root, path)) || !textOf(path).includes(`"${words}"`))
    .map(({ words }) => words);
}

/** The texts in italics in the first column of each table. */
function symptoms(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/(?<!\*)\*([^*]+)\*/g)])
    .map(([, words = ""]) => words);
}

/** Texts that are not in the bot's code. */
function unsaid(phrases: readonly string[]): readonly string[] {
  const code = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => textOf(`src/${path}`))
    .join("\n");
  return phrases.filter((words) => !code.includes(words));
}

interface Row {
  readonly names: readonly string[];
  readonly defaults: readonly string[];
}

/** The rows of the table of variables: the code in its first and last column. */
function variableRows(text: string): readonly Row[] {
  const marked = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(2, -2).split(" | "))
    .map((cells) => ({ names: marked(cells[0]), defaults: marked(cells.at(-1)) }));
}

/** Rows whose defaults differ from the configuration. Unset values and empty lists have no default. */
function wrongDefaults(rows: readonly Row[]): readonly Row[] {
  const config = valueIn(readConfig({}));
  const values = new Map<string, unknown>(Object.entries(config));
  const own = (name: string) => (["string", "number"].includes(typeof values.get(name)) ? [`${values.get(name)}`] : []);
  return rows.filter(({ names, defaults }) => names.flatMap(own).join() !== defaults.join());
}

describe("in the documentation,", () => {
  test.for(PAPERS)("%s links only to existing pages, scripts and files", (path) => {
    const text = textOf(path);
    expect(deadLinks(path, text)).toEqual([]);
    expect(unknownScripts(text)).toEqual([]);
    expect(unknownFiles(text)).toEqual([]);
  });

  test("the table of variables has the names, the order and the defaults of the configuration", () => {
    const rows = variableRows(textOf("docs/configuration.md"));
    expect(rows.flatMap(({ names }) => names)).toEqual(variableNames);
    expect(wrongDefaults(rows)).toEqual([]);
  });

  test("the table of commands has every command, option and price", () => {
    const section = textOf("docs/commands.md");
    for (const { name, options, subcommands } of commandSpecs("video")) {
      const line =
        section.split("\n").find((each) => each.includes(`\`/${name}\``) || each.includes(`\`/${name} `)) ?? "";
      for (const word of [name, ...[...options, ...subcommands].map((each) => each.name)]) expect(line).toContain(word);
    }
    for (const resolution of RESOLUTIONS) {
      const prices = DURATIONS.map((seconds) => `${priceOf({ resolution, duration: seconds })} credits`);
      expect(section).toContain(`| ${resolution} | ${prices.join(" | ")} |`);
    }
  });

  test("docs/commands.md lists every language", () => {
    const english = new Intl.DisplayNames("en", { type: "language" });
    const section = textOf("docs/commands.md");
    expect(LOCALES.map((locale) => english.of(locale) ?? locale).filter((name) => !section.includes(name))).toEqual([]);
  });

  test("the permissions page has a row for each Discord permission and Slack scope that Reelay requests", () => {
    const rows = textOf("docs/permissions.md")
      .split("\n")
      .flatMap((line) => /^\| `?([\w: ]+?)`?(?: \(optional\))? \| /.exec(line)?.[1] ?? [])
      .filter((name) => name !== "permission" && name !== "scope");
    const permissions = new PermissionsBitField(NEEDED_PERMISSIONS).toArray();
    expect(
      rows.map((name) => name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())).toSorted(),
    ).toEqual([...permissions, ...everyScope].toSorted());
  });

  test("every promise links to an existing test and quotes the title of the test", () => {
    const promises = textOf("docs/promises.md");
    expect(promises.match(/^- \*\*/gm)?.length).toBeGreaterThan(8);
    for (const promise of promises.split(/^- /m).slice(1)) expect(promise).toMatch(/\]\(\.\.\/test\//);
    expect(unproved(promises)).toEqual([]);
  });

  test("the messages quoted on the troubleshooting and log pages exist in the code", () => {
    const rows = ["docs/troubleshooting.md", "docs/log.md"].flatMap((page) => symptoms(textOf(page)));
    expect(rows.length).toBeGreaterThan(40);
    expect(unsaid(rows)).toEqual([]);
  });

  test.for(["src/README.md", "docs/decisions.md"])("%s names only existing modules", (path) => {
    expect(unknownRooms(textOf(path))).toEqual([]);
  });

  test("docs/sandbox.md lists every scene of the sandbox", () => {
    const table = chapter(textOf("docs/sandbox.md"), "Scenes").split("\n");
    const named = table.flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([\w-]+)`/g)]);
    expect(named.map(([, name]) => name).toSorted()).toEqual(sceneNames.toSorted());
  });

  test.for(papersIn("docs").filter((path) => path !== "docs/decisions.md"))("%s has at most 1,500 words", (path) => {
    expect(wordsIn(textOf(path))).toBeLessThanOrEqual(1_500);
  });

  test("README.md, docs/decisions.md and src/README.md do not exceed their length limits", () => {
    expect(wordsIn(readme)).toBeLessThanOrEqual(1_200);
    expect(wordsIn(textOf("docs/decisions.md"))).toBeLessThanOrEqual(5_000);
    expect(textOf("src/README.md").split("\n").length).toBeLessThanOrEqual(120);
  });
});

test("the checks of the documentation detect a mistake of each kind", () => {
  const pigs = ["pigs", "fly"].join(" ");
  expect(unsaid(symptoms(`| what | cause |\n|---|---|\n| *Reelay cannot start.* and *${pigs}* | a *cause* |`))).toEqual(
    [pigs],
  );
  const links =
    "# One\n[a](nowhere.md) [b](#two) [c](#one) [d](LICENSE) [e](src/README.md#glossary) [f](src/README.md#no)";
  expect(deadLinks("README.md", links)).toEqual(["nowhere.md", "#two", "src/README.md#no"]);
  expect(deadLinks("docs/one.md", "[a](../README.md) [b](README.md)")).toEqual(["README.md"]);
  const files =
    "`src/nowhere.ts` `docs/nowhere.md` dist/cli/fly.js dist/main.js `src/app.ts` `src/messages/words/XX.ts`";
  expect(unknownFiles(files)).toEqual(["src/nowhere.ts", "docs/nowhere.md", "src/cli/fly.ts"]);
  const rooms = "`core/job/` `core/jobs/` `connect/` `conect/` `core/clock.ts` `test/story/`";
  expect(unknownRooms(rooms)).toEqual(["core/jobs/", "conect/"]);
  const scripts =
    "`npm run fly -- 3`, npm run demo, npm start, npm run test:moon, npx reelay demo, npx reelay fly, npx --no -- reelay run";
  expect(unknownScripts(scripts)).toEqual(["fly", "test:moon", "fly", "run"]);
  const table = "| `PORT` | a port | `3001` |\n| `HOST` | a host | `127.0.0.1` |\n| `BLOCKED_USERS` | ids | `none` |";
  expect(wrongDefaults(variableRows(table)).map(({ names }) => names)).toEqual([["PORT"], ["BLOCKED_USERS"]]);
  const proofs = `[the checks of the documentation detect a mistake of each kind](../test/readme.test.ts) [${pigs}](../test/readme.test.ts) [x](../test/nowhere.test.ts)`;
  expect(unproved(proofs)).toEqual([pigs, "x"]);
});
