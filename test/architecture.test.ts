import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const src = join(root, "src");

/** A source file as the rules see it: its path below src and its text. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function sources(ending = ".ts", folder = src): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(folder, path), "utf8") }));
}

/** The module a path below src belongs to; the files that join them are their own. */
function moduleOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  if (path === "app.ts" || first === "app") return "app";
  if (first === "config") return "config.ts";
  if (first === "frontends") return `frontends/${second}`;
  return path.includes("/") ? first : path;
}

function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)].map(([, found]) => found ?? "");
  return specifiers.map((specifier) => relative(src, resolve(src, dirname(path), specifier)).replaceAll("\\", "/"));
}

/** A module imports itself and core/; what more each may is written here. */
function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  switch (from) {
    case "core":
    case "sandbox":
      return false;
    case "commands":
      return ["core", "messages", "jobs"].includes(to);
    case "jobs":
      return to === "core" || to === "messages";
    case "app":
      return true;
    case "main.ts":
      return to === "app" || to === "config.ts" || to === "core";
    case "cli":
      return to === "app" || to === "config.ts" || to === "sandbox";
    default:
      return to === "core";
  }
}

function importFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(moduleOf(file.path), moduleOf(target)))
      .map((target) => `${file.path} imports ${target}`),
  );
}

/** Where the machine itself may be touched: the page runs in a browser, the sandbox has a clock of its own. */
const MACHINE: readonly (readonly [RegExp, (path: string) => boolean])[] = [
  [/\bprocess\.env\b/, (path) => path === "config.ts"],
  [
    /\b(Date\.now|setTimeout|setInterval|Math\.random|performance\.now)\s*\(|\bnew Date\(\)|["']node:timers/,
    (path) =>
      ["core/clock.ts", "sandbox/clock.ts"].includes(path) ||
      ["app", "cli"].includes(moduleOf(path)) ||
      path.startsWith("sandbox/page/"),
  ],
];

function machineFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    MACHINE.filter(([use, isAllowed]) => use.test(text) && !isAllowed(path)).map(
      ([use]) => `${path} uses ${use.source}`,
    ),
  );
}

