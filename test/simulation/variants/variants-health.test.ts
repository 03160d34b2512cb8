import { howMany } from "../../fakes/how-many.ts";
import * as product from "../health/outage-life.ts";
import { judgeVariants } from "./judge-variants.ts";
import { HEALTH } from "./variants-health.ts";

judgeVariants({
  variants: HEALTH,
  every: howMany(1, 0),
  entry: "health/outage-life.ts",
  product,
  liveOf: ({ anOutage }) => anOutage,
  seedsMost: 40,
});
