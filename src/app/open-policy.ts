import { readFile } from "node:fs/promises";
import type { Config } from "../config.ts";
import type { JudgePrompts } from "../core/prompt-policy.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { errorForLog } from "../core/text/log-fields.ts";
import { judgePrompts, policyService } from "../policy/judge-prompts.ts";
import type { PolicyRule } from "../policy/policy-rules.ts";
import { fetchWhole } from "./fetch-whole.ts";
import type { Outside } from "./outside.ts";

export async function readRules({
  POLICY_FILE: path,
}: Pick<Config, "POLICY_FILE">): Promise<Result<readonly PolicyRule[], string>> {
  if (path === undefined) return ok([]);
  const text = await readFile(path, "utf8").catch((error: unknown) => error);
  if (typeof text !== "string") return refuse(`POLICY_FILE cannot be read: ${String(text)}`);
  const { readPolicy } = await import("../policy/policy-rules.ts");
  const read = readPolicy(text);
  return read.ok ? read : refuse(`POLICY_FILE cannot be used. ${read.refusal.join("; ")}.`);
}

export function openPolicy(
  { POLICY_URL: url, POLICY_FAIL: fail }: Pick<Config, "POLICY_URL" | "POLICY_FAIL">,
  { clock, log }: Pick<Outside, "clock" | "log">,
  rules: readonly PolicyRule[],
): JudgePrompts {
  const taken = fail === "open" ? "allowed" : "refused";
  const failed = (error: unknown) => log.warn("the policy service gave no answer", { ...errorForLog(error), taken });
  const service =
    url === undefined ? null : policyService({ url, failsOpen: fail === "open", fetch: fetchWhole(clock), failed });
  return judgePrompts({ rules, service });
}
