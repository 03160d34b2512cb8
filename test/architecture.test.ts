import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const src = join(root, "src");

/** The path of the sandbox's sources from src. */
const SANDBOX = "../sandbox/src/";
/** The sandbox's package name and its main file. */
const PACKAGE = ["#sandbox", `${SANDBOX}sandbox.ts`] as const;

/** A source file: its path from src and its text. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function sources(ending = ".ts", folder = src): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path: below(src, join(folder, path)), text: readFileSync(join(folder, path), "utf8") }));
}

const below = (folder: string, path: string) => relative(folder, path).replaceAll("\\", "/");

/** The module of a path below src. Each file that joins modules is its own module. */
function moduleOf(path: string): string {
  if (path.startsWith("../sandbox/")) return "sandbox";
  const [first = "", second = ""] = path.split("/");
  if (first === "app" && second === "sandbox") return "app/sandbox";
  if (path === "app.ts" || first === "app") return "app";
  if (first === "config") return "config.ts";
  if (first === "frontends") return `frontends/${second}`;
  return path.includes("/") ? first : path;
}

function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)].map(
    ([, specifier]) => specifier ?? "",
  );
  const targets = specifiers.map((specifier) => below(src, resolve(src, dirname(path), specifier)));
  return new RegExp(`(?:from|import\\(?)\\s*"${PACKAGE[0]}"`).test(text) ? [...targets, PACKAGE[1]] : targets;
}

/** What each module may import in addition to itself and core/. */
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
      return to !== "sandbox";
    case "app/sandbox":
      return true;
    case "main.ts":
      return to === "cli";
    case "cli":
      return ["app", "app/sandbox", "config.ts", "core", "sandbox"].includes(to);
    default:
      return to === "core";
  }
}

/** The bot imports the sandbox by its package name, and the sandbox imports nothing outside its own folder. */
function packageFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const isOfSandbox = moduleOf(file.path) === "sandbox";
    return importsOf(file)
      .filter((target) => (isOfSandbox ? !target.startsWith("../sandbox/") : target.startsWith(SANDBOX)))
      .filter((target) => isOfSandbox || target !== PACKAGE[1] || file.text.includes(PACKAGE[1]))
      .map((target) => `${file.path} imports ${target}`);
  });
}

function importFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(moduleOf(file.path), moduleOf(target)))
      .map((target) => `${file.path} imports ${target}`),
  );
}

/** Only these files may access the machine. The page runs in a browser, and the sandbox has its own clock. */
const MACHINE: readonly (readonly [RegExp, (path: string) => boolean])[] = [
  [/\bprocess\.env\b/, (path) => ["config.ts", `${SANDBOX}main.ts`].includes(path)],
  [
    /\b(Date\.now|setTimeout|setInterval|Math\.random|performance\.now)\s*\(|\bnew Date\(\)|["']node:timers/,
    (path) =>
      ["core/clock.ts", `${SANDBOX}clock.ts`].includes(path) ||
      ["app", "app/sandbox", "cli"].includes(moduleOf(path)) ||
      path.startsWith(`${SANDBOX}page/`),
  ],
];

function machineFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    MACHINE.filter(([use, isAllowed]) => use.test(text) && !isAllowed(path)).map(
      ([use]) => `${path} uses ${use.source}`,
    ),
  );
}

/** The files that are loaded before a file runs, without type imports and `import()`. */
function loadedWith(path: string, files: readonly SourceFile[]): Set<string> {
  const loaded = new Set<string>();
  const load = (next: string) => {
    const text = files.find((file) => file.path === next)?.text;
    if (text === undefined) return loaded.add(next);
    if (loaded.has(next)) return;
    loaded.add(next);
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export) (?!type )(?:[^;"]* from )?"([^"]+)"/gm))
      load(
        specifier.startsWith(".")
          ? relative(src, resolve(src, dirname(next), specifier)).replaceAll("\\", "/")
          : specifier,
      );
  };
  load(path);
  return loaded;
}

function platformFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => moduleOf(path) !== "sandbox" && !path.startsWith("frontends/") && ASKS.test(text))
    .map(({ path }) => path);
}

const ASKS = /platform [!=]== "(?:discord|slack)"/;

