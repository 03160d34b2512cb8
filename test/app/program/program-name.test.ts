import { expect, test } from "vitest";
import { programName } from "../../../src/app/program/program-name.ts";

const main = "/reelay/dist/main.js";

test.for([
  ["in a container", "node dist/main.js", { main, folder: "/reelay" }, false],
  ["in a container with another working folder", "node /reelay/dist/main.js", { main, folder: "/settings" }, false],
  ["as an npm script", "npx reelay", { main, folder: "/reelay" }, true],
  ["with npx", "npx reelay", { main: "/bot/node_modules/.bin/reelay", folder: "/bot" }, true],
  [
    "through the link in node_modules/.bin",
    "npx reelay",
    { main: "/bot/node_modules/.bin/reelay", folder: "/bot" },
    false,
  ],
] as const)(
  "if reelay was started %s, messages to the operator show the command “%s”",
  ([, name, place, isUnderNpm]) => {
    expect(programName({ ...place, isUnderNpm })).toBe(name);
  },
);
