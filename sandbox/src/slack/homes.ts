import type { Journal } from "../journal.ts";
import { personWith } from "../people.ts";
import type { Home } from "./check/check-view.ts";
import { ids, type Workspace } from "./workspace.ts";

/** A home as Slack holds and returns it. */
export interface HeldHome extends Home {
  readonly id: string;
  readonly team_id: string;
  readonly app_id: string;
  readonly bot_id: string;
  readonly hash: string;
}

/** What each person sees behind the app's Home tab. */
export interface Homes {
  publish(slackUserId: string, home: Home): HeldHome;
  of(slackUserId: string): HeldHome | undefined;
}

export function openHomes({ journal, workspace }: { journal: Journal; workspace: Workspace }): Homes {
  const homes = new Map<string, HeldHome>();
  return {
    publish(slackUserId, home) {
      const id = `VHOME${slackUserId}`;
      const held = { ...home, id, team_id: ids.teamId, app_id: ids.appId, bot_id: ids.botId, hash: workspace.nextTs() };
      homes.set(slackUserId, held);
      const person = personWith(slackUserId);
      journal.add({ place: "slack", kind: "home", ...(person && { personId: person.id }), payload: held });
      return held;
    },
    of: (slackUserId) => homes.get(slackUserId),
  };
}
