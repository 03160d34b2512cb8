import type { ButtonAction } from "../../core/button.ts";
import type { Answer } from "../../core/command.ts";
import { jobIdFrom, type Owner, ownerName } from "../../core/job/ids.ts";
import type { Tally } from "../../core/personal-data.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { deleteDataButton } from "../../messages/card/buttons.ts";
import {
  confirmDeletion,
  dataDeleted,
  dataGoing,
  deletionTooOld,
  nothingKept,
  notYourData,
} from "../../messages/pages/data.ts";
import type { Visit } from "../command-deps.ts";

/** A question that is older than this may say something that is not true any more. */
const GOOD_FOR_MS = 15 * 60_000;

/** Says what is kept, and asks whether to delete it. */
export async function askDeletion({ deps, command, ask, words }: Visit): Promise<Answer> {
  const { owner } = command;
  const tally = await ask(() => deps.data.tally(owner));
  if (!tally.ok) return { kind: "private", message: cannotSave(words) };
  if (isNothing(tally.value)) return { kind: "private", message: nothingKept(words) };
  const askedAtSeconds = Math.floor(deps.clock.now() / 1_000);
  const button = deleteDataButton({ person: personOf(owner), askedAtSeconds }, words);
  return { kind: "private", message: confirmDeletion(tally.value, button, words) };
}

/** Deletes everything of the presser's, who was asked not long ago. */
export async function deleteData(
  { deps, command, ask, words }: Visit,
  { person, askedAtSeconds }: Extract<ButtonAction, { kind: "delete_data" }>,
): Promise<Answer> {
  const { data, clock, prefix } = deps;
  const { owner } = command;
  if (person !== personOf(owner)) return { kind: "private", message: notYourData(words) };
  if (clock.now() - askedAtSeconds * 1_000 > GOOD_FOR_MS)
    return { kind: "replace_message", message: deletionTooOld(prefix, words) };
  const before = await ask(() => data.tally(owner));
  if (!before.ok) return { kind: "private", message: cannotSave(words) };
  if (isNothing(before.value)) return { kind: "replace_message", message: nothingKept(words) };
  // Late it does no harm: the person has said that they want it.
  const forgotten = await ask(async () => {
    await data.forget(owner);
    return data.tally(owner);
  });
  if (!forgotten.ok) return { kind: "replace_message", message: dataGoing(words) };
  return { kind: "replace_message", message: dataDeleted(forgotten.value, words) };
}

/** Whose question it is, as its button carries it. */
function personOf(owner: Owner): string {
  return jobIdFrom("delete data", ownerName(owner));
}

function isNothing({
  open,
  waiting,
  ending,
  ended,
  costs,
  hasKey,
  hasSettings,
  isWelcomed,
  unstarted,
}: Tally): boolean {
  return open + waiting + ending + ended + costs + unstarted === 0 && !hasKey && !hasSettings && !isWelcomed;
}
