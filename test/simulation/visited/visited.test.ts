import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { SEED, someLives } from "../some-lives.ts";
import { judgeVariants } from "../variants/judge-variants.ts";
import type { Variant } from "../variants/variants.ts";
import * as product from "../visited-lives.ts";

const LIVES = howMany(2_000, 50);

test("lives whose workspace leaves, whose listener goes and whose link is asked for keep every promise", {
  timeout: 120_000,
}, async () => {
  const command = SEED.replace("--seed", "--visited --seed");
  expect(await someLives({ live: product.visitedLife, command, from: 1, until: 1 + LIVES })).toBe("");
});

const VISITED: readonly Variant[] = [
  {
    name: "the end of a forgotten video is told",
    file: "src/core/job/leave.ts",
    search: `if (!job.isForgotten || outcome === null || job.state.status === "closed") return job;`,
    replacement: `if (outcome !== null || job.state.status !== "closed") return job;`,
  },
  {
    name: "what was asked for is kept when its workspace leaves",
    file: "src/core/job/leave.ts",
    search: `const request = { ...job.request, prompt: "", picture: null };`,
    replacement: "const { request } = job;",
  },
  {
    name: "who no longer wants to be told is called",
    file: "src/core/job/advance.ts",
    search: `return withoutListener(job, event.userId);`,
    replacement: "return job;",
  },
];

judgeVariants({
  variants: VISITED,
  every: howMany(1, 0),
  entry: "visited-lives.ts",
  product,
  liveOf: ({ visitedLife }) => visitedLife,
  seedsMost: 400,
});
