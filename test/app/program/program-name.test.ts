import { expect, test } from "vitest";
import { programName } from "../../../src/app/program/program-name.ts";

const main = "/reelay/dist/main.js";

test.for([
  ["in a container", { main, folder: "/reelay" }, false, "node dist/main.js"],
  ["in a container with another working folder", { main, folder: "/settings" }, false, "node /reelay/dist/main.js"],
  ["as an npm script", { main, folder: "/reelay" }, true, "npx reelay"],
  ["by npx", { main: "/bot/node_modules/.bin/reelay", folder: "/bot" }, true, "npx reelay"],
  ["by the package's own link", { main: "/bot/node_modules/.bin/reelay", folder: "/bot" }, false, "npx reelay"],
] as const)("a program started %s names other commands as they start there", ([, place, isUnderNpm, name]) => {
  expect(programName({ ...place, isUnderNpm })).toBe(name);
});
