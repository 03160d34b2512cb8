import type { Installs } from "./installs.ts";
import { ids } from "./workspace.ts";
import type { World } from "./world.ts";

const nobodyWaits = { answered: () => {}, unanswered: () => {}, late: () => {} };

/** An admin removes the app from the workspace: its tokens are dead at once, and the app is told in two events, in no order. */
export function uninstall({ clock, delivery }: World, installs: Installs, teamId: string): void {
  installs.revoke(teamId);
  const about = {
    type: "event_callback",
    token: ids.verificationToken,
    team_id: ids.teamId,
    api_app_id: ids.appId,
    event_time: Math.floor(clock.now() / 1_000),
    authorizations: [],
  };
  const events = [{ type: "tokens_revoked", tokens: { oauth: [], bot: [ids.botUserId] } }, { type: "app_uninstalled" }];
  for (const event of events) {
    const payload = { ...about, event, event_id: `Ev${event.type}${clock.now()}` };
    delivery.send({ type: "events_api", payload, accepts_response_payload: false }, nobodyWaits);
  }
}
