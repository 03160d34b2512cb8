import { howMany } from "../../fakes/how-many.ts";
import * as product from "../chain-lives.ts";
import * as withFilms from "../film-lives.ts";
import { judgeVariants } from "../variants/judge-variants.ts";
import { CHAIN } from "./variants.ts";
import { FILMS_OF_BATCHES } from "./variants-films.ts";

judgeVariants({
  variants: CHAIN,
  every: howMany(1, 0),
  entry: "chain-lives.ts",
  product,
  liveOf: ({ chainLife }) => chainLife,
  seedsMost: 400,
});

judgeVariants({
  variants: FILMS_OF_BATCHES,
  every: howMany(1, 0),
  entry: "film-lives.ts",
  product: withFilms,
  liveOf: ({ filmLife }) => filmLife,
  seedsMost: 120,
});
