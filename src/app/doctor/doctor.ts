import { describeProblems, type Environment, readConfig, readSlackConfigToken, strayVariables } from "../../config.ts";
import { machineClock } from "../../core/clock.ts";
import { fetchWhole } from "../fetch-whole.ts";
import { decoderHere } from "../films.ts";
import type { DoctorDeps, Network } from "./check.ts";
import { machineDisk } from "./disk.ts";
import { examine, findingLine } from "./examine.ts";
import { machineRedis } from "./redis.ts";
import { findUnreadable } from "./rows.ts";

export interface Report {
  readonly isWell: boolean;
  readonly lines: readonly string[];
}

export const machineNetwork: Network = { clock: machineClock, fetchWhole: fetchWhole(machineClock) };

/** Looks at the Reelay that this environment configures, from outside: it may run meanwhile. */
export async function doctor(
  environment: Environment,
  machine: Omit<DoctorDeps, "config"> = {
    ...machineNetwork,
    disk: machineDisk,
    envFile: ".env",
    lookAtRedis: machineRedis,
    findUnreadable,
    seeDecoder: () => decoderHere({ clock: machineClock }),
  },
): Promise<Report> {
  const config = readConfig(environment);
  const stray = strayVariables(environment);
  if (!config.ok) return { isWell: false, lines: [describeProblems(config.refusal), ...stray] };
  if (config.value.isSandbox)
    return {
      isWell: true,
      lines: ["No account is set up: Reelay runs on its sandbox. npm run setup sets one up.", ...stray],
    };
  const findings = await examine({
    ...machine,
    config: config.value,
    slackConfigToken: readSlackConfigToken(environment),
  });
  const wrong = findings.filter(({ verdict }) => !verdict.ok).length;
  const last = wrong === 0 ? "All is well." : wrong === 1 ? "One thing is wrong." : `${wrong} things are wrong.`;
  return { isWell: wrong === 0, lines: [...findings.map(findingLine), ...stray, last] };
}
