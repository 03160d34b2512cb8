import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { kindOf } from "../../core/pace/experience.ts";
import { questionTooOld } from "../../messages/ask/confirm-price.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { toldLater } from "../../messages/ask/trouble.ts";
import type { Visit } from "../visit.ts";

/** Starts nothing: its person is told once that the service does such a video well again. */
export async function tellWhenClear({ deps, command, ask, words }: Visit, id: JobId): Promise<Answer> {
  const { owner, reply } = command;
  const found = await ask(() => deps.unconfirmed.find(owner, id));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  if (!found.value) return { kind: "replace_message", message: questionTooOld(words) };
  const wish = { task: kindOf(found.value.request), reply, locale: words.locale };
  const kept = await ask(() => deps.wishes.keep(owner, wish));
  return kept.ok
    ? { kind: "replace_message", message: toldLater(words) }
    : { kind: "private", message: cannotSave(words) };
}
