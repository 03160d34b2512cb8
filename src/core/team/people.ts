import type { Command, Standing } from "../command.ts";
import type { UserId } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import type { MemberNow } from "./may-start.ts";

/** What a platform says of a team's people and places. */
export interface TeamPeople {
  /** Their place in the team where they used the command; `isFresh`: asked for now, else five minutes old at most. null: it did not say. */
  standingOf(command: Pick<Command, "owner" | "reply" | "standing">, isFresh: boolean): Promise<Standing | null>;
  /** What the person of a job is in its team, asked for afresh; null: it did not say. */
  memberNow(job: Pick<Job, "owner" | "reply">): Promise<MemberNow | null>;
  /** What these people are called there, as far as it says. */
  namesOf(command: Pick<Command, "reply">, people: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  /** Whether that channel is one of the server or workspace where the command was used; null: it did not say. */
  isChannelHere(command: Pick<Command, "reply">, channelId: string): Promise<boolean | null>;
  /** Whether the channel where the command was used, or that of its thread, is age-restricted; half a second at most. null: it did not say. */
  isAgeRestricted(command: Pick<Command, "reply" | "threadOf">): Promise<boolean | null>;
}
