import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

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

test("a workflow runs only what a digest names, or a workflow that is here", () => {
  const used = jobs.flatMap(({ uses, steps }) => [uses, ...steps.map((step) => step.uses)]);
  for (const name of used.filter((each) => each !== undefined))
    if (name.startsWith("./")) expect(existsSync(resolve(root, name)), name).toBe(true);
    else expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test("only the jobs that publish may write, each in one place, and every job ends", () => {
  const writing = jobs.flatMap(({ of, may }) =>
    Object.entries(may).flatMap(([what, how]) => (how === "write" ? `${of}: ${what}` : [])),
  );
  expect(writing).toEqual(["release.yml: image: packages", "release.yml: notes: contents"]);
  for (const { of, uses, "timeout-minutes": minutes } of jobs) if (!uses) expect(minutes, of).toBeLessThanOrEqual(60);
});

test("the checks run on the image that the Dockerfile builds on, by .ci/run", () => {
  const base = /^FROM (\S+)/m.exec(textOf("Dockerfile"))?.[1];
  expect(jobs.flatMap(({ container }) => container ?? [])).toEqual([base]);
  const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(runs.filter((run) => run.includes(".ci/run"))).toHaveLength(1);
  for (const [path] of runs.join("\n").matchAll(/\.(?:ci|github)\/[\w/.-]+/g))
    expect(existsSync(resolve(root, path)), path).toBe(true);
});

test("the version to be released has its part of the changelog", () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(textOf("package.json")));
  const part = textOf(".github/CHANGELOG.md")
    .split(/^## /m)
    .find((each) => each.startsWith(`[${version}]`));
  expect(part?.split("\n").filter((line) => line.startsWith("- ")).length).toBeGreaterThan(10);
});
