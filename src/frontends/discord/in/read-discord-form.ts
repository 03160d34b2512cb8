import type { z } from "zod";
import { readBatchKind } from "../../../core/batch/plan-batch.ts";
import { isJobId, readEdited } from "../../../core/button.ts";
import type { Act } from "../../../core/command.ts";
import { settingsDraft } from "../../../core/request/settings.ts";
import { type Attachment, type VideoDraft, videoOptions, withSize } from "../../../core/request/video-request.ts";
import { unreachable } from "../../../core/result.ts";
import type { StyleDraft } from "../../../core/style.ts";
import type { HouseDraft, RulesDraft, SpendersDraft } from "../../../core/team/rules.ts";
import { Secret } from "../../../core/text/secret.ts";
import { type Broken, formData, unknown } from "./discord-payload.ts";
import { readAttachment } from "./read-discord-message.ts";

/**
 * Reads a submitted form. The form's id is its name followed by the data it carries: `video:<job>:<nth>`,
 * `animate:<pictures>`, `continue:<job>:<nth>`, `decline:<job>`, and for a team's rules their version:
 * `team_rules:<version>`.
 */
export function readForm(data: unknown): Act | Broken {
  const read = formData.safeParse(data);
  if (!read.success) return { broken: "data of a form" };
  const { custom_id: id } = read.data;
  const [form, ...carried] = id.split(":");
  switch (form) {
    case "video":
      return readVideo(read.data, carried);
    case "batch":
      return carried.length > 0 ? unknown(`form ${id}`) : readBatch(read.data);
    case "animate":
      return readAnimated(read.data, carried);
    case "continue":
      return readContinued(read.data, carried);
    case "decline":
      return readDeclined(read.data, carried);
    case "team_rules":
    case "team_spenders":
    case "team_managers":
    case "team_house":
      return readOfRules(form, read.data, carried);
    default:
      return readBare(read.data);
  }
}

/** Reads the forms that carry nothing: their whole id is the name. */
function readBare(form: Filled): Act {
  switch (form.custom_id) {
    case "key":
      return { kind: "give_key", key: new Secret(keyIn(form)) };
    case "style":
      return { kind: "save_style", given: styleIn(form) };
    case "settings":
      return readSettings(form);
    case "team_key":
      return { kind: "give_team_key", key: new Secret(keyIn(form)) };
    default:
      return unknown(`form ${form.custom_id}`);
  }
}

type Filled = z.output<typeof formData>;

/** Reads a form about a team's rules; `version` is null where the form carries none. */
function readOfRules(
  name: "team_rules" | "team_spenders" | "team_managers" | "team_house",
  form: Filled,
  [carried, ...more]: readonly string[],
): Act {
  const isOurs = carried === undefined || (/^\d{1,15}$/.test(carried) && more.length === 0);
  if (!isOurs) return unknown(`form ${form.custom_id}`);
  const version = carried === undefined ? null : Number(carried);
  switch (name) {
    case "team_rules":
      return { kind: "set_team_rules", given: rulesIn(form), version };
    case "team_spenders":
      return { kind: "set_team_spenders", given: spendersIn(form), version };
    case "team_managers":
      return { kind: "set_team_managers", managers: chosenIn(form, "users")("managers"), version };
    case "team_house":
      return {
        kind: "set_team_house",
        given: houseIn(form),
        version,
      };
    default:
      return unreachable(name);
  }
}

function styleIn(form: Filled): StyleDraft {
  const given = givenIn(form);
  return { name: given("name"), text: given("text"), of: given("style_of") };
}

function keyIn(form: Filled): string {
  return givenIn(form)("key").trim();
}

/** A setting that the form does not ask for stays as it is. */
function readSettings(form: Filled): Act {
  const given = givenIn(form);
  return { kind: "settings", from: "form", given: settingsDraft((name) => given(name) || null) };
}

