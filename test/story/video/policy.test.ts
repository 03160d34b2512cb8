import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { localServer } from "../../video-api/local-server.ts";
import { hasVideo, mostly, says, tell } from "../stage.ts";

const REFUSED = "a forbidden boat in the rain";

/** The operator's file, with one rule. */
function aFile(): string {
  const dir = mkdtempSync(join(tmpdir(), "reelay-policy-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "policy.yaml");
  writeFileSync(path, "rules:\n  - { name: Nothing forbidden, words: [forbidden] }\n");
  return path;
}

test.for(mostly("slack"))("a prompt that breaks a rule is refused on %s, privately and for nothing", async (place) => {
  const story = await tell(place, { env: { POLICY_FILE: aFile() } });
  const { discord, slack, video } = story.sandbox;
  const type = (prompt: string) =>
    place === "discord" ? discord.command("ada", "video", { prompt }) : slack.command("ada", `/video ${prompt}`);
  await type(REFUSED);
  const seen = await story.until(says(/breaks the rule “Nothing forbidden”/, /Nothing was charged/));
  expect(seen.find(({ text }) => text.includes("breaks the rule"))?.isPrivate).toBe(true);
  expect(story.seen("ben").filter(({ text }) => text.includes("rule"))).toEqual([]);
  expect(seen.map(({ text }) => text).join()).not.toContain(REFUSED);
  expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  await type("a paper boat in the rain");
  await story.until(hasVideo);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

test("while the operator's service hangs, people are told in time, and nothing is paid for", async () => {
  const server = await localServer(() => {});
  const story = await tell("discord", { env: { POLICY_URL: server.origin } });
  const began = performance.now();
  await story.sandbox.discord.command("ada", "video", { prompt: "a paper boat in the rain" });
  await story.until(says(/that check didn't answer/, /Nothing was charged/));
  const tookMs = performance.now() - began;
  process.stdout.write(`told after ${Math.round(tookMs)} ms while the service hangs\n`);
  // Discord hangs up after three seconds.
  expect(tookMs).toBeLessThan(2_500);
  expect(server.received).toMatchObject([{ body: { text: "a paper boat in the rain", platform: "discord" } }]);
  expect(story.sandbox.video.tasks()).toEqual([]);
});