function namedTwice(files: readonly SourceFile[]): string[] {
  const names = files.filter(({ path }) => !path.startsWith("../")).map(({ path }) => path.split("/").at(-1) ?? "");
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** Import cycles, including type imports: one for each import that closes a cycle. */
function circles(files: readonly SourceFile[]): string[] {
  const imported = new Map(files.map((file) => [file.path, importsOf(file)]));
  const finished = new Set<string>();
  const way: string[] = [];
  const violations: string[] = [];
  const follow = (path: string) => {
    if (way.includes(path)) return violations.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (finished.has(path)) return;
    way.push(path);
    imported.get(path)?.forEach(follow);
    way.pop();
    finished.add(path);
  };
  for (const path of imported.keys()) follow(path);
  return violations;
}

/** The folders of a front end, in order. Each may import the ones before it. */
const PARTS = ["out", "in", "connect"];
/** Payload readers and message writers are pure and may import only these files of their front end. */
const PURE = /^frontends\/\w+\/(?:[\w-]+|(?:in|out)\/(?:(?:read|write)-[\w-]+|[\w-]+-payloads?))\.ts$/;

/** The front end of a path below src, and the index of its folder, or -1 for other folders. */
function partOf(path: string) {
  const [, platform = "", part = ""] = /^frontends\/(\w+)\/(?:(\w+)\/)?/.exec(path) ?? [];
  return { platform, order: PARTS.indexOf(part) };
}

/** connect/ imports in/, in/ imports out/, and never the reverse. Readers and writers import nothing that sends. */
function frontEndFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = partOf(file.path);
    if (from.order < 0) return [];
    const isPure = /\/(?:read|write)-[\w-]+\.ts$/.test(file.path);
    return importsOf(file)
      .filter((target) => partOf(target).platform === from.platform)
      .filter((target) => partOf(target).order > from.order || (isPure && !PURE.test(target)))
      .map((target) => `${file.path} imports ${target}`);
  });
}

