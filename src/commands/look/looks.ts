import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId, Owner, Team } from "../../core/job/ids.ts";
import {
  isLookName,
  LOOK_TEXT_MAX,
  LOOKS_MAX,
  type LookDraft,
  type LookOf,
  lookId,
  type OfferedLook,
  type OfferedLooks,
  withLook,
  withoutLook,
} from "../../core/look/look.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { teamOf } from "../../core/team/team.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { lookForm, lookGone, lookList, lookMessage, lookProblem } from "../../messages/pages/looks.ts";
import type { Visit } from "../command-deps.ts";
import { asManager } from "../team/as-manager.ts";
import { noteAct } from "../team/note-act.ts";
import { looksHere } from "./looks-here.ts";

/** Shows the looks that can be chosen here; `done`: what was just done to one. */
export async function listLooks(visit: Visit, done: "saved" | "removed" | null = null): Promise<Answer> {
  const { words } = visit;
  const looks = await looksHere(visit);
  if (!looks.ok) return { kind: "private", message: cannotSave(words) };
  const message = lookList(looks.value, done, words);
  return done === "removed" ? { kind: "replace_message", message } : { kind: "private", message };
}

/** Shows one whole. */
export async function showLook(visit: Visit, id: JobId): Promise<Answer> {
  const found = await lookOf(visit, id);
  const message = found.ok ? lookMessage(found.value, visit.words) : found.refusal;
  return { kind: "private", message };
}

/** Opens the form for a new look, or for that one. */
export async function openLookForm(visit: Visit, id: JobId | null): Promise<Answer> {
  const { command, words } = visit;
  const found = id === null ? ok(null) : await lookOf(visit, id);
  if (!found.ok) return { kind: "private", message: found.refusal };
  return { kind: "form", form: lookForm(found.value, teamOf(command) !== null, words) };
}

/** Stores a look under its name, in the place of one that has it; a team's is its admins'. */
export async function saveLook(visit: Visit, given: LookDraft): Promise<Answer> {
  const { deps, ask, words } = visit;
  const name = given.name.toWellFormed().trim().replaceAll(/\s+/g, " ");
  const text = given.text.toWellFormed().trim();
  if (!isLookName(name)) return { kind: "form_error", field: "name", ...lookProblem("name", words) };
  if (text === "" || [...text].length > LOOK_TEXT_MAX)
    return { kind: "form_error", field: "text", ...lookProblem("text", words) };
  const whose = await shelfOf(visit, given.of === "team" || given.of === "always" ? "team" : "mine");
  if (!whose.ok) return { kind: "private", message: whose.refusal };
  const saved = await ask(() =>
    deps.looks.change(whose.value, (shelf) => {
      const changed = withLook(shelf, { name, text });
      return changed && given.of === "always" ? { ...changed, always: name } : changed;
    }),
  );
  if (!saved.ok) return { kind: "private", message: cannotSave(words) };
  if (!saved.value) return { kind: "form_error", field: "name", ...lookProblem("full", words, LOOKS_MAX) };
  await noteOfTeam(visit, whose.value, "look_saved");
  return listLooks(visit, "saved");
}

/** Takes it away; videos that were made with it keep their prompts. */
export async function removeLook(visit: Visit, id: JobId): Promise<Answer> {
  const { deps, ask, words } = visit;
  const found = await lookOf(visit, id);
  if (!found.ok) return { kind: "private", message: found.refusal };
  const { name, of } = found.value;
  const whose = await shelfOf(visit, of);
  if (!whose.ok) return { kind: "private", message: whose.refusal };
  const removed = await ask(() => deps.looks.change(whose.value, (shelf) => withoutLook(shelf, name)));
  if (!removed.ok) return { kind: "private", message: cannotSave(words) };
  await noteOfTeam(visit, whose.value, "look_removed");
  return listLooks(visit, "removed");
}

/** Where such looks are kept; a team's are changed by its admins alone. */
async function shelfOf(visit: Visit, of: LookOf): Promise<Result<Owner | Team, ChatMessage>> {
  if (of === "mine") return ok(visit.command.owner);
  const managed = await asManager(visit, "admin");
  return managed.ok ? ok(managed.value.team) : managed;
}

/** Of one's own looks nothing is noted. */
async function noteOfTeam(visit: Visit, whose: Owner | Team, did: "look_saved" | "look_removed"): Promise<void> {
  if (!("userId" in whose)) await noteAct(visit, whose, { did });
}

/** The look of a button, if it is still there. */
async function lookOf(visit: Visit, id: JobId): Promise<Result<OfferedLook & IsAlways, ChatMessage>> {
  const looks = await looksHere(visit);
  if (!looks.ok) return refuse(cannotSave(visit.words));
  const found = looks.value.all.find(({ of, name }) => lookId(of, name) === id);
  return found ? ok({ ...found, isAlways: isAlways(looks.value, found) }) : refuse(lookGone(visit.words));
}

interface IsAlways {
  readonly isAlways: boolean;
}

function isAlways({ always }: OfferedLooks, look: OfferedLook): boolean {
  return always === look;
}
