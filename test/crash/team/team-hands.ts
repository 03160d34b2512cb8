import type { Sandbox } from "../../../sandbox/src/sandbox.ts";
import { type Hands, handsOn } from "../../../src/cli/demo/hands.ts";
import { buttonOf, messagesBefore } from "../../../src/cli/demo/seen.ts";
import type { Platform } from "../protocol.ts";

const silent = { line: () => {} };
const APPROVE = "Approve 95 credits";

function handsFor(sandbox: Sandbox, platform: Platform, withinMs: number): Hands {
  return handsOn(sandbox, platform, { board: silent, after: 0, withinMs });
}

/** Ben gives the team a key that everybody may spend, and is asked before every video. */
export async function setUpTeam(sandbox: Sandbox, platform: Platform): Promise<void> {
  const hands = handsFor(sandbox, platform, 20_000);
  await hands.types("ben", "setup");
  await hands.presses("ben", "Team key");
  await hands.fills("ben", "Team key", { key: sandbox.video.key });
  await hands.finds("ben", /The team's key \(ends in .{4}\) is stored encrypted/);
  await hands.types("ben", "setup");
  await hands.presses("ben", "Who may spend");
  await hands.fills("ben", "Who may spend", { everyone: "yes" });
  await hands.reads("ben", /May spend: everyone here/);
  await hands.presses("ben", "Rules");
  await hands.fills("ben", "Rules", { ask_above: "0", approvals: hands.channelId });
  await hands.reads("cleo", /Approvals will arrive here/);
  await hands.finds("ben", /Approvals channel: chosen/);
}

/** Cleo, who has no key, asks for a video. */
export async function askAsCleo(sandbox: Sandbox, platform: Platform, prompt: string): Promise<void> {
  await handsFor(sandbox, platform, 1_000).asks("cleo", prompt);
}

/**
 * Somebody says a word about a video that is asked about, `roll` (0 to 1) says who, what, and about which. Not waited for:
 * a bot that is killed answers nothing.
 */
export function sayAWord(sandbox: Sandbox, platform: Platform, roll: number): void {
  const asked = messagesBefore(sandbox, platform, { after: 0, personId: "ben" }).flatMap(({ id, raw }) => {
    const action = buttonOf(raw, APPROVE);
    return action === null ? [] : [{ id, action, raw }];
  });
  const at = roll * asked.length;
  const found = asked[Math.floor(at)];
  const withdraw = () =>
    void handsFor(sandbox, platform, 200)
      .presses("cleo", "Withdraw")
      .catch(() => {});
  // A question may be lost with the bot that posted it; its person can take the video back.
  if (!found) {
    if (roll < 0.1) withdraw();
    return;
  }
  const what = at % 1;
  const { id, action, raw } = found;
  const press = (personId: string, button: string) => sandbox[platform].press(personId, id, button).catch(() => {});
  // Ada manages nothing.
  if (what < 0.1) void press("ada", action);
  if (what >= 0.1 && what < 0.75) void press("ben", action);
  if (what >= 0.6 && what < 0.9) void decline(sandbox, platform, () => press("ben", buttonOf(raw, "Decline") ?? ""));
  if (what >= 0.9)
    void handsFor(sandbox, platform, 200)
      .presses("cleo", "Withdraw")
      .catch(() => {});
}

async function decline(sandbox: Sandbox, platform: Platform, press: () => Promise<unknown>): Promise<void> {
  await press();
  await handsFor(sandbox, platform, 1_500)
    .fills("ben", "Decline this video?", { note: "not this one" })
    .catch(() => {});
}
