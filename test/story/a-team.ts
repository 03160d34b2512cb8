import { boat, type Story, says } from "./stage.ts";
import type { Place } from "./world.ts";

export const asTeam = { ...boat, pay: "team" };

/** Ben, who manages the team, gives it this key, which everybody here may spend from now on; the one that the service takes by default. */
export async function giveTeamKey(story: Story, key = story.sandbox.video.key): Promise<void> {
  await story.type("video-team", "setup", "ben");
  await story.until(says(/Team key: none yet/), "ben");
  await story.press("Team key", "ben");
  await story.fillForm({ key }, "ben");
  await story.verdict(/The team's key \(ends in .{4}\) is stored encrypted/, "ben");
  await story.type("video-team", "setup", "ben");
  await story.until(says(/Nobody may spend yet/), "ben");
  await story.press("Who may spend", "ben");
  await story.fillForm({ everyone: "yes" }, "ben");
  await story.until(says(/May spend: everyone here/), "ben");
}

/** Credits a month for the whole team. */
export async function capTeam(story: Story, teamMonth: string): Promise<void> {
  await story.press("Rules", "ben");
  await story.fillForm({ team_month: teamMonth }, "ben");
  await story.until(says(/Each month: (?!no cap for the team)/), "ben");
}

/** From now on Ben is asked before any video, in the public channel. */
export async function askForApprovals(story: Story, place: Place): Promise<void> {
  await story.press("Rules", "ben");
  await story.fillForm({ ask_above: "0", approvals: story.sandbox[place].channelId }, "ben");
  await story.until(says(/Approvals will arrive here/), "cleo");
  await story.verdict(/Approvals channel: chosen/, "ben");
}
