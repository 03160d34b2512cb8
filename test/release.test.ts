import { execFileSync, execSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { isFull } from "./fakes/how-many.ts";

const root = resolve(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(resolve(root, path), "utf8");

const permissions = z.record(z.string(), z.enum(["read", "write"]));
const job = z.object({
  permissions: permissions.optional(),
  uses: z.string().optional(),
  container: z.string().optional(),
  "timeout-minutes": z.number().optional(),
  steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })).default([]),
});
const named = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const releasing = z.object({
  on: z.object({ push: z.object({ tags: z.array(z.string()) }) }),
  jobs: z.record(z.string(), job.extend({ needs: named.default([]) })),
});
const workflow = z.object({ permissions, jobs: z.record(z.string(), job) });

const names = readdirSync(resolve(root, ".github/workflows"));
const jobs = names.flatMap((name) => {
  const { jobs, permissions } = workflow.parse(parse(textOf(`.github/workflows/${name}`)));
  return Object.entries(jobs).map(([id, each]) => ({
    of: `${name}: ${id}`,
    ...each,
    may: each.permissions ?? permissions,
  }));
});

test("the workflows pin external actions to a commit hash and refer only to existing paths in this repository", () => {
  const used = jobs.flatMap(({ uses, steps }) => [uses, ...steps.map((step) => step.uses)]);
  for (const name of used.filter((each) => each !== undefined))
    if (name.startsWith("./")) expect(existsSync(resolve(root, name)), name).toBe(true);
    else expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test("only the publishing jobs have a write permission, and every job has a time limit", () => {
  const writing = jobs.flatMap(({ of, may }) =>
    Object.entries(may).flatMap(([what, how]) => (how === "write" ? `${of}: ${what}` : [])),
  );
  expect(writing).toEqual([
    "release.yml: image: packages",
    "release.yml: package: id-token",
    "release.yml: notes: contents",
  ]);
  for (const { of, uses, "timeout-minutes": minutes } of jobs) if (!uses) expect(minutes, of).toBeLessThanOrEqual(60);
});

test("every workflow job in a container runs on the Dockerfile's base image", () => {
  const base = /^FROM (\S+)/m.exec(textOf("Dockerfile"))?.[1];
  expect(jobs.flatMap(({ container }) => container ?? [])).toEqual([base, base]);
});

test("exactly one workflow step runs .ci/run, and every script named in a workflow step exists", () => {
  const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(runs.filter((run) => run.includes(".ci/run"))).toHaveLength(1);
  for (const [path] of runs.join("\n").matchAll(/\.(?:ci|github)\/[\w/.-]+/g))
    expect(existsSync(resolve(root, path)), path).toBe(true);
});

test("a version tag publishes the image and the npm package only after the checks", () => {
  const { on, jobs } = releasing.parse(parse(textOf(".github/workflows/release.yml")));
  expect(on.push.tags).toEqual(["v[0-9]+.[0-9]+.[0-9]+"]);
  expect(Object.entries(jobs).map(([id, { needs }]) => [id, needs])).toEqual([
    ["check", []],
    ["image", ["check"]],
    ["package", ["check"]],
    ["notes", ["image", "package"]],
  ]);
  const scripts = jobs.package?.steps.flatMap(({ run }) => run ?? []).join("\n");
  expect(scripts).toContain("npm publish --provenance");
  for (const id of ["image", "package"] as const)
    expect(
      jobs[id]?.steps.some(({ run }) => run?.includes('test "$TAG" = "v$(node -p')),
      id,
    ).toBe(true);
});

test("a release builds one image with the video decoder and one image without the video decoder", () => {
  const { jobs } = z
    .object({ jobs: z.object({ image: z.object({ strategy: z.object({ matrix: z.unknown() }) }) }) })
    .parse(parse(textOf(".github/workflows/release.yml")));
  expect(jobs.image.strategy.matrix).toEqual({ variant: ["", "-films"] });
  const text = textOf(".github/workflows/release.yml");
  expect(text).toMatch(/whole=.*\$VARIANT"\n.*minor=.*\$VARIANT"\n/);
  expect(text).toMatch(/build-args: DECODER=\$\{\{ steps\.version\.outputs\.decoder \}\}/);
  expect(textOf("docs/containers.md")).toContain("reelay:1.0.0-films`");
});

test("compose.yaml can build the image and contains the image placeholder that a release replaces", () => {
  const [, placeholder = ""] = /sed "s\|([^|]+)\|/.exec(textOf(".github/workflows/release.yml")) ?? [];
  expect(textOf("compose.yaml")).toContain(`image: \${${placeholder}}\n  build: .\n`);
});

const packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);

test.runIf(isFull)("the npm package contains the built program, and no sources, tests, databases or secrets", () => {
  const folder = mkdtempSync(join(tmpdir(), "reelay-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plant = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  };
  const runs = [
    ...[
      ".env.example",
      "LICENSE",
      "README.md",
      "dist/films/child/child.js",
      "dist/images/child/fit-child.js",
      "dist/main.js",
      "dist/parts/run-bot.js",
      // The README, setup and the doctor refer to these pages.
      "docs/deploy.md",
    ],
    ...["package.json", "sandbox/assets/landscape.png", "sandbox/dist/page/index.html", "sandbox/dist/sandbox.js"],
    // The licenses of the bundled packages.
    ...["dist/licenses.md", "sandbox/dist/licenses.md"],
  ];
  const stays = [
    ...[".env", "data/reelay.db", "data/secret.keys", "dist/main.js.map", "dist/programs/test/programs/bench.js"],
    ...["sandbox/src/sandbox.ts", "sandbox/test/journal.test.ts"],
    ...["src/main.ts", "test/release.test.ts", ".ci/run", "compose.yaml"],
  ];
  for (const path of [...runs, ...stays]) plant(path);
  for (const path of ["package.json", "sandbox/package.json"]) copyFileSync(resolve(root, path), join(folder, path));
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: folder, stdio: "pipe" });
  const [{ files }] = packed.parse(JSON.parse(String(text)));
  expect(files.map(({ path }) => path).toSorted()).toEqual(runs.toSorted());
});

test("the program and the sandbox listed in package.json are built from existing source files", () => {
  const { bin, imports } = z
    .object({ bin: z.object({ reelay: z.string() }), imports: z.object({ "#sandbox": z.string() }) })
    .parse(JSON.parse(textOf("package.json")));
  expect(textOf(bin.reelay.replace(/^dist\/(.+)\.js$/, "src/$1.ts"))).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(existsSync(resolve(root, imports["#sandbox"].replace(/dist\/(.+)\.js$/, "src/$1.ts")))).toBe(true);
});

test("npm ci runs the build only if the development dependencies are installed", () => {
  const { scripts } = z
    .object({ scripts: z.object({ prepare: z.string() }) })
    .parse(JSON.parse(textOf("package.json")));
  const folder = mkdtempSync(join(tmpdir(), "reelay-prepare-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const build = "node -e \"fs.writeFileSync('built', '')\"";
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { build } }));
  const isBuilt = () => {
    execSync(scripts.prepare, { cwd: folder, stdio: "pipe" });
    return existsSync(join(folder, "built"));
  };
  expect(isBuilt()).toBe(false);
  mkdirSync(join(folder, "node_modules/vite"), { recursive: true });
  expect(isBuilt()).toBe(true);
});

test("a build makes the program file executable", () => {
  const { scripts } = z.object({ scripts: z.object({ build: z.string() }) }).parse(JSON.parse(textOf("package.json")));
  const folder = mkdtempSync(join(tmpdir(), "reelay-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/main.js"), "", { mode: 0o644 });
  const [last = ""] = scripts.build.split(" && ").slice(-1);
  execSync(last, { cwd: folder, stdio: "pipe" });
  if (process.platform !== "win32") expect(statSync(join(folder, "dist/main.js")).mode & 0o111).toBe(0o111);
});

test("the version in package.json has a section in the changelog", () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(textOf("package.json")));
  const part = textOf(".github/CHANGELOG.md")
    .split(/^## /m)
    .find((each) => each.startsWith(`[${version}]`));
  expect(part?.split("\n").filter((line) => line.startsWith("- ")).length).toBeGreaterThan(10);
});

test("the template for Fly.io mounts the volume at the image's data folder", () => {
  expect(textOf("docs/containers.md")).toContain(`destination = "${/DATA_DIR=(\S+)/.exec(textOf("Dockerfile"))?.[1]}"`);
});
