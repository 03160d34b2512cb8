#!/usr/bin/env node
import { reelay } from "./cli/reelay.ts";

await reelay().parseAsync();
