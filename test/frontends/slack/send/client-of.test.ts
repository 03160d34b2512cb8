import { expect, it } from "vitest";
import { callAt, clientsOf, type TokenOf } from "../../../../src/frontends/slack/out/slack-calls.ts";

const options = () => ({ slackApiUrl: "http://127.0.0.1:9/" });

it("a workspace has two clients with its own token, made once and anew with a new token", async () => {
  const tokens = new Map([["T1", "xoxb-1"]]);
  const { prompt, patient } = clientsOf(async (id) => tokens.get(id) ?? null, options);
  const tokenOf = async (where: { teamId: string; enterpriseId?: string | null }, clientOf = prompt) => {
    const client = await clientOf(where);
    return client.ok ? client.value : client.refusal;
  };
  const first = await tokenOf({ teamId: "T1" });
  expect(first).toMatchObject({ token: "xoxb-1" });
  expect(await tokenOf({ teamId: "T1", enterpriseId: null })).toBe(first);
  expect(await tokenOf({ teamId: "T1" }, patient)).not.toBe(first);
  tokens.set("T1", "xoxb-2");
  expect(await tokenOf({ teamId: "T1" })).toMatchObject({ token: "xoxb-2" });
});

it("an organisation's installation covers its workspaces, and a workspace's own does not stand in for it", async () => {
  const asked: string[] = [];
  const { prompt } = clientsOf(async (id) => {
    asked.push(id);
    return "xoxb-1";
  }, options);
  await prompt({ teamId: "T1", enterpriseId: "E1" });
  await prompt({ teamId: "T1" });
  expect(asked).toEqual(["E1", "T1"]);
});

it.for<readonly [string, TokenOf, string]>([
  ["is not installed", async () => null, "not installed"],
  ["cannot be looked up", () => Promise.reject(new Error("the disk is gone")), "installation not read"],
])("where Reelay %s nothing is asked, and nothing is unclear", async ([, tokenOf, detail]) => {
  let asked = 0;
  const { patient } = clientsOf(tokenOf, options);
  const called = await callAt(patient, { teamId: "T1" }, async () => {
    asked += 1;
  });
  expect(called).toEqual({ ok: false, refusal: { kind: "unavailable", unclear: false, isElsewhere: true, detail } });
  expect(asked).toBe(0);
});
