import { parseKeyRing } from "../../src/keys/key-ring.ts";
import { deletedNames } from "../../src/keys/seal.ts";
import { valueIn } from "./value-in.ts";

/** Makes the names of deleted people with a test key. */
export const testNames = deletedNames(valueIn(parseKeyRing(`test:${Buffer.alloc(32, 7).toString("base64")}`)));
