import {
  describeProblems,
  type Environment,
  openSecretFiles,
  readConfig,
  readParts,
  secretFilesOf,
  settingsIn,
  unknownSettings,
} from "../../config.ts";
import { machineClock, within } from "../../core/clock.ts";
import { setPrices } from "../../core/request/price.ts";
import { refuse } from "../../core/result.ts";
import { oneLine, scrub } from "../../ops/log.ts";
import { fetchWhole } from "../fetch-whole.ts";
import { decoderHere, fitterHere } from "../media.ts";
import { PROGRAM } from "../program/program-name.ts";
import type { Asker } from "../setup/asker.ts";
import {
  CHECK_LIMIT_MS,
  type Check,
  type DoctorDeps,
  type NetworkDeps,
  type PlatformChecks,
  reached,
  unanswered,
  type Verdict,
} from "./check.ts";
import {
  checkAccess,
  checkFilms,
  checkFolder,
  checkIdempotency,
  checkKeptFilms,
  checkOperator,
  checkPictures,
  checkPolicy,
  checkPrices,
  checkPublicAddress,
  checkRedis,
  checkRights,
  checkRows,
  checkRunning,
  checkService,
  judgeClock,
  machineDisk,
  machineRedis,
} from "./own-checks.ts";
import { discordChecks, endpointOffer, slackChecks } from "./platform-checks.ts";

