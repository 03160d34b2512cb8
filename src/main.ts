#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// From Node 22.1 on, the next start loads compiled code. Not from the shared folder for temporary files: another user's code
// could be there.
module.enableCompileCache?.(fileURLToPath(new URL("../node_modules/.cache/reelay", import.meta.url)));
const { reelay } = await import("./cli/reelay.ts");
await reelay().parseAsync();
