import type { Server } from "node:http";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { openStandings, type Standings } from "../people.ts";
import { type Delivery, openDelivery } from "./delivery.ts";
import { type Files, openFiles, openUploads, type Uploads } from "./files.ts";
import { openRequests, type Requests } from "./requests.ts";
import { openResponseUrls, type ResponseUrls } from "./response-urls.ts";
import type { Sky } from "./slack-condition.ts";
import { openRateLimits, type RateLimits } from "./slack-limits.ts";
import { openSockets, type Sockets } from "./sockets.ts";
import { openTimeline, type Timeline } from "./timeline.ts";
import { type Homes, openHomes, openTriggerIds, openViews, type TriggerIds, type Views } from "./views.ts";
import { type Grants, openGrants, openWorkspace, type Workspace } from "./workspace.ts";

/** All that the sandbox's Slack holds. */
export interface World {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly workspace: Workspace;
  readonly timeline: Timeline;
  readonly views: Views;
  readonly homes: Homes;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly grants: Grants;
  /** Languages that people have chosen since the start, by their ids of ours. */
  readonly chosenLocales: Map<string, string>;
  readonly standings: Standings;
  readonly triggerIds: TriggerIds;
  readonly responseUrls: ResponseUrls;
  readonly rateLimits: RateLimits;
  readonly sky: Sky;
  readonly sockets: Sockets;
  readonly requests: Requests;
  readonly delivery: Delivery;
  /** The newest envelope, to be delivered once more. */
  readonly last: { again(): void };
}

export function openWorld(deps: {
  clock: SandboxClock;
  journal: Journal;
  server: Server;
  origin: string;
  socketWaitMs: number;
  sky: Sky;
  /** Of another workspace's world: the app has one way only. */
  way?: Pick<World, "sockets" | "requests" | "delivery">;
}): World {
  const { clock, journal, server, origin, socketWaitMs, sky } = deps;
  const workspace = openWorkspace(clock);
  const files = openFiles(origin);
  const timeline = openTimeline({ clock, journal, workspace, files });
  const rateLimits = openRateLimits(clock);
  const way = deps.way ?? openWay({ clock, journal, server, origin, waitMs: socketWaitMs });
  return {
    clock,
    journal,
    workspace,
    timeline,
    views: openViews({ clock, journal }),
    homes: openHomes({ journal, workspace }),
    files,
    uploads: openUploads(origin, files),
    grants: openGrants(),
    chosenLocales: new Map(),
    standings: openStandings(),
    triggerIds: openTriggerIds(clock),
    responseUrls: openResponseUrls({ origin, clock, journal, timeline, rateLimits, sky }),
    rateLimits,
    sky,
    ...way,
    last: { again: () => {} },
  };
}

function openWay(deps: Parameters<typeof openSockets>[0]): Pick<World, "sockets" | "requests" | "delivery"> {
  const sockets = openSockets(deps);
  const requests = openRequests(deps);
  return { sockets, requests, delivery: openDelivery({ sockets, requests }) };
}
