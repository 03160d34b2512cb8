import type { Act, Answer } from "../core/command.ts";
import { asMeant } from "../core/flags.ts";
import type { Secret } from "../core/secret.ts";
import { looksLikeKey } from "../core/secret-shapes.ts";
import type { VideoDraft, VideoRequest } from "../core/video-request.ts";
import { looksLikeAKey, ownKeyInText } from "../messages/leaked-key.ts";
import { cannotSave } from "../messages/notices.ts";
import type { Visit } from "./command-deps.ts";

/** A shorter word holds no key that is looked for. */
const OWN_KEY_MIN = 12;

/** Stops what seems to have a key in it, before it is looked at, kept or repeated; null lets it through. */
export function leakGuard({ command, words }: Visit): Answer | null {
  const { act } = command;
  const field = leakingField(act);
  if (field === null) return null;
  const { text, message } = looksLikeAKey(words);
  const isForm = "from" in act && act.from === "form";
  return isForm ? { kind: "form_error", field, text, message } : { kind: "private", message };
}

/** The field with what looks like a key. The form for a key is where one belongs; what is offered while one types repeats nothing. */
function leakingField(act: Act): string | null {
  switch (act.kind) {
    case "make_video": {
      const { prompt, imageUrl } = act.draft;
      return leaking([...Object.entries({ prompt, image_url: imageUrl }), ...optionsOf(act.draft)]);
    }
    case "settings":
      return leaking(Object.entries(act.given));
    case "jobs":
      return leaking([["show", act.show]]);
    default:
      return null;
  }
}

function leaking(words: readonly (readonly [field: string, text: string | null])[]): string | null {
  return words.find(([, text]) => text !== null && looksLikeKey(text))?.[0] ?? null;
}

function optionsOf({ ratio, duration, resolution, flagProblems }: VideoDraft): (readonly [string, string | null])[] {
  const flags = flagProblems.map(({ flag }) => ["prompt", flag] as const);
  return [...Object.entries({ ratio, duration, resolution }), ...flags];
}

/** Stops words that would be kept or said again with their person's own key in them; a request is looked at where it starts. */
export async function ownKeyGuard({ deps, command, ask, words }: Visit): Promise<Answer | null> {
  const repeated = repeatedWords(command.act).filter((word) => word.length >= OWN_KEY_MIN);
  if (repeated.length === 0) return null;
  const key = await ask(() => deps.vault.get(command.owner));
  if (!key.ok) return { kind: "private", message: cannotSave(words) };
  return repeated.some((word) => key.value?.isIn(word)) ? { kind: "private", message: ownKeyInText(words) } : null;
}

/** What is typed for an option, with the prompt's own flags. */
function typedIn(typed: VideoDraft): readonly string[] {
  const { draft, noticed } = asMeant(typed);
  return [...optionsOf(draft).map(([, text]) => text ?? ""), ...noticed];
}

function repeatedWords(act: Act): readonly string[] {
  switch (act.kind) {
    case "make_video":
      return typedIn(act.draft);
    case "said":
      return [act.draft.prompt, act.draft.imageUrl ?? ""];
    case "settings":
      return Object.values(act.given).map((text) => text ?? "");
    default:
      return [];
  }
}

/** Whether the request says its person's own key. */
export function saysKey({ prompt, picture }: VideoRequest, key: Secret): boolean {
  return key.isIn(prompt) || (picture !== null && key.isIn(picture.url));
}
