import { expect, test } from "vitest";
import { Secret } from "../../../../src/core/text/secret.ts";
import { hearRemovals } from "../../../../src/frontends/slack/connect/slack-install.ts";
import { keptLog } from "../../../fakes/kept-log.ts";

type Handler = (told: { body: unknown; context: { isEnterpriseInstall: boolean } }) => Promise<void>;

/** Which installations are taken as removed by that event, each with the time up to which it is. */
async function removedBy(name: string, body: object, { installedAt = 0, isEnterpriseInstall = false } = {}) {
  const handlers = new Map<string, Handler>();
  const left: (readonly [string, number])[] = [];
  const app = { event: (event: string, handler: Handler) => handlers.set(event, handler) };
  const installs = {
    clientId: "1",
    clientSecret: "s",
    stateSecret: "s",
    publicUrl: "https://reelay.example.com",
    installations: { find: async () => ({ token: new Secret("xoxb-1"), installedAt }), keep: async () => {} },
    left: async (id: string, at: number) => void left.push([id, at]),
  };
  hearRemovals(app as never, installs, keptLog());
  await handlers.get(name)?.({
    body: { team_id: "T1", event_time: 100, event: {}, ...body },
    context: { isEnterpriseInstall },
  });
  return left;
}

test("a workspace that removes Reelay has left, up to the end of the second that Slack tells", async () => {
  expect(await removedBy("app_uninstalled", {})).toEqual([["T1", 101_000]]);
});

test("an organisation's removal is of the organisation, a workspace's of the workspace in it", async () => {
  const body = { enterprise_id: "E1" };
  expect(await removedBy("app_uninstalled", body, { isEnterpriseInstall: true })).toEqual([["E1", 101_000]]);
  expect(await removedBy("app_uninstalled", body)).toEqual([["T1", 101_000]]);
});

test("a revoked token of the bot's comes to the same, one of a person's to nothing", async () => {
  const revoked = (tokens: object) => removedBy("tokens_revoked", { event: { tokens } });
  expect(await revoked({ bot: ["U1"] })).toEqual([["T1", 101_000]]);
  expect(await revoked({ oauth: ["U1"], bot: [] })).toEqual([]);
  expect(await revoked({ oauth: ["U1"] })).toEqual([]);
});

test("a removal that is told after Reelay was installed anew changes nothing", async () => {
  expect(await removedBy("app_uninstalled", {}, { installedAt: 101_000 })).toEqual([]);
  expect(await removedBy("app_uninstalled", {}, { installedAt: 100_999 })).toEqual([["T1", 101_000]]);
});

test("an event that cannot be read removes nothing", async () => {
  expect(await removedBy("app_uninstalled", { event_time: "soon" })).toEqual([]);
});
