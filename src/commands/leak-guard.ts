import type { Act, Answer } from "../core/command.ts";
import { readFlags } from "../core/request/flags.ts";
import { VIDEO_OPTIONS, type VideoRequest } from "../core/request/video-request.ts";
import { normalisePrompt } from "../core/text/prompt-text.ts";
import { looksLikeKey, type Secret } from "../core/text/secret.ts";
import { looksLikeAKey, ownKeyInText } from "../messages/ask/draft-problems.ts";
import { keyInTheOpen } from "../messages/ask/short-replies.ts";
import { type ActChecks, discreetReply, privateReply, type Typed, type Visit } from "./visit.ts";

/** A shorter word cannot contain a key. */
const OWN_KEY_MIN = 12;

/** Refuses text that seems to contain a key before it is handled, stored or repeated. */
export async function leakGuard(visit: Visit, { typed, formField }: ActChecks): Promise<Answer | null> {
  const { command, words } = visit;
  const { act } = command;
  // Check the text as it would be sent: before that, an invisible character could split a key.
  const leaking = typed.find(([, text]) => text !== null && looksLikeKey(normalisePrompt(text)));
  if (!leaking) return ownKeyGuard(visit, typed);
  if (act.kind === "free_text") return discreetReply(keyInTheOpen(words));
  const { text, message } = looksLikeAKey(words);
  return formField === null ? privateReply(message) : { kind: "form_error", field: leaking[0], text, message };
}

/** Looks for the person's own key. `isKeyIn` checks the whole request when it starts. */
async function ownKeyGuard({ deps, command, ask, words }: Visit, typed: Typed): Promise<Answer | null> {
  const repeated = repeatedWords(command.act, typed)
    .map(normalisePrompt)
    .filter((word) => word.length >= OWN_KEY_MIN);
  if (repeated.length === 0) return null;
  const key = await ask(() => deps.vault.get(command.owner));
  return repeated.some((word) => key?.isIn(word)) ? discreetReply(ownKeyInText(words)) : null;
}

/** Texts that an answer may repeat before the whole request is checked. */
function repeatedWords(act: Act, typed: Typed): readonly string[] {
  if (act.kind !== "make_video") return typed.map(([, text]) => text ?? "");
  const { draft } = act;
  const { values, suspected, problem } = readFlags(normalisePrompt(draft.prompt), draft);
  const options = VIDEO_OPTIONS.flatMap((name) => (name === "image_url" ? [] : [draft[name], values.get(name)]));
  const refused = problem ? Object.values(problem) : [];
  return [...options, ...refused, ...suspected.map(({ typed }) => typed)].filter((word) => typeof word === "string");
}

export function isKeyIn(requests: readonly VideoRequest[], key: Secret): boolean {
  const texts = requests.flatMap((request) => [...Object.values(request), request.picture?.url]);
  return texts.some((text) => typeof text === "string" && key.isIn(text));
}
