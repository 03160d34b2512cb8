import { howMany } from "../../fakes/how-many.ts";
import * as product from "../prompts/prompt-life.ts";
import { judgeVariants } from "./judge-variants.ts";
import { PROMPTS } from "./variants-prompts.ts";

judgeVariants({
  variants: PROMPTS,
  every: howMany(1, 0),
  entry: "prompts/prompt-life.ts",
  product,
  liveOf: ({ promptLife }) => promptLife,
  seedsMost: 60,
});
