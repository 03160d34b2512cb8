import type { Act, Answer } from "../core/command.ts";
import type { Secret } from "../core/secret.ts";
import { looksLikeKey } from "../core/secret-shapes.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { looksLikeAKey } from "../messages/leaked-key.ts";

/** Stops what seems to have a key in it, before it is looked at, kept or repeated; null lets it through. */
export function leakGuard(act: Act): Answer | null {
  const field = leakingField(act);
  if (field === null) return null;
  const { text, message } = looksLikeAKey();
  const isForm = "from" in act && act.from === "form";
  return isForm ? { kind: "form_error", field, text, message } : { kind: "private", message };
}

/** The field with what looks like a key. The form for a key is where one belongs; what is offered while one types repeats nothing. */
function leakingField(act: Act): string | null {
  switch (act.kind) {
    case "make_video": {
      const { prompt, imageUrl, ratio, duration, resolution, flagProblems } = act.draft;
      const words = { prompt, image_url: imageUrl, ratio, duration, resolution };
      const flags = flagProblems.map(({ flag }) => ["prompt", flag] as const);
      return leaking([...Object.entries(words), ...flags]);
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

/** Whether the request says its person's own key. */
export function saysKey({ prompt, picture }: VideoRequest, key: Secret): boolean {
  return key.isIn(prompt) || (picture !== null && key.isIn(picture.url));
}
