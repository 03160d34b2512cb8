import { howMany } from "../../fakes/how-many.ts";
import * as product from "../chain-lives.ts";
import { judgeVariants } from "../variants/judge-variants.ts";
import { CHAIN } from "./variants.ts";

judgeVariants({
  variants: CHAIN,
  every: howMany(1, 2),
  entry: "chain-lives.ts",
  product,
  liveOf: ({ chainLife }) => chainLife,
  seedsMost: 400,
});
