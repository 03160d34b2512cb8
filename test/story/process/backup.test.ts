import { beforeAll, describe, expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { type BuiltBot, buildBot } from "./built-bot.ts";

describe("npx reelay backup", () => {
  let built: BuiltBot;
  beforeAll(async () => {
    built = await buildBot();
  }, 60_000);

  const mistakes = [
    ["no file named", [], "error: missing required argument 'file'"],
    ["two files named", ["a", "b"], "error: too many arguments"],
    ["no database", ["/nowhere/x"], "There is no database in DATA_DIR /nowhere"],
  ] as const;
  test.for(mistakes.slice(0, howMany(3, 1)))("%s: one sentence, exit code 1, no stack", async ([, args, sentence]) => {
    const backup = built.run("backup", args, { DATA_DIR: "/nowhere" });
    expect(await backup.ended).toBe(1);
    const [firstLine, ...usage] = backup.stderr().split("\n");
    expect(firstLine).toMatch(new RegExp(`^${sentence}`));
    // What is wrong with the words themselves is told with the usage.
    expect(usage.join("\n")).toMatch(args.length === 1 ? /^$/ : /^\nUsage: npx reelay backup \[options\] <file>\n/);
    expect(backup.out()).toBe("");
  });
});
