import { BATCH_KINDS } from "./batch/plan-batch.ts";
import { isJobId, packEdited, readEdited } from "./button.ts";
import type { Form } from "./chat.ts";
import type { Act } from "./command.ts";
import { settingsDraft } from "./request/settings.ts";
import { type Attachment, type VideoDraft, videoOptions, withSize } from "./request/video-request.ts";
import { unreachable } from "./result.ts";
import { Secret } from "./text/secret.ts";

/** For example `video:<job>:<nth>`, `animate:<pictures>`, `decline:<job>`, `team_rules:<version>`. */
export function packForm({ id, edits, continues, animates, declines, rulesVersion }: Form): string {
  const edited = edits ?? continues;
  const carried = [edited && packEdited(edited), animates, declines, rulesVersion];
  return [id, ...carried.filter((each) => each !== undefined)].join(":");
}

export interface FilledForm {
  readonly packed: string;
  value(field: string): string;
  chosen(field: string): readonly string[];
  /** True if the platform reports that the bot cannot write in the channel. */
  readonly isClosed?: ((channelId: string) => boolean) | undefined;
  readonly image: Attachment | null;
}

export function submittedAct({ packed, value, chosen, isClosed, image }: FilledForm): Act {
  const [id = "", ...carried] = packed.split(":");
  const rest = carried.join(":");
  const given = (field: string) => withSize(value)(field).trim() || null;
  const draft = { ...videoOptions(given), prompt: value("prompt"), image, appliesFlags: false };
  const unknown: Act = { kind: "unknown", what: `form ${packed}`.slice(0, 60) };
  switch (id) {
    case "video": {
      const edits = readEdited(rest);
      if (carried.length > 0 && !edits) return unknown;
      return { kind: "make_video", from: "form", draft, ...(edits && { edits }) };
    }
    case "continue": {
      const continues = readEdited(rest);
      return continues ? { kind: "make_video", from: "form", draft, continues } : unknown;
    }
    case "animate": {
      // The form has no such field if it offers only one picture.
      const nth = value("image") || "0";
      if (!isJobId(rest) || !/^\d{1,2}$/.test(nth)) return unknown;
      return { kind: "make_video", from: "form", draft, animates: { id: rest, nth: Number(nth) } };
    }
    case "decline":
      return isJobId(rest) ? { kind: "decline", jobId: rest, note: value("note").trim() } : unknown;
    case "team_rules":
    case "team_spenders":
    case "team_managers":
    case "team_house":
      if (carried.length > 0 && !/^\d{1,15}$/.test(rest)) return unknown;
      return teamAct(id, { value, chosen, isClosed }, carried.length > 0 ? Number(rest) : null);
    default:
      return (carried.length === 0 ? bareAct(id, value, draft) : null) ?? unknown;
  }
}

type TeamForm = "team_rules" | "team_spenders" | "team_managers" | "team_house";

function teamAct(
  id: TeamForm,
  { value, chosen, isClosed = () => false }: Pick<FilledForm, "value" | "chosen" | "isClosed">,
  version: number | null,
): Act {
  switch (id) {
    case "team_rules": {
      const given = {
        teamCaps: value("team_caps"),
        personCaps: value("person_caps"),
        askAbove: value("ask_above"),
        approvals: chosen("approvals"),
        ...(chosen("approvals").some(isClosed) && { isApprovalsClosed: true as const }),
        approveOwn: value("approve_own"),
      };
      return { kind: "set_team_rules", given, version };
    }
    case "team_spenders": {
      const given = {
        everyone: value("everyone"),
        people: chosen("people"),
        roles: chosen("roles"),
        places: chosen("places"),
      };
      return { kind: "set_team_spenders", given, version };
    }
    case "team_managers":
      return { kind: "set_team_managers", managers: chosen("managers"), version };
    case "team_house": {
      const given = { words: value("words"), blocked: chosen("blocked"), ageRestricted: value("age_restricted") };
      return { kind: "set_team_house", given, version };
    }
    default:
      return unreachable(id);
  }
}

/** Reads forms without data in their id. */
function bareAct(id: string, value: FilledForm["value"], draft: VideoDraft): Act | null {
  switch (id) {
    case "batch": {
      const make = BATCH_KINDS.find((kind) => kind === value("make"));
      return make === undefined ? null : { kind: "make_batch", draft, make };
    }
    case "settings":
      // A setting without a field in the form is unchanged.
      return { kind: "settings", from: "form", given: settingsDraft((field) => value(field).trim() || null) };
    case "style":
      return { kind: "save_style", given: { name: value("name"), text: value("text"), of: value("style_of") } };
    case "key":
      return { kind: "give_key", key: new Secret(value("key").trim()) };
    case "team_key":
      return { kind: "give_team_key", key: new Secret(value("key").trim()) };
    default:
      return null;
  }
}
