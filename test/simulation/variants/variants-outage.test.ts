import { howMany } from "../../fakes/how-many.ts";
import * as product from "../outage-lives.ts";
import { judgeVariants } from "./judge-variants.ts";
import { OUTAGE } from "./variants-outage.ts";

judgeVariants({
  variants: OUTAGE,
  every: howMany(1, 0),
  entry: "outage-lives.ts",
  product,
  liveOf: ({ outageLife }) => outageLife,
  seedsMost: 60,
});