/** What is loaded with a file, before anything of it runs: types are not, nor is what `import()` names. */
function loadedWith(path: string, files: readonly SourceFile[]): Set<string> {
  const loaded = new Set<string>();
  const load = (next: string) => {
    const text = files.find((file) => file.path === next)?.text;
    if (text === undefined) return loaded.add(next);
    if (loaded.has(next)) return;
    loaded.add(next);
    for (const [, found = ""] of text.matchAll(/^(?:import|export) (?!type )(?:[^;"]* from )?"([^"]+)"/gm))
      load(found.startsWith(".") ? relative(src, resolve(src, dirname(next), found)).replaceAll("\\", "/") : found);
  };
  load(path);
  return loaded;
}

/** Ways along imports that come back to where they began, those of types alone as well: one for each import that closes a circle. */
function circles(files: readonly SourceFile[]): string[] {
  const imported = new Map(files.map((file) => [file.path, importsOf(file)]));
  const finished = new Set<string>();
  const way: string[] = [];
  const found: string[] = [];
  const follow = (path: string) => {
    if (way.includes(path)) return found.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (finished.has(path)) return;
    way.push(path);
    imported.get(path)?.forEach(follow);
    way.pop();
    finished.add(path);
  };
  for (const path of imported.keys()) follow(path);
  return found;
}

/** What a platform sent is read, and what it is to show is written, by functions that call nobody. */
function sendingFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^frontends\/\w+\/(?:read|write)\//.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => /^frontends\/\w+\/send\//.test(target))
        .map((target) => `${file.path} imports ${target}`),
    );
}

/** Engines store rows, find them and compare versions; what rows mean, and who may have them, stands in core/ and in the stores over them. */
const ROW_ENGINES = ["redis-rows", "sqlite-rows", "memory-rows", "stored-row"].map((name) => `engines/${name}.ts`);
/** The platforms' limits are counted in one step, by Redis's own clock. */
const LUA_IN = ["engines/redis-rows.ts", "engines/distributed/redis-shared.ts"];
const SQL_IN = ["engines/sqlite-rows.ts"];
const LUA_LINES_MOST = 120;
const SQL =
  /\b(?:SELECT\b[^;`"]*\bFROM|INSERT\b[^;`"]*\bINTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW|TRIGGER))\b/;
const OF_THE_BUSINESS = new Set(
  `team cap job owner person people credit price charge refund month workspace notice approval installation
   manager rule sum cost ledger video task parts prompt forgotten released settled notify`.split(/\s+/),
);

/** The scripts of a file that sends any to Redis: its texts of several lines. */
function luaIn({ text }: SourceFile): string[] {
  if (!text.includes("redis.call(")) return [];
  return [...text.matchAll(/`([^`]*)`/g)].flatMap(([, script = ""]) => (script.includes("\n") ? [script] : []));
}

/** The words of a file's code, those that names are made of as well. */
function wordsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  return [...code.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase());
}

function rowFaults(files: readonly SourceFile[]): string[] {
  const scripts = files.flatMap((file) => luaIn(file).map((script) => ({ path: file.path, script })));
  const luaLines = scripts.flatMap(({ script }) => script.split("\n").filter((line) => line.trim() !== "")).length;
  return [
    ...new Set(scripts.filter(({ path }) => !LUA_IN.includes(path)).map(({ path }) => `${path} has Lua`)),
    ...(luaLines > LUA_LINES_MOST ? [`there are ${luaLines} lines of Lua`] : []),
    ...files.filter(({ path, text }) => SQL.test(text) && !SQL_IN.includes(path)).map(({ path }) => `${path} has SQL`),
    ...files
      .filter(({ path }) => ROW_ENGINES.includes(path))
      .flatMap(({ path, text }) =>
        wordsOf(text)
          .filter((word) => OF_THE_BUSINESS.has(word) || OF_THE_BUSINESS.has(word.replace(/s$/, "")))
          .map((word) => `${path} knows of "${word}"`),
      ),
  ];
}

describe("the architecture", () => {
  const files = sources();

  test("every module imports only itself, core/ and what its rule allows", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(importFaults(files)).toEqual([]);
  });

  test("what reads and what writes a platform's messages sends nothing", () => {
    expect(sendingFaults(files)).toEqual([]);
    const planted = { path: "frontends/slack/read/read.ts", text: 'import { call } from "../send/call.ts";' };
    expect(sendingFaults([planted])).toHaveLength(1);
  });

  test("no import leads in a circle, types too", () => {
    expect(circles(files)).toEqual([]);
    const planted = [
      { path: "core/room.ts", text: 'import type { Door } from "./doors/door.ts";' },
      { path: "core/doors/door.ts", text: 'import { lock } from "./lock.ts";' },
      { path: "core/doors/lock.ts", text: 'export type Key = import("../room.ts").Key;' },
      { path: "core/street.ts", text: 'import { room } from "./room.ts";' },
    ];
    expect(circles(planted)).toEqual(["core/room.ts → core/doors/door.ts → core/doors/lock.ts → core/room.ts"]);
    expect(circles(planted.filter(({ path }) => path !== "core/doors/lock.ts"))).toEqual([]);
    expect(circles([{ path: "core/room.ts", text: 'export * from "./room.ts";' }])).toHaveLength(1);
  });

  test("the clock, chance and the environment are touched in their own places alone", () => {
    expect(machineFaults(files)).toEqual([]);
  });

  test("a library of a platform or of Redis is loaded where that is set, and not before", () => {
    // main.ts loads it where there is an account.
    expect([...loadedWith("main.ts", files)]).not.toContain("app.ts");
    const started = [...loadedWith("main.ts", files), ...loadedWith("app.ts", files)];
    expect(started).toContain("jobs/step.ts");
    const libraries = /^(?:frontends|sandbox)\/|^(?:discord\.js|@discordjs\/|@slack\/|ioredis|bullmq)/;
    expect(started.filter((each) => libraries.test(each))).toEqual([]);
    expect([...loadedWith("frontends/discord/front-end.ts", files)]).toContain("discord.js");
    expect([...loadedWith("engines/distributed/distributed.ts", files)]).toContain("ioredis");
  });

  test("the page is built beside the bot: nothing else imports it, and what builds it is no dependency of what runs", () => {
    const [page, others] = [true, false].map((isPage) =>
      files.filter(({ path }) => path.startsWith("sandbox/page/") === isPage),
    );
    expect(page?.length).toBeGreaterThan(20);
    expect(others?.flatMap(importsOf).filter((target) => target.startsWith("sandbox/page/"))).toEqual([]);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(Object.keys({ ...dependencies, ...optionalDependencies })).not.toContain("vite");
    const compiler = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
    expect(compiler.exclude).toContain("src/sandbox/page");
  });

  test("the top level holds nothing but what is on its list", () => {
    const listed = new Set(
      `package.json package-lock.json tsconfig.json biome.json vitest.config.ts .env.example .gitignore .dockerignore
       Dockerfile compose.yaml README.md LICENSE .ci .github docs src test`.split(/\s+/),
    );
    const made = new Set([".git", "node_modules", "dist", "data", ".env", "coverage"]);
    expect(readdirSync(root).filter((name) => !listed.has(name) && !made.has(name))).toEqual([]);
  });

  test.for([
    ["core/job/job.ts", 'import { cardOf } from "../../messages/card/card.ts";'],
    ["messages/card/card.ts", 'import { startApp } from "../../app.ts";'],
    ["frontends/discord/send/reply.ts", 'import { write } from "../../slack/write/write.ts";'],
    ["jobs/step.ts", 'const { videoApi } = await import("../video-api/client.ts");'],
    ["sandbox/start.ts", 'import type { Job } from "../core/job.ts";'],
    ["video-api/client.ts", 'export * from "../sandbox/start.ts";'],
  ])("a planted import in %s is caught", ([path = "", text = ""]) => {
    expect(importFaults([{ path, text }])).toHaveLength(1);
  });

  test("engines store rows and know nothing of what they mean; no rule stands in Lua or SQL", () => {
    expect(ROW_ENGINES.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
    expect(
      luaIn({ path: "", text: files.find(({ path }) => path === "engines/redis-rows.ts")?.text ?? "" }).join(),
    ).toContain("cjson.decode");
    expect(rowFaults(files)).toEqual([]);
  });

  test.for([
    ["a script in a store", "engines/job-store.ts", "const SAVE = `\nredis.call('SET', KEYS[1], 1)\n`;"],
    ["a statement in a store", "engines/team-store.ts", 'prepare("UPDATE sums SET held = held + ?");'],
    ["a query in core", "core/team/spending.ts", "`SELECT sum(charged)\n FROM jobs`"],
    ["a team in an engine", "engines/sqlite-rows.ts", "const teamKeys = [];"],
    ["a cap in a script", "engines/redis-rows.ts", "`\nlocal cap = redis.call('GET', KEYS[1])\n`"],
    ["much Lua", "engines/redis-rows.ts", `\`${"redis.call('PING')\n".repeat(121)}\``],
  ])("%s is caught", ([, path = "", text = ""]) => {
    expect(rowFaults([{ path, text }])).toHaveLength(1);
  });

  test.for([
    ["jobs/step.ts", "const now = Date.now();"],
    ["keys/vault.ts", "const name = process.env.HOME;"],
    ["engines/job-store.ts", "setTimeout(() => {}, 5);"],
    ["commands/video/again.ts", "const at = new Date();"],
  ])("a planted touch of the machine in %s is caught", ([path = "", text = ""]) => {
    expect(machineFaults([{ path, text }])).toHaveLength(1);
  });
});
