import { within } from "../../core/clock.ts";
import { refuse } from "../../core/result.ts";
import { oneLine, scrub } from "../../ops/log.ts";
import { type Check, type DoctorDeps, LOOK_MS, type Verdict } from "./check.ts";
import { discordChecks } from "./discord.ts";
import { lookAtFolder, lookAtRights } from "./disk.ts";
import { lookAtFilms } from "./films.ts";
import { lookAtPolicy } from "./policy.ts";
import { lookAtPrivacy, lookAtPublicAddress } from "./public-address.ts";
import { lookAtRedis } from "./redis.ts";
import { lookAtRows } from "./rows.ts";
import { lookAtService } from "./service.ts";
import { slackChecks } from "./slack.ts";
import { lookAtClock } from "./time.ts";

export interface Finding {
  readonly about: string;
  readonly verdict: Verdict;
}

/** Looks at everything that this configuration uses, all at once and each for ten seconds at most. */
export async function examine(deps: DoctorDeps): Promise<readonly Finding[]> {
  const found = await Promise.all(checksFor(deps).map((check) => find(check, deps)));
  return found.filter((finding) => finding !== null);
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

/** One line: ok and what was seen, or what is wrong and its cure. */
export function findingLine({ about, verdict }: Finding): string {
  return `${verdict.ok ? "ok   " : "WRONG"}  ${about}: ${scrub(oneLine(verdict.ok ? verdict.value : verdict.refusal))}`;
}
