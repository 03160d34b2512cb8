import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lookAtFilms } from "../../../src/app/doctor/own-checks.ts";
import type { ChildAnswer } from "../../../src/films/run-child.ts";
import { type DecoderSeen, seeDecoder } from "../../../src/films/run-child.ts";

type Deps = Parameters<typeof lookAtFilms>[0];

const discord = { slack: null };
const slack = { slack: {} };
const open = { PUBLIC_URL: "https://reelay.example" };

const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const command = `npm install --save-prod @napi-rs/webcodecs@${devDependencies["@napi-rs/webcodecs"]}`;

test.for<readonly [DecoderSeen, object, boolean, string]>([
  [{ kind: "absent" }, discord, true, `no Continue; to have it, run: ${command}`],
  [{ kind: "broken", detail: "no binding" }, discord, false, `(no binding). Run: ${command}`],
  [{ kind: "ready" }, discord, true, "they can be continued"],
  [{ kind: "ready" }, slack, true, "on Slack not without PUBLIC_URL"],
  [{ kind: "ready" }, { ...slack, ...open }, true, "they can be continued"],
])("the doctor says of a decoder that is %j, with %j: %s", async ([seen, config, isOk, words]) => {
  const verdict = await lookAtFilms({ config, seeDecoder: async () => seen } as Deps);
  expect(verdict.ok).toBe(isOk);
  const said = verdict.ok ? verdict.value : verdict.refusal;
  expect(said.endsWith(words), said).toBe(true);
});

test.for<readonly [ChildAnswer, DecoderSeen]>([
  [{ kind: "said", head: { kind: "ready" }, bytes: new Uint8Array() }, { kind: "ready" }],
  [{ kind: "said", head: { kind: "absent" }, bytes: new Uint8Array() }, { kind: "absent" }],
  [
    { kind: "said", head: ["nonsense"], bytes: new Uint8Array() },
    { kind: "broken", detail: "no sense in its answer" },
  ],
  [{ kind: "ended" }, { kind: "broken", detail: "the process that loads it ended" }],
  [{ kind: "too_slow" }, { kind: "broken", detail: "no answer within 5 seconds" }],
])("a process that loads the decoder and answers %j", async ([answer, seen]) => {
  expect(await seeDecoder(async () => answer)).toEqual(seen);
});

test("a machine too busy to load the decoder at first is asked again, three times in all", async () => {
  const ready: ChildAnswer = { kind: "said", head: { kind: "ready" }, bytes: new Uint8Array() };
  const late: ChildAnswer = { kind: "too_slow" };
  const seenAfter = (...answers: ChildAnswer[]) => seeDecoder(async () => answers.shift() ?? ready);
  expect(await seenAfter(late, late)).toEqual({ kind: "ready" });
  expect((await seenAfter(late, late, late)).kind).toBe("broken");
});
