#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// From Node 22.1 on, the next start loads what this one has compiled. Not in the usual folder for all users' temporary
// files: somebody else's code could lie there.
module.enableCompileCache?.(fileURLToPath(new URL("../node_modules/.cache/reelay", import.meta.url)));
const { reelay } = await import("./cli/reelay.ts");
await reelay().parseAsync();
