import { describeProblems, type Environment, readConfig, readSlackConfigToken, strayVariables } from "../../config.ts";
import { machineClock, within } from "../../core/clock.ts";
import { refuse } from "../../core/result.ts";
import { oneLine, scrub } from "../../ops/log.ts";
import { fetchWhole } from "../fetch-whole.ts";
import { decoderHere } from "../media.ts";
import { type Check, type DoctorDeps, LOOK_MS, type Network, type Verdict } from "./check.ts";
import {
  findUnreadable,
  lookAtClock,
  lookAtFilms,
  lookAtFolder,
  lookAtPolicy,
  lookAtPrivacy,
  lookAtPublicAddress,
  lookAtRedis,
  lookAtRights,
  lookAtRows,
  lookAtService,
  machineDisk,
  machineRedis,
} from "./own-checks.ts";
import { discordChecks, slackChecks } from "./platform-checks.ts";

export interface Report {
  readonly isWell: boolean;
  readonly lines: readonly string[];
}

export const machineNetwork: Network = { clock: machineClock, fetchWhole: fetchWhole(machineClock) };

/** Examines the Reelay that this environment configures, from outside: it may run meanwhile. */
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

export interface Finding {
  readonly about: string;
  readonly verdict: Verdict;
}

/** Examines everything that this configuration uses, all at once and each for ten seconds at most. */
async function examine(deps: DoctorDeps): Promise<readonly Finding[]> {
  const findings = await Promise.all(checksFor(deps).map((check) => find(check, deps)));
  return findings.filter((finding) => finding !== null);
}

async function find({ about, look }: Check, deps: DoctorDeps): Promise<Finding | null> {
  const verdict = await within(deps.clock, LOOK_MS, look(deps));
  if (verdict === null) return null;
  return { about, verdict: verdict === "late" ? refuse("No answer within 10 seconds. Check the network.") : verdict };
}

function checksFor({ config }: DoctorDeps): readonly Check[] {
  const { discord, slack, REDIS_URL, VIDEO_API_URL = "" } = config;
  const stored: readonly Check[] =
    REDIS_URL === undefined
      ? [
          { about: "data folder", look: lookAtFolder },
          { about: "file permissions", look: lookAtRights },
        ]
      : [{ about: "Redis", look: lookAtRedis }];
  return [
    ...(discord ? discordChecks(discord) : []),
    ...(slack ? slackChecks(slack) : []),
    { about: "the video service", look: (deps) => lookAtService(VIDEO_API_URL, deps) },
    { about: "this machine's clock", look: (deps) => lookAtClock(deps.config, deps) },
    ...stored,
    { about: "what is stored", look: lookAtRows },
    { about: "finished videos", look: lookAtFilms },
    { about: "the rules on prompts", look: lookAtPolicy },
    ...publicChecks(config),
  ];
}

function publicChecks({ PUBLIC_URL, slack }: DoctorDeps["config"]): readonly Check[] {
  if (PUBLIC_URL === undefined) return slack ? [{ about: "the public address", look: lookAtPrivacy }] : [];
  return [{ about: "the public address", look: lookAtPublicAddress }];
}

/** Returns one line: ok and the observation, or the problem and its cure. */
function findingLine({ about, verdict }: Finding): string {
  return `${verdict.ok ? "ok   " : "WRONG"}  ${about}: ${scrub(oneLine(verdict.ok ? verdict.value : verdict.refusal))}`;
}
