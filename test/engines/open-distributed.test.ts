import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openDistributed, PACKAGES } from "../../src/engines/open-distributed.ts";
import { keptLog } from "../fakes/kept-log.ts";

const choice = { url: "redis://127.0.0.1:1", acceptsLoss: false };

test("without its packages Redis is refused with the command that installs them, at their versions", async () => {
  const missing = "a-package-that-nobody-has";
  const refused = await openDistributed(choice, keptLog(), () => import(missing));
  const detail = "npm install bullmq@6.7.0 ioredis@5.11.1";
  expect(refused).toEqual({ ok: false, refusal: { kind: "missing_packages", detail } });
  const { optionalDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const listed = Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`);
  expect([...PACKAGES].toSorted()).toEqual(listed.toSorted());
});

test("another fault while loading is a bug, and thrown", async () => {
  await expect(openDistributed(choice, keptLog(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
