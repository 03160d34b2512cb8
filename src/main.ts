#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// Node 22.1 caches compiled code. Not in the shared temporary folder: another user's code could be there.
module.enableCompileCache?.(fileURLToPath(new URL("../node_modules/.cache/reelay", import.meta.url)));
const { reelay } = await import("./cli/reelay.ts");
await reelay().parseAsync();