export interface Report {
  readonly isWell: boolean;
  readonly lines: readonly string[];
  readonly checks: readonly CheckJson[];
  /** Wrong settings. If Reelay cannot start with them, nothing is checked. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

interface CheckJson {
  readonly about: string;
  readonly result: "ok" | "wrong" | "no_answer" | "not_checked";
  readonly text: string;
}

export const machineNetworkDeps: NetworkDeps = { clock: machineClock, fetchWhole: fetchWhole(machineClock) };

/** Examines Reelay from outside. It may be running. */
export async function doctor(
  environment: Environment,
  machine: Omit<DoctorDeps, "config" | "slackConfigToken"> = {
    ...machineNetworkDeps,
    disk: machineDisk,
    envFile: ".env",
    checkRedis: machineRedis,
    findDecoder: () => decoderHere(machineClock),
    findFitter: () => fitterHere(machineClock),
  },
): Promise<Report> {
  const config = readConfig(environment);
  const unknown = unknownSettings(environment, settingsIn(machine.envFile));
  const notes = openSecretFiles(environment);
  const stray = [...unknown.map((sentence) => `WRONG  ${sentence}`), ...notes];
  const unchecked = { isWell: false, checks: [], problems: unknown, notes };
  if (!config.ok) {
    const problems = [...config.refusal, ...unknown];
    return { ...unchecked, lines: [describeProblems(config.refusal), ...stray], problems };
  }
  if (config.value.isSandbox && unknown.length > 0)
    return { ...unchecked, lines: [...stray, `No account is set up. ${PROGRAM} setup sets one up.`] };
  if (config.value.isSandbox) {
    const sandbox = `No account is set up: Reelay runs on its sandbox. ${PROGRAM} setup sets one up.`;
    return { ...unchecked, isWell: true, lines: [sandbox, ...stray], notes: [sandbox, ...notes] };
  }
  // The doctor compares the registered commands with ours, and ours contain these prices.
  const unsetPrices = setPrices(config.value.VIDEO_PRICES);
  const findings = await examine({
    ...machine,
    config: config.value,
    slackConfigToken: readParts(environment).slackConfigToken,
  }).finally(unsetPrices);
  const heads = findings.map(({ verdict }) => headOf(verdict));
  const [found = 0, silent = 0] = ["WRONG", "AWAY "].map((head) => heads.filter((each) => each === head).length);
  const wrong = found + unknown.length;
  const last = [
    ...(wrong ? [wrong === 1 ? "One problem was found." : `${wrong} problems were found.`] : []),
    ...(silent ? [silent === 1 ? "One check got no response." : `${silent} checks got no response.`] : []),
  ];
  const files = secretFilesOf(environment).map(({ name, path }) => `ok     ${name}: from ${path}`);
  const summary = last.join(" ") || "Everything is ok.";
  return {
    isWell: last.length === 0,
    lines: [...files, ...findings.map(findingLine), ...stray, summary],
    checks: findings.map(checkJson),
    problems: unknown,
    notes,
  };
}

/** Asks only if Discord does not send its commands to this bot's address yet. */
export async function askAboutEndpoint(
  environment: Environment,
  { asker, print, ...network }: NetworkDeps & { readonly asker: Pick<Asker, "ask">; print(line: string): void },
): Promise<void> {
  const config = readConfig(environment);
  const offer = config.ok && !config.value.isSandbox ? await endpointOffer(config.value, network) : null;
  if (!offer) return;
  const answer = await asker.ask(`Send Discord's commands to ${offer.address} from now on? (y; Enter: no): `);
  if (!/^y(es)?$/i.test(answer ?? "")) return;
  const taken = await offer.take();
  print(taken.ok ? "Discord now sends its commands there." : scrub(oneLine(taken.refusal)));
}

interface Finding {
  readonly about: string;
  readonly verdict: Verdict | "not checked";
}

const CLOCK = "this machine's clock";

async function examine(deps: DoctorDeps): Promise<readonly Finding[]> {
  const { discord, slack } = deps.config;
  const platforms = [...(discord ? [discordChecks(discord)] : []), ...(slack ? [slackChecks(slack)] : [])];
  const findings = await Promise.all([
    ...platforms.map((platform, index) => examinePlatform(platform, { deps, isForClock: index === 0 })),
    ...ownChecks(deps).map((check) => find(check, deps)),
  ]);
  return findings.flat();
}

/** If a platform cannot be reached or refuses a token, the checks that depend on it are not run. */
async function examinePlatform(
  { name, address, checks, isOwnAnswer }: PlatformChecks,
  { deps, isForClock }: { readonly deps: DoctorDeps; readonly isForClock: boolean },
): Promise<readonly Finding[]> {
  const asked = await reached(deps, address, { headers: { "user-agent": "DiscordBot (reelay, 1)" } });
  const variable = `${name.toUpperCase()}_API_URL`;
  const unchecked = (verdict: Verdict): readonly Finding[] => [
    { about: name, verdict },
    ...[...checks.map(({ about }) => about), ...(isForClock ? [CLOCK] : [])].map((about): Finding => {
      return { about, verdict: "not checked" };
    }),
  ];
  if (!asked.ok)
    return unchecked(unanswered(`It cannot be reached (${asked.refusal}). Check the network and ${variable}.`));
  const { status } = asked.value;
  const isAway = status === 429 || status >= 500;
  if (!isAway && isOwnAnswer && !(await isOwnAnswer(asked.value)))
    return unchecked(refuse(`Something other than ${name} responds there (status ${status}). Check ${variable}.`));
  const findings = (await Promise.all(checks.map((check) => find(check, deps)))).flat();
  const needing = new Map(checks.map(({ about, needs }) => [about, needs]));
  const isWell = (about: string | undefined) => findings.every((each) => each.about !== about || each.verdict.ok);
  const shown = findings.map(({ about, verdict }) =>
    isWell(needing.get(about)) ? { about, verdict } : { about, verdict: "not checked" as const },
  );
  const clock = { about: CLOCK, verdict: judgeClock(name, asked.value, deps.clock.now()) };
  return [...shown, ...(isForClock ? [clock] : [])];
}

async function find(
  { about, run }: Check,
  deps: DoctorDeps,
): Promise<readonly { readonly about: string; readonly verdict: Verdict }[]> {
  const verdict = await within(deps.clock, CHECK_LIMIT_MS, run(deps));
  if (verdict === null) return [];
  return [
    { about, verdict: verdict === "late" ? unanswered("No response within 10 seconds. Check the network.") : verdict },
  ];
}

function ownChecks({ config }: DoctorDeps): readonly Check[] {
  const { slack, PUBLIC_URL, REDIS_URL, VIDEO_API_URL = "" } = config;
  const stored: readonly Check[] =
    REDIS_URL === undefined
      ? [
          { about: "data folder", run: checkFolder },
          { about: "file permissions", run: checkRights },
        ]
      : [{ about: "Redis", run: checkRedis }];
  return [
    { about: "the video service", run: (deps) => checkService(VIDEO_API_URL, deps) },
    ...stored,
    { about: "prices", run: checkPrices },
    { about: "lost answers", run: checkIdempotency },
    { about: "stored data", run: checkRows },
    { about: "finished videos", run: checkFilms },
    { about: "large pictures", run: checkPictures },
    { about: "kept videos", run: checkKeptFilms },
    { about: "who may make videos", run: checkAccess },
    { about: "the rules on prompts", run: checkPolicy },
    { about: "who runs this bot", run: checkOperator },
    { about: "the running Reelay", run: checkRunning },
    ...(PUBLIC_URL !== undefined || slack ? [{ about: "the public address", run: checkPublicAddress }] : []),
  ];
}

const RESULTS = { "ok   ": "ok", WRONG: "wrong", "AWAY ": "no_answer", "-    ": "not_checked" } as const;

function checkJson({ about, verdict }: Finding): CheckJson {
  return { about, result: RESULTS[headOf(verdict)], text: verdict === "not checked" ? verdict : textOf(verdict) };
}

function textOf(verdict: Verdict): string {
  return scrub(oneLine(verdict.ok ? verdict.value : verdict.refusal));
}

function findingLine({ about, verdict }: Finding): string {
  const head = headOf(verdict);
  if (verdict === "not checked") return `${head}  ${about}: not checked`;
  return `${head}  ${about}: ${textOf(verdict)}`;
}

function headOf(verdict: Finding["verdict"]) {
  if (verdict === "not checked") return "-    ";
  if (verdict.ok) return "ok   ";
  return verdict.isUnanswered ? "AWAY " : "WRONG";
}
