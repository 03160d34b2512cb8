import { readBatchKind } from "../../../core/batch/plan-batch.ts";
import type { Act } from "../../../core/command.ts";
import { commandSpecs, declaredAct } from "../../../core/command-specs.ts";
import { readFlags } from "../../../core/request/flags.ts";
import { asksForHelp } from "../../../core/request/one-word.ts";
import { settingsDraft } from "../../../core/request/settings.ts";
import type { FoundFiles } from "../../../core/request/video-request.ts";
import { type Attachment, videoOptions } from "../../../core/request/video-request.ts";
import { Secret } from "../../../core/text/secret.ts";
import type { Carried } from "../out/write-slack-form.ts";

/** Returns the meaning of a slash command; `text` is as Slack sends it. */
export function slashAct(name: string, text: string, prefix: string): Act {
  const spec = commandSpecs(prefix).find((each) => `/${each.name}` === name);
  if (!spec) return { kind: "unknown", what: name.slice(0, 60) };
  const words = decodeOnce(text).trim();
  // Checked first: help must cost nothing, and needs no subcommand.
  if (asksForHelp(words)) return { kind: "help" };
  const act = declaredAct(spec, words.toLowerCase() || undefined);
  // An unknown word may be a key that somebody pasted, so it is not repeated.
  if (act === "unknown") return { kind: "unknown_word", of: spec.means };
  if (act) return act;
  const show = /^show\s(.+)$/is.exec(words)?.[1]?.trim() ?? null;
  switch (spec.means) {
    case "make_video":
      return words === ""
        ? { kind: "open_video_form" }
        : { kind: "make_video", draft: readFlags(words), from: "command" };
    case "settings":
      return { kind: "open_settings_form" };
    case "jobs":
      return show !== null && asksForHelp(show) ? { kind: "help" } : { kind: "jobs", show };
    default:
      return { kind: "unknown", what: name.slice(0, 60) };
  }
}

/** The contents of a form; `value` gives a field's text. */
interface Filled {
  value(field: string): string;
  /** Returns the choices of a field that takes several. */
  chosen(field: string): readonly string[];
  readonly image: Attachment | null;
}

/** Returns the meaning of a submitted form. */
export function submittedAct(callbackId: string, { value, chosen, image }: Filled, carried: Carried): Act {
  const { edits, continues, animates, declines, rulesVersion: version = null } = carried;
  const given = (field: string) => value(field).trim() || null;
  switch (callbackId) {
    case "key":
      return { kind: "give_key", key: new Secret(value("key").trim()) };
    case "settings":
      return { kind: "settings", from: "form", given: settingsDraft(given) };
    case "style":
      return {
        kind: "save_style",
        given: { name: value("name"), text: value("text"), of: value("style_of") },
      };
    case "team_key":
      return { kind: "give_team_key", key: new Secret(value("key").trim()) };
    case "team_rules":
      return {
        kind: "set_team_rules",
        given: {
          teamMonth: value("team_month"),
          personMonth: value("person_month"),
          askAbove: value("ask_above"),
          approvals: chosen("approvals"),
          approveOwn: value("approve_own"),
        },
        version,
      };
    case "team_spenders":
      return {
        kind: "set_team_spenders",
        given: { everyone: value("everyone"), people: chosen("people"), roles: [], places: chosen("places") },
        version,
      };
    case "team_managers":
      return { kind: "set_team_managers", managers: chosen("managers"), version };
    case "team_house":
      return {
        kind: "set_team_house",
        given: { words: value("words"), blocked: chosen("blocked"), ageRestricted: "" },
        version,
      };
    case "decline":
      return declines === undefined
        ? unknownForm(callbackId)
        : { kind: "decline", jobId: declines, note: value("note").trim() };
    case "make_video": {
      const draft = { ...videoOptions(given), prompt: value("prompt"), image, flagProblems: [] };
      const offered = animates === undefined ? {} : { animates: { id: animates, nth: Number(value("image") || "0") } };
      const from = { ...(edits && { edits }), ...(continues && { continues }), ...offered };
      return { kind: "make_video", draft, from: "form", ...from };
    }
    case "batch": {
      const make = readBatchKind(value("make"));
      const draft = { ...videoOptions(given), prompt: value("prompt"), image, flagProblems: [] };
      return make === null ? unknownForm(callbackId) : { kind: "make_batch", draft, make, from: "form" };
    }
    default:
      return unknownForm(callbackId);
  }
}

function unknownForm(callbackId: string): Act {
  return { kind: "unknown", what: `form ${callbackId.slice(0, 60)}` };
}

/** Reads a message to the bot; `found` are the files that came along, null where there were none. */
export function saidAct(text: string, found: FoundFiles | null): Act {
  const words = saidWords(text);
  if (found) return { kind: "said", draft: readFlags(words), found };
  return asksForHelp(words) ? { kind: "help" } : { kind: "said", draft: readFlags(words) };
}

/** Returns a message as its writer typed it, without mentions, which are no part of a video. */
function saidWords(text: string): string {
  const words = text
    .replace(/<(https?:[^<>|]*)(?:\|[^<>]*)?>/gi, "$1")
    .replace(/<[#!][^<>|]*\|([^<>]*)>/g, "$1")
    .replace(/<[@#!][^<>]*>/g, " ");
  return decodeOnce(words).trim();
}

/** Slack escapes these three in text that a person types. It is undone only once: "&amp;lt;" was typed as "&lt;". */
function decodeOnce(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name: string) => (name === "amp" ? "&" : name === "lt" ? "<" : ">"));
}
