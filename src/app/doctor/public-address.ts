import { ok, refuse } from "../../core/result.ts";
import type { DoctorDeps, Verdict } from "./check.ts";
import { below, reached } from "./reached.ts";

/** What people on Slack go without where there is none; not wrong. */
export async function lookAtPrivacy(): Promise<Verdict> {
  return ok("PUBLIC_URL is not set, so on Slack pictures from messages cannot be used, and there is no Continue");
}

/** Whether PUBLIC_URL leads to the Reelay that runs here. */
export async function lookAtPublicAddress({ config, fetchWhole }: DoctorDeps): Promise<Verdict> {
  const { PUBLIC_URL: url = "", HOST: host, PORT: port } = config;
  const cure = `Make sure that Reelay is running and that your proxy forwards to ${host}:${port}.`;
  const asked = await reached({ fetchWhole }, below(url, "healthz"));
  if (!asked.ok) return refuse(`${url} cannot be reached (${asked.refusal}). ${cure}`);
  const { status } = asked.value;
  const isOurs = status === 200 && (await asked.value.text()) === "ok\n";
  return isOurs ? ok(`${url} leads to Reelay`) : refuse(`${url} does not lead to Reelay (status ${status}). ${cure}`);
}
