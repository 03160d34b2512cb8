import type { Server } from "node:http";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { openStandings } from "../people.ts";
import { openDelivery } from "./delivery.ts";
import { openFiles, openUploads } from "./files.ts";
import { openResponseUrls } from "./response-urls.ts";
import type { SlackCondition } from "./slack-condition.ts";
import { openRateLimits } from "./slack-limits.ts";
import { openTimeline } from "./timeline.ts";
import { openHomes, openTriggerIds, openViews } from "./views.ts";
import { openGrants, openWorkspace } from "./workspace.ts";

export type World = ReturnType<typeof openWorld>;

export function openWorld(deps: {
  clock: SandboxClock;
  journal: Journal;
  server: Server;
  origin: string;
  socketWaitMs: number;
  condition: SlackCondition;
  way?: ReturnType<typeof openDelivery>;
}) {
  const { clock, journal, server, origin, socketWaitMs, condition } = deps;
  const workspace = openWorkspace(clock);
  const files = openFiles(origin);
  const timeline = openTimeline({ clock, journal, workspace, files });
  const rateLimits = openRateLimits(clock);
  const way = deps.way ?? openDelivery({ clock, journal, server, origin, waitMs: socketWaitMs });
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
    chosenLocales: new Map<string, string>(),
    standings: openStandings(),
    triggerIds: openTriggerIds(clock),
    responseUrls: openResponseUrls({ origin, clock, journal, timeline, rateLimits, condition }),
    rateLimits,
    condition,
    ...way,
    last: { again: () => {} },
  };
}