/** Engines store rows, find them and compare versions. The meaning of rows and access to them belong to core/ and the stores. */
const ROW_ENGINES = ["redis-rows", "sqlite-rows", "row-batch"].map((name) => `engines/${name}.ts`);
/** Scripts that set alarms and count the platforms' limits atomically, by Redis's own clock. */
const LUA_IN = ["engines/redis-rows.ts", "engines/redis-scheduler.ts", "engines/redis-shared.ts"];
const SQL_IN = ["engines/sqlite-rows.ts"];
const LUA_LINES_MOST = 120;
const SQL =
  /\b(?:SELECT\b[^;`"]*\bFROM|INSERT\b[^;`"]*\bINTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW|TRIGGER))\b/;
const OF_THE_BUSINESS = new Set(
  `team cap job owner person people credit price charge refund month workspace notice approval installation
   manager rule sum cost ledger video task parts prompt forgotten released settled notify`.split(/\s+/),
);

/** A file's Redis scripts, which are its template literals with several lines. */
function luaIn({ text }: SourceFile): string[] {
  if (!text.includes("redis.call(")) return [];
  return [...text.matchAll(/`([^`]*)`/g)].flatMap(([, script = ""]) => (script.includes("\n") ? [script] : []));
}

/** The words in a file's code, including the words inside names. */
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

describe("in the source code,", () => {
  const files = [...sources(), ...sources(".ts", join(root, "sandbox/src"))];

  test("every module imports only its own files, core/ and the modules that the import rules allow", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(importFaults(files)).toEqual([]);
  });

  test("the folders of a front end import one another in one direction only", () => {
    expect(files.filter(({ path }) => partOf(path).order >= 0).length).toBeGreaterThan(15);
    expect(frontEndFaults(files)).toEqual([]);
  });

  test("only a front end compares the name of a platform", () => {
    expect(platformFaults(files)).toEqual([]);
    const text = 'if (reply.platform !== "slack") return;';
    expect(platformFaults([{ path: "jobs/post.ts", text }])).toEqual(["jobs/post.ts"]);
    expect(platformFaults([{ path: "frontends/slack/out/post.ts", text }])).toEqual([]);
  });

  test("no two files have the same name", () => {
    expect(namedTwice(files)).toEqual([]);
    expect(namedTwice([...files, { path: "jobs/chat.ts", text: "" }])).toEqual(["chat.ts"]);
  });

  test("imports, including type imports, form no circle", () => {
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

  test("the clock, randomness and the environment are accessed only in files on this test's list", () => {
    expect(machineFaults(files)).toEqual([]);
  });

  test("a library such as discord.js or ioredis is loaded only if a setting needs it", () => {
    // start.ts loads it if there is an account.
    expect([...loadedWith("cli/run-bot.ts", files)]).not.toContain("app.ts");
    const started = ["main.ts", "cli/reelay.ts", "cli/run-bot.ts", "app.ts"].flatMap((path) => [
      ...loadedWith(path, files),
    ]);
    expect(started).toContain("jobs/step.ts");
    const libraries = /^(?:frontends|\.\.\/sandbox)\/|^#sandbox|^(?:discord\.js|@discordjs\/|@slack\/|ioredis)/;
    expect(started.filter((each) => libraries.test(each))).toEqual([]);
    // Needed only for a terminal, the operator's prompt rules, and pictures.
    const late = ["pino-pretty", "yaml", "image-size", "file-type"];
    expect(started.filter((each) => late.includes(each))).toEqual([]);
    expect([...loadedWith("frontends/discord/discord-front-end.ts", files)]).toContain("discord.js");
    expect([...loadedWith("engines/distributed.ts", files)]).toContain("ioredis");
  });

  test("the lock file names the libc of each libsql package, so that npm installs only one binary", () => {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const binaries = Object.keys(packages).filter((path) => path.includes("@libsql/linux-"));
    expect(binaries).toHaveLength(6);
    for (const path of binaries) expect(packages[path].libc, path).toEqual([path.includes("musl") ? "musl" : "glibc"]);
  });

  test("only the sandbox's page imports the page's modules, and the page's build tool is not a runtime dependency", () => {
    const [page, others] = [true, false].map((isPage) =>
      files.filter(({ path }) => path.startsWith(`${SANDBOX}page/`) === isPage),
    );
    expect(page?.length).toBeGreaterThan(20);
    expect(others?.flatMap(importsOf).filter((target) => target.startsWith(`${SANDBOX}page/`))).toEqual([]);
    for (const folder of [root, join(root, "sandbox")]) {
      const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      expect(Object.keys({ ...dependencies, ...optionalDependencies })).not.toContain("vite");
    }
  });

  test("the bot imports the sandbox only by its package name, and the sandbox never imports the bot", () => {
    expect(packageFaults([...files, ...sources(".ts", join(root, "sandbox/test"))])).toEqual([]);
    expect(files.filter((file) => importsOf(file).includes(PACKAGE[1])).map(({ path }) => path)).toContain(
      "app/sandbox/sandboxed.ts",
    );
    const planted = [
      { path: "cli/demo.ts", text: 'import { listen } from "../../sandbox/src/http.ts";' },
      { path: "../sandbox/test/journal.test.ts", text: 'import { job } from "../../test/fakes/jobs.ts";' },
    ];
    expect(planted.map((file) => packageFaults([file]).length)).toEqual([1, 1]);
  });

  test("the top folder contains only files and folders on this test's list", () => {
    const listed = new Set(
      `package.json package-lock.json tsconfig.json biome.json vitest.config.ts .env.example .gitignore .dockerignore
       Dockerfile compose.yaml README.md LICENSE .ci .github docs sandbox src test`.split(/\s+/),
    );
    const made = new Set([".git", "node_modules", "dist", "data", ".env", "coverage"]);
    expect(readdirSync(root).filter((name) => !listed.has(name) && !made.has(name))).toEqual([]);
  });

  test("storage engines contain no business terms, and only files on this test's list contain Lua or SQL", () => {
    expect(ROW_ENGINES.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
    expect(
      luaIn({ path: "", text: files.find(({ path }) => path === "engines/redis-rows.ts")?.text ?? "" }).join(),
    ).toContain("cjson.decode");
    expect(rowFaults(files)).toEqual([]);
  });
});

describe("the check of the source code", () => {
  test.for([
    ["discord/out/discord-chat.ts", "../in/read-interaction.ts"],
    ["slack/in/slack-receiver.ts", "../connect/bolt-app.ts"],
    ["slack/out/write-slack-message.ts", "./slack-call.ts"],
  ])("detects a forbidden import in frontends/%s", ([path, target]) => {
    expect(frontEndFaults([{ path: `frontends/${path}`, text: `import { x } from "${target}";` }])).toHaveLength(1);
  });

  test.for([
    ["core/job/job.ts", 'import { cardOf } from "../../messages/card/card.ts";'],
    ["jobs/step.ts", 'const { videoApi } = await import("../video-api/client.ts");'],
    ["../sandbox/src/sandbox.ts", 'import type { Job } from "../../src/core/job.ts";'],
    ["video-api/client.ts", 'export * from "#sandbox";'],
  ])("detects a forbidden import in %s", ([path = "", text = ""]) => {
    expect(importFaults([{ path, text }])).toHaveLength(1);
  });

  test.for([
    ["a Lua script in a store", "engines/job-store.ts", "const SAVE = `\nredis.call('SET', KEYS[1], 1)\n`;"],
    ["an SQL statement in a store", "engines/team-store.ts", 'prepare("UPDATE sums SET held = held + ?");'],
    ["a variable about teams in an engine", "engines/sqlite-rows.ts", "const teamKeys = [];"],
    ["too much Lua in an engine", "engines/redis-rows.ts", `\`${"redis.call('PING')\n".repeat(121)}\``],
  ])("detects %s", ([, path = "", text = ""]) => {
    expect(rowFaults([{ path, text }])).toHaveLength(1);
  });

  test.for([
    ["jobs/step.ts", "const now = Date.now();"],
    ["keys/vault.ts", "const name = process.env.HOME;"],
  ])("detects an access to the clock or the environment in %s", ([path = "", text = ""]) => {
    expect(machineFaults([{ path, text }])).toHaveLength(1);
  });
});
