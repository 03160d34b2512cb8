import Keyv from "keyv";
import { expect, test } from "vitest";
import { forgetWorkspaces } from "../../../src/app/people/forget-people.ts";
import { installationsIn } from "../../../src/app/people/people.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";
import { memoryVault } from "../../fakes/vault.ts";

const token = new Secret("xoxb-canary");

async function world(open: readonly (readonly string[])[]) {
  const clock = toldClock();
  const [leaving, settings] = [new Keyv(), new Keyv()];
  for (const owner of ["slack:T1:U1", "slack:T1:U2:x", "slack:T11:U1", "discord:T1"]) await settings.set(owner, 1);
  const installations = installationsIn(memoryVault());
  await installations.keep("T1", { token, installedAt: 1_000 });
  const answers = [...open];
  const seen = { forgotten: 0, left: [] as string[], teams: [] as string[], isBroken: false };
  const forgetting = forgetWorkspaces({
    leaving,
    stores: [settings],
    installations,
    clock,
    log: keptLog(),
    deleted: () => {},
    jobs: {
      async forgetInstallation() {
        if (seen.isBroken) throw new Error("the disk is gone");
        seen.forgotten += 1;
        return answers.shift() ?? [];
      },
    },
    forgetTeam: async (id) => void seen.teams.push(id),
    leave: async (id) => seen.left.push(id),
  });
  const owners = async () => {
    const there: string[] = [];
    for await (const [key] of settings.iterator?.({}) ?? []) there.push(key);
    return there;
  };
  return { clock, leaving, installations, forgetting, seen, owners };
}

test("what a workspace left behind goes, and nobody else's", async () => {
  const { forgetting, leaving, owners, seen } = await world([]);
  await forgetting.left("T1", 2_000);
  expect(await owners()).toEqual(["slack:T11:U1", "discord:T1"]);
  expect(seen.teams).toEqual(["T1"]);
  expect(await leaving.get("T1")).toBeUndefined();
});

test("a job that runs is told once a minute until it has ended, and then the workspace is done with", async () => {
  const { forgetting, leaving, clock, seen } = await world([["j1"], ["j1"], ["j1"], ["j1"], []]);
  await forgetting.left("T1", 2_000);
  expect(await leaving.get("T1")).toBe(2_000);
  expect(seen.left).toEqual(["j1"]);
  await clock.advance(60_000);
  expect(seen.left).toEqual(["j1", "j1"]);
  await clock.advance(60_000);
  expect(await leaving.get("T1")).toBeUndefined();
  const { forgotten } = seen;
  await clock.advance(600_000);
  expect(seen.forgotten).toBe(forgotten);
});

test("what failed, or was cut off by a restart, is gone on with", async () => {
  const { forgetting, leaving, clock, seen } = await world([]);
  seen.isBroken = true;
  await forgetting.left("T1", 2_000);
  expect(await leaving.get("T1")).toBe(2_000);
  seen.isBroken = false;
  await clock.advance(60_000);
  expect(await leaving.get("T1")).toBeUndefined();
});

test("what people left in a workspace that was installed anew is theirs", async () => {
  const { forgetting, installations, owners } = await world([]);
  await installations.keep("T1", { token, installedAt: 3_000 });
  await forgetting.left("T1", 2_000);
  expect(await owners()).toHaveLength(4);
});

test("an installation comes back as it was kept", async () => {
  const { installations } = await world([]);
  const kept = await installations.find("T1");
  expect(kept?.token.reveal()).toBe("xoxb-canary");
  expect(kept?.installedAt).toBe(1_000);
  expect(await installations.find("T2")).toBeNull();
});
