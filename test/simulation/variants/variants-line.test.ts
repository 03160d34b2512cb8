import { howMany } from "../../fakes/how-many.ts";
import * as product from "../line-lives.ts";
import { judgeVariants } from "./judge-variants.ts";
import { LINE } from "./variants-line.ts";

judgeVariants({
  variants: LINE,
  every: howMany(1, 0),
  entry: "line-lives.ts",
  product,
  liveOf: ({ lineLife }) => lineLife,
  seedsMost: 120,
});
