import { webApi } from "@slack/bolt";
import { expect, test } from "vitest";
import { checkHome } from "../../../../sandbox/src/slack/check-blocks.ts";
import type { ChatMessage } from "../../../../src/core/chat.ts";
import type { Owner } from "../../../../src/core/job/ids.ts";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { ClientOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { homeView, slackHomes } from "../../../../src/frontends/slack/out/slack-home.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { english, plain, wordsIn } from "../slack-world.ts";

const ada: Owner = { platform: "slack", teamId: "T1", userId: "U1" };
const ben: Owner = { ...ada, userId: "U2" };
const where = { teamId: "T1", enterpriseId: null };

/** Home tabs on a manual clock, and a Slack that records what is published. */
function world({ limited = 0 } = {}) {
  const clock = manualClock();
  const published: { readonly user: unknown; readonly words: string; readonly at: number }[] = [];
  const started = clock.now();
  let page: readonly ChatMessage[] | Error = [plain("first")];
  let left = limited;
  const client = new webApi.WebClient("xoxb-1");
  Object.assign(client.views, {
    async publish({ user_id, view }: { user_id: string; view: unknown }) {
      if (left-- > 0) throw new webApi.WebAPIRateLimitedError(7);
      published.push({ user: user_id, words: wordsIn(view), at: clock.now() - started });
      return { ok: true };
    },
  });
  const clientOf: ClientOf = async ({ teamId }) =>
    teamId === "T1" ? ok(client) : refuse({ kind: "unavailable", unclear: false, detail: "not installed" });
  const homeOf = async () => {
    if (page instanceof Error) throw page;
    return page;
  };
  const log = recordingLog();
  const homes = slackHomes({ homeOf, clientOf, locales: english, clock, log });
  return {
    clock,
    homes,
    log,
    published,
    page: (now: readonly ChatMessage[] | Error) => {
      page = now;
    },
  };
}

test("a Slack home tab is published when a person opens the tab, and again only if the content changed", async () => {
  const { clock, homes, published, page } = world();
  homes.changed(ada);
  await clock.advance(60_000);
  expect(published).toEqual([]);
  homes.opened(ada, where);
  await clock.advance(1_000);
  homes.changed(ada);
  await clock.advance(1_000);
  expect(published).toHaveLength(1);
  page([plain("second")]);
  for (let change = 0; change < 10; change += 1) homes.changed(ada);
  await clock.advance(1_000);
  expect(published.map(({ words }) => words)).toEqual(["first", "second"]);
});

test("the home tabs of two people in one Slack workspace are published at least 0.8 s apart", async () => {
  const { clock, homes, published, page } = world();
  homes.opened(ada, where);
  homes.opened(ben, where);
  await clock.advance(5_000);
  page([plain("second")]);
  homes.changed(ada);
  homes.changed(ben);
  await clock.advance(5_000);
  const [, , first, second] = published.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(800);
});

test("a rate-limited Slack home tab is published after the delay that Slack requests", async () => {
  const limited = world({ limited: 1 });
  limited.homes.opened(ada, where);
  await limited.clock.advance(6_900);
  expect(limited.published).toEqual([]);
  await limited.clock.advance(200);
  expect(limited.published).toHaveLength(1);
});

test("publishing a Slack home tab is retried if reading the tab's content fails", async () => {
  const broken = world();
  broken.page(new Error("disk"));
  broken.homes.opened(ada, where);
  await broken.clock.advance(1_000);
  broken.page([plain("first")]);
  await broken.clock.advance(10_000);
  expect(broken.published.map(({ user }) => user)).toEqual(["U1"]);
});

test("publishing a Slack home tab is not retried in a workspace where the bot is not installed", async () => {
  const { clock, homes, log, published } = world();
  homes.opened(ben, { teamId: "T2", enterpriseId: null });
  await clock.advance(11_000);
  expect(published).toEqual([]);
  expect(log.lines.map(({ event }) => event)).toEqual(["slack home not published"]);
});

test("no Slack home tab is published after the bot stops", async () => {
  const { clock, homes, published, page } = world();
  homes.opened(ada, where);
  await clock.advance(1_000);
  page([plain("second")]);
  homes.changed(ada);
  homes.close();
  await clock.advance(60_000);
  expect(published).toHaveLength(1);
});

test("a Slack home tab cannot be rendered with more than 100 blocks", () => {
  const homeWith = (parts: number) =>
    homeView(Array.from({ length: parts }, (_, nth) => plain(`Part ${nth}`, { body: nth === 0 ? [] : [["words"]] })));
  const full = homeWith(34);
  expect(full.blocks).toHaveLength(100);
  expect(checkHome(full)).toMatchObject({ ok: true });
  expect(() => homeWith(35)).toThrow("too many blocks: 103");
});
