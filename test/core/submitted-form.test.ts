import { expect, it, test } from "vitest";
import type { Form } from "../../src/core/chat.ts";
import { settingsDraft } from "../../src/core/request/settings.ts";
import { type FilledForm, packForm, submittedAct } from "../../src/core/submitted-form.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aJobId } from "../fakes/jobs.ts";

const job = aJobId();
const image = { url: "https://cdn.example/a.png", contentType: "image/png", sizeBytes: 12, width: 3, height: 4 };

type Values = Readonly<Record<string, string | readonly string[]>>;

const sent = (packed: string, values: Values, file: FilledForm["image"] = null) =>
  submittedAct({
    packed,
    value: (field) => (typeof values[field] === "string" ? values[field] : ""),
    chosen: (field) => (Array.isArray(values[field]) ? values[field] : []),
    image: file,
  });

const video = { kind: "make_video", from: "form", draft: aDraft({ prompt: " a boat ", ratio: "9:16" }) } as const;
const typed = { prompt: " a boat ", ratio: "9:16", duration: "", image_url: " " };

test.for<readonly [string, string, Values, object]>([
  ["a video with empty choices", "video", typed, video],
  [
    "a video with one combined choice of ratio, resolution and length",
    "video",
    { prompt: "x", size: "9:16-720p-15" },
    { ...video, draft: aDraft({ prompt: "x", ratio: "9:16", resolution: "720p", duration: "15" }) },
  ],
  ["“Edit & run”", `video:${job}:3`, typed, { ...video, edits: { jobId: job, nth: 3 } }],
  ["“Continue”", `continue:${job}:0`, typed, { ...video, continues: { jobId: job, nth: 0 } }],
  ["“Animate this” with one picture", `animate:${job}`, typed, { ...video, animates: { id: job, nth: 0 } }],
  [
    "“Animate this” with several pictures",
    `animate:${job}`,
    { ...typed, image: "2" },
    { ...video, animates: { id: job, nth: 2 } },
  ],
  ["several videos", "batch", { ...typed, make: "3" }, { kind: "make_batch", draft: video.draft, make: "3" }],
  [
    "settings",
    "settings",
    { ratio: "9:16", ping: "" },
    { kind: "settings", from: "form", given: { ...settingsDraft(() => null), ratio: "9:16" } },
  ],
  [
    "a style",
    "style",
    { name: "noir", text: "dark", style_of: "mine" },
    { kind: "save_style", given: { name: "noir", text: "dark", of: "mine" } },
  ],
  [
    "a team's caps",
    "team_rules:7",
    { team_caps: "5,000", ask_above: "95", approvals: ["33"], approve_own: "no" },
    {
      kind: "set_team_rules",
      given: { teamCaps: "5,000", personCaps: "", askAbove: "95", approvals: ["33"], approveOwn: "no" },
      version: 7,
    },
  ],
  [
    "the list of spenders without any role",
    "team_spenders:7",
    { everyone: "no", people: ["11", "12"], places: ["33"] },
    {
      kind: "set_team_spenders",
      given: { everyone: "no", people: ["11", "12"], roles: [], places: ["33"] },
      version: 7,
    },
  ],
  [
    "a team's managers",
    "team_managers",
    { managers: ["44"] },
    { kind: "set_team_managers", managers: ["44"], version: null },
  ],
  [
    "a team's forbidden words and blocked people",
    "team_house:7",
    { words: "gun\nknife", blocked: ["8"], age_restricted: "yes" },
    { kind: "set_team_house", given: { words: "gun\nknife", blocked: ["8"], ageRestricted: "yes" }, version: 7 },
  ],
  [
    "declining a job with a reason",
    `decline:${job}`,
    { note: " not now " },
    { kind: "decline", jobId: job, note: "not now" },
  ],
])("the submitted form for %s becomes the matching command", ([, packed, values, act]) => {
  expect(sent(packed, values)).toEqual(act);
});

test.for(["video", "batch"])("a file uploaded in the form “%s” becomes the picture of the request", (packed) => {
  expect(sent(packed, { prompt: "x", make: "2" }, image)).toMatchObject({ draft: { image } });
});

test.for([
  ["a person's key", "key"],
  ["a team's key", "team_key"],
] as const)("%s from a form is trimmed, and the command's JSON does not contain the key", ([, packed]) => {
  const act = sent(packed, { key: "  sk-canary-1234567890 \n" });
  expect("key" in act && act.key.reveal()).toBe("sk-canary-1234567890");
  expect(JSON.stringify(act)).not.toContain("canary");
});

test.for([
  ...["remix", "settings:x", "key:1", "batch:1", "video:x", `video:${job}`, "video:"],
  ...["continue", `continue:${job}`, `continue:${job}:1:1`, "animate", "animate:x"],
  ...["decline", "decline:not-a-job", `decline:${job}:1`, `team_managers:${job}`, "team_rules:", "team_rules:7:1"],
])("a submitted form with the id “%s” is refused as unknown", (packed) => {
  expect(sent(packed, { make: "2" })).toEqual({ kind: "unknown", what: `form ${packed}` });
});

it("a submitted form with a value that the form did not offer is refused", () => {
  expect(sent("batch", { make: "5" })).toMatchObject({ kind: "unknown" });
  expect(sent(`animate:${job}`, { image: "x" })).toMatchObject({ kind: "unknown" });
});

test.for<readonly [what: string, packed: string, form: Partial<Form>]>([
  ["an API key", "key", { id: "key" }],
  ["“Edit & run”", `video:${job}:2`, { id: "video", edits: { jobId: job, nth: 2 } }],
  ["“Continue”", `continue:${job}:0`, { id: "continue", continues: { jobId: job, nth: 0 } }],
  ["“Animate this”", `animate:${job}`, { id: "animate", animates: job }],
  ["declining a job", `decline:${job}`, { id: "decline", declines: job }],
  ["a team's rules", "team_rules:0", { id: "team_rules", rulesVersion: 0 }],
])("the form for %s has the id “%s”", ([, packed, form]) => {
  expect(packForm({ id: "key", title: "", submit: "", note: null, fields: [], ...form })).toBe(packed);
});
