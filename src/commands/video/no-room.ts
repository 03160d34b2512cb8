import { type RoomLeft, roomLeft } from "../../core/batch/room-left.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { ok, type Result } from "../../core/result.ts";
import { noRoomFor } from "../../messages/ask/batch-problem.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";

/** How many more videos of this person fit; refuses where the store does not say it in time. */
export async function roomOf({ deps, command, ask }: Visit): Promise<Result<RoomLeft, unknown>> {
  const open = await ask(() => deps.jobs.openJobsOf(command.owner));
  if (!open.ok) return open;
  const { maxJobsPerUser: ofOwner, maxWaitingPerUser: waitingOfOwner } = deps.rules;
  return ok(roomLeft(open.value, { ofOwner, waitingOfOwner }));
}

/** Says that a batch does not fit, and how many videos do. */
export async function sayNoRoom(visit: Visit, videos: number): Promise<ChatMessage> {
  const { deps, words } = visit;
  const room = await roomOf(visit);
  return room.ok ? noRoomFor({ videos, left: room.value.inAll, rules: deps.rules }, words) : cannotSave(words);
}
