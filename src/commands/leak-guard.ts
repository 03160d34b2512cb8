import type { Act, Answer } from "../core/command.ts";
import { asMeant } from "../core/request/flags.ts";
import type { VideoDraft, VideoRequest } from "../core/request/video-request.ts";
import { unreachable } from "../core/result.ts";
import { normalisePrompt } from "../core/text/normalise-prompt.ts";
import type { Secret } from "../core/text/secret.ts";
import { looksLikeKey } from "../core/text/secret-shapes.ts";
import { looksLikeAKey, ownKeyInText } from "../messages/ask/leaked-key.ts";
import { cannotSave } from "../messages/ask/notices.ts";
import type { Visit } from "./visit.ts";

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

/** What somebody typed, by the field at which a form would point it out. */
type Typed = readonly (readonly [field: string, text: string | null])[];

/** The typed texts of each part of a request: a new part does not compile until it stands here. */
const TYPED_FOR: { readonly [Part in keyof Required<VideoDraft>]: (draft: VideoDraft) => Typed } = {
  prompt: ({ prompt }) => [["prompt", prompt]],
  imageUrl: ({ imageUrl }) => [["image_url", imageUrl]],
  ratio: ({ ratio }) => [["ratio", ratio]],
  duration: ({ duration }) => [["duration", duration]],
  resolution: ({ resolution }) => [["resolution", resolution]],
  pay: ({ pay }) => [["pay", pay]],
  style: ({ style }) => [["style", style]],
  flagProblems: ({ flagProblems }) => flagProblems.map(({ flag }) => ["prompt", flag] as const),
  // A file's address is the platform's, and what was kept was looked at when it came.
  image: () => [],
  kept: () => [],
  paidBefore: () => [],
};

/** The field with what looks like a key. */
function leakingField(act: Act): string | null {
  // As it would be sent: a mark that nobody sees could split a key until then.
  return typedIn(act).find(([, text]) => text !== null && looksLikeKey(normalisePrompt(text)))?.[0] ?? null;
}

/** The form for a key is where one belongs, what is offered while one types looks for itself, and words to the bot are looked at where they are answered. */
function typedIn(act: Act): Typed {
  switch (act.kind) {
    case "make_video":
    case "make_batch":
      return Object.values(TYPED_FOR).flatMap((typed) => typed(act.draft));
    case "settings":
      return Object.entries(act.given);
    case "jobs":
      return [["show", act.show]];
    case "set_team_rules":
      return [
        ["team_month", act.given.teamMonth],
        ["person_month", act.given.personMonth],
      ];
    case "set_team_house":
      return [["words", act.given.words]];
    case "save_style":
      return [
        ["name", act.given.name],
        ["text", act.given.text],
      ];
    case "decline":
      return [["note", act.note]];
    // What is picked is the platform's own.
    case "set_team_spenders":
    case "set_team_managers":
    case "give_key":
    case "give_team_key":
    case "team_status":
    case "team_setup":
    case "team_report":
    case "team_approvals":
    case "unknown_team_word":
    case "styles":
    case "open_style_form":
    case "unknown_style_word":
    case "suggest":
    case "said":
    case "animate":
    case "open_video_form":
    case "open_batch_form":
    case "open_settings_form":
    case "set_key":
    case "show_key":
    case "remove_key":
    case "unknown_key_word":
    case "unknown_data_word":
    case "export_data":
    case "delete_data":
    case "help":
    case "press":
    case "unknown":
      return [];
    default:
      return unreachable(act);
  }
}

/** Stops words that would be kept or said again with their person's own key in them; a request is looked at where it starts. */
export async function ownKeyGuard({ deps, command, ask, words }: Visit): Promise<Answer | null> {
  const repeated = repeatedWords(command.act)
    .map(normalisePrompt)
    .filter((word) => word.length >= OWN_KEY_MIN);
  if (repeated.length === 0) return null;
  const key = await ask(() => deps.vault.get(command.owner));
  if (!key.ok) return { kind: "private", message: cannotSave(words) };
  return repeated.some((word) => key.value?.isIn(word)) ? { kind: "private", message: ownKeyInText(words) } : null;
}

/** What an answer would say again before the request itself is looked at: options, flags and settings as typed. */
function repeatedWords(act: Act): readonly string[] {
  switch (act.kind) {
    case "make_video": {
      const { draft, noticed } = asMeant(act.draft);
      const { prompt: _, imageUrl: __, ...options } = TYPED_FOR;
      return [...Object.values(options).flatMap((typed) => typed(draft).map(([, text]) => text ?? "")), ...noticed];
    }
    // A form that Discord has closed is answered with all that was typed into it.
    case "make_batch":
    case "said":
      return [act.draft.prompt, act.draft.imageUrl ?? ""];
    default:
      return typedIn(act).map(([, text]) => text ?? "");
  }
}

/** Whether the request says its person's own key. */
export function saysKey(request: VideoRequest, key: Secret): boolean {
  const said = [...Object.values(request), request.picture?.url];
  return said.some((text) => typeof text === "string" && key.isIn(text));
}
