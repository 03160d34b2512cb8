import type { Denied, VideoRequest } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { teamOf } from "../../core/team/team.ts";
import type { Visit } from "../command-deps.ts";

const judged: unique symbol = Symbol("judged");

/**
 * Requests that may become videos here and now. No question is asked about others and none is started, and this file alone
 * makes them, so that a new way to a video has its prompts judged or does not compile.
 */
export interface Judged {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  readonly [judged]: true;
}

/** Judges the prompts by the rules of the place where they were written. */
export async function judge(
  { deps, command }: Pick<Visit, "deps" | "command">,
  each: Judged["each"],
): Promise<Result<Judged, Denied>> {
  const team = teamOf(command);
  const refusal = await deps.judgePrompts({
    prompts: each.map(({ prompt }) => prompt),
    platform: command.owner.platform,
    team: team?.teamId ?? null,
    teamWords: [],
  });
  return refusal ? refuse({ kind: "denied", by: refusal }) : ok({ each, [judged]: true });
}