function rulesIn(form: Filled): RulesDraft {
  const given = givenIn(form);
  return {
    teamMonth: given("team_month"),
    personMonth: given("person_month"),
    askAbove: given("ask_above"),
    approvals: chosenIn(form, "channels")("approvals"),
    approveOwn: given("approve_own"),
  };
}

function spendersIn(form: Filled): SpendersDraft {
  return {
    everyone: givenIn(form)("everyone"),
    people: chosenIn(form, "users")("people"),
    roles: chosenIn(form, "roles")("roles"),
    places: chosenIn(form, "channels")("places"),
  };
}

function houseIn(form: Filled): HouseDraft {
  const given = givenIn(form);
  return { words: given("words"), blocked: chosenIn(form, "users")("blocked"), ageRestricted: given("age_restricted") };
}

function readDeclined(form: Filled, [jobId = "", ...more]: readonly string[]): Act {
  if (!isJobId(jobId) || more.length > 0) return unknown(`form ${form.custom_id}`);
  return { kind: "decline", jobId, note: givenIn(form)("note").trim() };
}

function readVideo(form: Filled, carried: readonly string[]): Act | Broken {
  const edits = carried.length > 0 ? readEdited(carried.join(":")) : undefined;
  if (edits === null) return unknown(`form ${form.custom_id}`);
  const image = imageIn(form);
  if (image === undefined) return { broken: "data.resolved of a form" };
  const draft = { ...draftIn(form), image };
  return { kind: "make_video", from: "form", draft, ...(edits && { edits }) };
}

function readBatch(form: Filled): Act | Broken {
  const make = readBatchKind(givenIn(form)("make"));
  const image = imageIn(form);
  if (image === undefined) return { broken: "data.resolved of a form" };
  if (make === null) return unknown("form batch");
  return { kind: "make_batch", from: "form", draft: { ...draftIn(form), image }, make };
}

/** Returns the given picture; null where none was given, undefined where Discord did not describe it. */
function imageIn(form: Filled): Attachment | null | undefined {
  const imageId = givenIn(form)("image");
  if (imageId === "") return null;
  const image = form.resolved?.attachments?.[imageId];
  return image && readAttachment(image);
}

/** Where only one picture was offered, the form does not ask which. */
function readAnimated(form: Filled, [id = "", ...more]: readonly string[]): Act {
  const nth = givenIn(form)("image") || "0";
  const isOurs = isJobId(id) && more.length === 0 && /^\d{1,2}$/.test(nth);
  if (!isOurs) return unknown(`form ${form.custom_id}`);
  return { kind: "make_video", from: "form", draft: draftIn(form), animates: { id, nth: Number(nth) } };
}

function readContinued(form: Filled, carried: readonly string[]): Act {
  const continues = readEdited(carried.join(":"));
  if (continues === null) return unknown(`form ${form.custom_id}`);
  return { kind: "make_video", from: "form", draft: draftIn(form), continues };
}

function draftIn(form: Filled): VideoDraft {
  const given = withSize(givenIn(form));
  return { ...videoOptions((name) => given(name) || null), prompt: given("prompt"), image: null, flagProblems: [] };
}

/** Reads a field's value; "" where the field is absent. */
function givenIn(form: Filled): (name: string) => string {
  return (name) => {
    const field = fieldIn(form, name);
    return field?.value ?? field?.values?.[0] ?? "";
  };
}

/**
 * Reads the choices of a field that takes several. A forged form may name anything, so ids that Discord has not
 * resolved are left out.
 */
function chosenIn(form: Filled, kind: "users" | "roles" | "channels"): (name: string) => readonly string[] {
  const resolvedIds = new Set(Object.keys(form.resolved?.[kind] ?? {}));
  return (name) => (fieldIn(form, name)?.values ?? []).filter((id) => resolvedIds.has(id));
}

function fieldIn({ components }: Filled, name: string) {
  const fields = components.flatMap(({ component, components: inRow = [] }) => (component ? [component] : inRow));
  return fields.find((each) => each.custom_id === name);
}
