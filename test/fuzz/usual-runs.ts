import fc from "fast-check";
import { runs } from "../fakes/how-many.ts";

// A property that does not say how often it is tried is tried a hundred times, which is fast-check's own number.
fc.configureGlobal({ numRuns: runs(100) });
