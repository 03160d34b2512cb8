import { expect, test } from "vitest";
import { readForm } from "../../src/frontends/discord/in/read-discord-form.ts";
import { writeForm } from "../../src/frontends/discord/out/write-discord-form.ts";
import { submittedAct } from "../../src/frontends/slack/in/read-slack-act.ts";
import { packOrigin, unpackCarried } from "../../src/frontends/slack/out/write-slack-form.ts";
import { continueForm } from "../../src/messages/ask/video-forms.ts";
import { en } from "../../src/messages/words/en.ts";
import { aClosedJob, aJobId } from "../fakes/jobs.ts";

const continues = { jobId: aJobId(), nth: 3 };
const form = continueForm(aClosedJob(), continues, en);
const act = {
  kind: "make_video",
  from: "form",
  draft: { prompt: "and then it rains", duration: "15", resolution: "720p", ratio: null, image: null, image_url: null },
  continues,
};

test("on Discord the form of Continue carries along what it goes on from", () => {
  const { custom_id } = writeForm(form);
  const field = (name: string, value: string) => ({ type: 18, component: { type: 4, custom_id: name, value } });
  const components = [field("prompt", "and then it rains"), field("duration", "15"), field("resolution", "720p")];
  expect(readForm({ custom_id, components })).toMatchObject(act);
  for (const other of ["continue", "continue:x:0", `${custom_id}:1`, `continue:${aJobId()}`])
    expect(readForm({ custom_id: other, components })).toMatchObject({ kind: "unknown" });
});

test("on Slack its private_metadata does", () => {
  const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
  const carried = unpackCarried(packOrigin(origin, form));
  expect(carried).toEqual({ continues });
  const values: Readonly<Record<string, string>> = { prompt: "and then it rains", duration: "15", resolution: "720p" };
  const filled = { value: (name: string) => values[name] ?? "", chosen: () => [], image: null };
  expect(submittedAct("make_video", filled, carried)).toMatchObject(act);
});
