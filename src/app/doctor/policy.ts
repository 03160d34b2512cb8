import { ok, refuse } from "../../core/result.ts";
import { ANSWER_WITHIN_MS, policyService } from "../../policy/policy-service.ts";
import { readRules } from "../policy.ts";
import type { DoctorDeps, Verdict } from "./check.ts";

const HARMLESS = { text: "a paper boat in the rain", platform: "discord", team: null } as const;

/** Whether the operator's rules can be read, and their service answers; null where there are neither. */
export async function lookAtPolicy({
  config,
  fetchWhole,
}: Pick<DoctorDeps, "config" | "fetchWhole">): Promise<Verdict | null> {
  const { POLICY_FILE: file, POLICY_URL: url } = config;
  const rules = await readRules(config);
  if (!rules.ok) return rules;
  const ask = url === undefined ? null : policyService({ url, failsOpen: false, fetch: fetchWhole, failed: () => {} });
  const verdict = ask && (await ask(HARMLESS));
  if (verdict?.kind === "unanswered")
    return refuse(`POLICY_URL gave no answer that can be used within ${ANSWER_WITHIN_MS} ms. See docs/policy.md.`);
  const { length } = rules.value;
  const seen = [
    ...(file === undefined ? [] : [`${length === 1 ? "one rule" : `${length} rules`} in POLICY_FILE`]),
    ...(ask ? ["POLICY_URL answers"] : []),
  ];
  return seen.length === 0 ? null : ok(seen.join(", "));
}
