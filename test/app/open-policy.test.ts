import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPolicy } from "../../src/app/doctor/own-checks.ts";
import { fetchWhole } from "../../src/app/fetch-whole.ts";
import { openPolicy, readRules } from "../../src/app/open-policy.ts";
import { readConfig } from "../../src/config.ts";
import { machineClock } from "../../src/core/clock.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { localServer, sendJson } from "../video-api/local-server.ts";

function aFile(text: string): string {
  const dir = aFolder();
  const path = join(dir, "policy.yaml");
  writeFileSync(path, text);
  return path;
}

const RULES = "rules:\n  - { name: No weapons, words: [gun] }\n";
const here = { platform: "discord", team: null, teamWords: [] } as const;

test("a prompt is checked against the rules in POLICY_FILE and by the service at POLICY_URL", async () => {
  const server = await localServer((response) => sendJson(response, 500, {}));
  const log = recordingLog();
  const rules = valueIn(await readRules({ POLICY_FILE: aFile(RULES) }));
  const config = { POLICY_URL: server.origin, POLICY_FAIL: "closed" } as const;
  const judge = openPolicy(config, { clock: machineClock, log }, rules);
  expect(await judge({ prompts: ["a gun"], ...here })).toEqual({ kind: "rule", name: "No weapons" });
  expect(await judge({ prompts: ["a paper boat"], ...here })).toEqual({ kind: "unanswered" });
  expect(log.lines).toMatchObject([
    { level: "warn", event: "the policy service gave no answer", fields: { taken: "refused" } },
  ]);
  expect(JSON.stringify(log.lines)).not.toContain("boat");
});

test("the error about a missing or invalid rules file contains the setting POLICY_FILE and the cause", async () => {
  expect(await readRules({ POLICY_FILE: "/nowhere/policy.yaml" })).toMatchObject({
    ok: false,
    refusal: expect.stringContaining("POLICY_FILE cannot be read: Error: ENOENT"),
  });
  expect(await readRules({ POLICY_FILE: aFile("rules: [{ name: A, words: [] }]") })).toEqual({
    ok: false,
    refusal: "POLICY_FILE cannot be used. /rules/0/words: needs words.",
  });
});

test("reelay doctor shows the number of rules in POLICY_FILE and whether the service at POLICY_URL answers", async () => {
  const good = await localServer((response) => sendJson(response, 200, { allow: true }));
  const bad = await localServer((response) => sendJson(response, 404, {}));
  const policyProblem = async (environment: Readonly<Record<string, string>>) => {
    const config = valueIn(readConfig({ VIDEO_API_URL: good.origin, DISCORD_TOKEN: "a.b.c", ...environment }));
    const verdict = await checkPolicy({ config, fetchWhole: fetchWhole(machineClock) });
    return verdict && (verdict.ok ? verdict.value : verdict.refusal);
  };
  expect(await policyProblem({})).toBeNull();
  expect(await policyProblem({ POLICY_FILE: aFile(RULES), POLICY_URL: good.origin })).toBe(
    "one rule in POLICY_FILE, POLICY_URL responds",
  );
  expect(await policyProblem({ POLICY_FILE: aFile("rules: []") })).toContain("POLICY_FILE cannot be used");
  expect(await policyProblem({ POLICY_URL: bad.origin })).toContain("POLICY_URL gave no valid response");
});
