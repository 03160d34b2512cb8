import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openAsker } from "../../../src/app/setup/asker.ts";

/** A person who types, and the text that they see. */
function aPerson(isTerminal: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let seen = "";
  output.on("data", (part) => {
    seen += String(part);
  });
  const asker = openAsker({ input, output, isTerminal });
  onTestFinished(() => asker.close());
  return { asker, input, seen: () => seen };
}

test("setup shows an answer in the terminal while the person types, unless the answer is a secret", async () => {
  const { asker, input, seen } = aPerson(true);
  const secret = asker.askSecret("token: ");
  for (const key of "hush\u007f-h") input.write(key);
  input.write("\r");
  expect(await secret).toBe("hus-h");
  const plain = asker.ask("address: ");
  input.write("\u001b[A");
  input.write("there\r");
  expect(await plain).toBe("there");
  expect(seen()).toContain("token: ");
  expect(seen()).toContain("there");
  expect(seen()).not.toMatch(/h.{0,8}u.{0,8}s|hus/);
});

test("Ctrl+C in a terminal stops setup and discards answers that were typed in advance", async () => {
  const { asker, input, seen } = aPerson(true);
  const asked = asker.ask("address: ");
  input.write("\u0003");
  expect(await asked).toBeNull();
  expect(seen()).toMatch(/\n$/);
  expect(asker.isStopped()).toBe(true);
  expect(await asker.askSecret("token: ")).toBeNull();

  const late = aPerson(true);
  late.input.write("first\rsecond\r\u0003");
  await new Promise((resolve) => setImmediate(resolve));
  expect(await late.asker.ask("address: ")).toBeNull();
});

test("lines from a pipe answer setup's questions in order until the end of the pipe", async () => {
  const { asker, input, seen } = aPerson(false);
  input.end("one\n  two  \n\nlast");
  await new Promise((resolve) => setImmediate(resolve));
  expect([await asker.askSecret("a: "), await asker.ask("b: "), await asker.ask("c: ")]).toEqual(["one", "two", ""]);
  expect(asker.isStopped()).toBe(false);
  expect([await asker.ask("d: "), await asker.ask("e: ")]).toEqual(["last", null]);
  expect(seen()).toBe("a: \nb: \nc: \nd: \ne: \n");
});
