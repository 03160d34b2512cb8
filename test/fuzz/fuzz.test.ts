import fc from "fast-check";
import { expect, test } from "vitest";
import { message } from "../../src/messages/message.ts";
import { howMany } from "../fakes/how-many.ts";
import { KINDS } from "./kinds.ts";
import { soundOnDiscord } from "./sound-discord.ts";
import { soundOnSlack } from "./sound-slack.ts";

// `.ci/run` tries 2,000 of each with `npm run fuzz`.
const INPUTS = howMany(50, 8);

test.for(KINDS.map(({ name, property }) => [name, property] as const))(
  `Reelay handles ${INPUTS} random hostile %s safely`,
  async ([, property]) => {
    const run = await fc.check(property, { numRuns: INPUTS });
    expect(run.failed ? fc.defaultReportMessage(run) : "").toBe("");
  },
);

test("the fuzz test detects a message that mentions an unrelated person", () => {
  const link = { kind: "link", label: "x", url: "https://a.example" } as const;
  const good = message({ tone: "plain", title: "Fine", body: [[link]] });
  soundOnDiscord(good);
  soundOnSlack(good);
  const bad = message({ tone: "plain", title: "x", body: [[{ kind: "person", userId: "999" }]] });
  expect(() => soundOnDiscord(bad)).toThrow();
  const other = message({ tone: "plain", title: "x", body: [[{ kind: "person", userId: "U0000000009" }]] });
  expect(() => soundOnSlack(other)).toThrow("somebody else is mentioned");
});
