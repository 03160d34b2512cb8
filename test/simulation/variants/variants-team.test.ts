import { howMany } from "../../fakes/how-many.ts";
import * as product from "../team-lives.ts";
import { judgeVariants } from "./judge-variants.ts";
import { BATCH } from "./variants-batch.ts";
import { TEAM } from "./variants-team.ts";

judgeVariants({
  variants: [...TEAM, ...BATCH],
  every: howMany(1, 24),
  entry: "team-lives.ts",
  product,
  liveOf: ({ teamLife }) => teamLife,
  seedsMost: 600,
});
