import fc from "fast-check";
import { runs } from "../fakes/how-many.ts";

// Properties without `numRuns` run 100 times, which is fast-check's default.
fc.configureGlobal({ numRuns: runs(100) });
