import { expect, test } from "vitest";
import { welcomes } from "../../../src/commands/pages.ts";
import { aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { aCommand, commandWorld } from "../command-world.ts";

const owner = aSlackOwner();
const visitor = aCommand({ kind: "help" }, { owner, workspace: "T1", reply: aSlackReply(), isPlaceOpen: true });

test("whoever comes for the first time reads in a few words how to begin, once", async () => {
  const world = commandWorld();
  const welcome = welcomes(world.deps);
  const message = await welcome(visitor);
  expect(message && wordsOf(message)).toMatch(
    /^Welcome to Reelay\n[\s\S]*type \/video in any channel[\s\S]*API key first/,
  );
  expect(message && labelsOf(message)).toEqual(["Make a video", "Add my key", "Help"]);
  expect(await welcome(visitor)).toBeNull();
  expect(await welcome({ ...visitor, owner: aSlackOwner("U00000BEN2"), locale: "de" })).toMatchObject({
    title: "Willkommen bei Reelay",
  });
});

test("who has a key is not asked for one", async () => {
  const world = commandWorld();
  await world.withKey(owner);
  const message = await welcomes(world.deps)(visitor);
  expect(message && labelsOf(message)).toEqual(["Make a video", "Help"]);
  expect(message && wordsOf(message)).not.toContain("API key");
});

test("who may not make videos is not invited to", async () => {
  const blocked = commandWorld({ rules: { access: { blockedUsers: new Set([owner.userId]) } } });
  expect(await welcomes(blocked.deps)(visitor)).toBeNull();
  const elsewhere = commandWorld({ rules: { access: { allowedTeams: new Set(["T9"]) } } });
  expect(await welcomes(elsewhere.deps)(visitor)).toBeNull();
});
