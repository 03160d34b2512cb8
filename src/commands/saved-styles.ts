import type { ChatMessage } from "../core/chat.ts";
import type { Answer } from "../core/command.ts";
import type { JobId, Owner, Team } from "../core/job/ids.ts";
import { readFlags } from "../core/request/flags.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import {
  isStyleName,
  noSavedStyles,
  type OfferedStyles,
  offeredStyles,
  STYLE_TEXT_MAX,
  type StyleDraft,
  type StyleOf,
  styleId,
  withoutStyle,
  withStyle,
} from "../core/style.ts";
import { teamOf } from "../core/team/team.ts";
import { normalisePrompt } from "../core/text/prompt-text.ts";
import { shortReply } from "../messages/ask/short-replies.ts";
import { buttonFor } from "../messages/card/buttons.ts";
import type { TurnedAway } from "../messages/message.ts";
import {
  flagInStyle,
  type StyleShown,
  styleForm,
  styleList,
  styleMessage,
  styleProblem,
} from "../messages/pages/styles-page.ts";
import { asManager, noteAct } from "./team/managers.ts";
import { type ActTable, formReply, type PressHandlers, privateReply, replaceMessage, type Visit } from "./visit.ts";

export const styleActs = {
  styles: { needs: null, handle: (visit) => listStyles(visit) },
  open_style_form: { needs: "person", handle: (visit) => openStyleForm(visit, null) },
  save_style: {
    needs: ({ given }) => (given.of === "mine" ? "person" : "team"),
    typed: ({ given: { name, text } }) => Object.entries({ name, text }),
    formField: "name",
    handle: (visit, { given }) => saveStyle(visit, given),
  },
} satisfies Partial<ActTable>;

export const stylePresses = {
  new_style: (visit) => openStyleForm(visit, null),
  show_style: (visit, { jobId }) => showStyle(visit, jobId),
  edit_style: (visit, { jobId }) => openStyleForm(visit, jobId),
  remove_style: (visit, { jobId }) => removeStyle(visit, jobId),
} satisfies Partial<PressHandlers>;

async function listStyles(visit: Visit, done: "saved" | "removed" | null = null): Promise<Answer> {
  const { words } = visit;
  const message = styleList(await stylesHere(visit), done, words);
  return done === "removed" ? replaceMessage(message) : privateReply(message);
}

async function showStyle(visit: Visit, id: JobId): Promise<Answer> {
  const style = await styleOf(visit, id);
  return privateReply(style.ok ? styleMessage(style.value, visit.words) : style.refusal);
}

async function openStyleForm(visit: Visit, id: JobId | null): Promise<Answer> {
  const { command, words } = visit;
  const style = id === null ? ok(null) : await styleOf(visit, id);
  if (!style.ok) return privateReply(style.refusal);
  return formReply(styleForm(style.value, teamOf(command) !== null, words));
}

/** Replaces a style of the same name. Only admins may change a team's. */
async function saveStyle(visit: Visit, given: StyleDraft): Promise<Answer> {
  const { deps, ask, words } = visit;
  const name = given.name.toWellFormed().trim().replaceAll(/\s+/g, " ");
  const text = given.text.toWellFormed().trim();
  // Show the input and a button that reopens the form, because not every form stays open.
  const refused = (field: "name" | "text", { text: why, message }: TurnedAway): Answer => ({
    kind: "form_error",
    field,
    text: why,
    message: {
      ...message,
      quote: text || null,
      buttons: [buttonFor({ kind: "new_style" }, words)],
    },
  });
  if (!isStyleName(name)) return refused("name", styleProblem("name", words));
  if (text === "" || [...text].length > STYLE_TEXT_MAX) return refused("text", styleProblem("text", words));
  const flag = flagIn(text);
  if (flag !== null) return refused("text", flagInStyle(flag, words));
  const holder = await styleHolderOf(visit, given.of === "team" || given.of === "always" ? "team" : "mine");
  if (!holder.ok) return privateReply(holder.refusal);
  const saved = await ask(() =>
    deps.styles.change(holder.value, (savedStyles) => {
      const changed = withStyle(savedStyles, { name, text });
      return changed && given.of === "always" ? { ...changed, always: name } : changed;
    }),
  );
  if (!saved) return refused("name", styleProblem("full", words));
  await noteOfTeam(visit, holder.value, "style_saved");
  return listStyles(visit, "saved");
}

/** A flag in a style would be sent as part of each prompt. */
function flagIn(text: string): string | null {
  const { suspected, problem } = readFlags(normalisePrompt(text), { appliesFlags: false });
  return suspected[0]?.typed ?? (problem && "flag" in problem ? problem.flag : null);
}

async function removeStyle(visit: Visit, id: JobId): Promise<Answer> {
  const { deps, ask } = visit;
  const style = await styleOf(visit, id);
  if (!style.ok) return privateReply(style.refusal);
  const { name, of } = style.value;
  const holder = await styleHolderOf(visit, of);
  if (!holder.ok) return privateReply(holder.refusal);
  await ask(() => deps.styles.change(holder.value, (savedStyles) => withoutStyle(savedStyles, name)));
  await noteOfTeam(visit, holder.value, "style_removed");
  return listStyles(visit, "removed");
}

async function styleHolderOf(visit: Visit, of: StyleOf): Promise<Result<Owner | Team, ChatMessage>> {
  if (of === "mine") return ok(visit.command.owner);
  const managed = await asManager(visit, "admin");
  return managed.ok ? ok(managed.value.team) : managed;
}

async function noteOfTeam(visit: Visit, holder: Owner | Team, did: "style_saved" | "style_removed"): Promise<void> {
  if (!("userId" in holder)) await noteAct(visit, holder, { did });
}

async function styleOf(visit: Visit, id: JobId): Promise<Result<StyleShown, ChatMessage>> {
  const { all, always } = await stylesHere(visit);
  const chosen = all.find((style) => styleId(style) === id);
  return chosen ? ok({ ...chosen, isAlways: chosen === always }) : refuse(shortReply("styleGone", visit.words));
}

export function stylesHere({ deps, command, ask }: Visit): Promise<OfferedStyles> {
  const team = teamOf(command);
  return ask(async () => {
    const [mine, ofTeam] = await Promise.all([
      deps.styles.get(command.owner),
      team ? deps.styles.get(team) : noSavedStyles,
    ]);
    return offeredStyles(mine, ofTeam);
  });
}
