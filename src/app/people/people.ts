import type { Config } from "../../config.ts";
import type { Installations } from "../../core/installations.ts";
import type { Decide } from "../../core/job/decide.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { PersonalData } from "../../core/personal-data.ts";
import type { TeamStore } from "../../core/team/team-store.ts";
import { languageStore } from "../../people/languages.ts";
import { offeredPictures } from "../../people/offered-pictures.ts";
import { pendingRequests } from "../../people/pending.ts";
import { styleStore } from "../../people/styles.ts";
import { unconfirmedRequests } from "../../people/unconfirmed-requests.ts";
import { welcomedPeople } from "../../people/welcomed.ts";
import type { Outside } from "../outside.ts";
import type { Storage } from "../watch.ts";
import { forgetPeople } from "./forget-people.ts";
import { forgetTeam } from "./forget-team.ts";
import { type ForgetWorkspaces, forgetWorkspaces } from "./forget-workspaces.ts";
import { installationsIn } from "./installations.ts";
import { personalData, recordsRemover } from "./personal-data.ts";
import { sweepDaily } from "./sweep.ts";

const FOR_KEY = "pending";
const FOR_WORD = "kept";
/** Where requests wait for their person's key, or for a press of theirs. */
export const REQUESTS_THAT_WAIT: readonly string[] = [FOR_KEY, FOR_WORD];

export type People = ReturnType<typeof openPeople>;

/** What belongs to people and workspaces, and forgetting it. `tell` advances a job that somebody has left, `withdraw` ends its wait. */
export function openPeople(
  config: Pick<Config, "RETENTION_DAYS">,
  { clock, log }: Pick<Outside, "clock" | "log">,
  { engine, jobs, vault, refused, settings, changed, deleted }: Storage,
  { tell, withdraw }: Pick<Decide, "withdraw"> & { tell(id: JobId, event: JobEvent): Promise<unknown> },
) {
  const records = {
    settings,
    languages: languageStore(engine.keyv("settings")),
    pending: pendingRequests(engine.keyv(FOR_KEY), clock),
    unconfirmed: unconfirmedRequests(engine.keyv(FOR_WORD), clock),
    offered: offeredPictures(engine.keyv("offered"), clock),
    welcomed: welcomedPeople(engine.keyv("welcomed"), clock),
    styles: styleStore(engine.keyv("styles"), (entry) => engine.swap("styles", entry)),
  };
  const stores = ["keys", "settings", ...REQUESTS_THAT_WAIT, "offered", "welcomed", "styles"].map((name) =>
    engine.keyv(name),
  );
  const installations: Installations = installationsIn(vault);
  const people = forgetPeople({
    leaving: engine.keyv("going"),
    jobs: { ...engine.personal, openJobsOf: (owner) => jobs.openJobsOf(owner) },
    withdraw,
    removeRecords: recordsRemover(stores),
    takeOff: (id, userId) => tell(id, { kind: "listener_left", userId }),
    deleted,
    changed,
    clock,
    log,
  });
  const teams: Pick<TeamStore, "openJobs" | "forget"> = {
    openJobs: (team) => engine.teams.openJobs(team),
    async forget(team) {
      await engine.teams.forget(team);
      await records.styles.forget(team);
    },
  };
  const leave = (id: JobId) => tell(id, { kind: "workspace_left" });
  const workspaces: ForgetWorkspaces = forgetWorkspaces({
    leaving: engine.keyv("leaving"),
    installations,
    jobs,
    forgetTeam: async (id) => {
      await teams.forget({ platform: "slack", teamId: id });
      await refused.clear({ platform: "slack", teamId: id });
    },
    stores,
    deleted,
    leave,
    clock,
    log,
  });
  const team = forgetTeam({
    leaving: engine.keyv("leaving-teams"),
    teams,
    vault,
    refused,
    leave,
    deleted,
    clock,
    log,
  });
  const data: PersonalData = personalData({ jobs: engine.personal, vault, ...records, forget: people.forget });
  let stopSweeping = () => {};

  return {
    records,
    data,
    installs: { installations, left: workspaces.left },
    teamLeft: team.left,
    teamJoined: team.joined,
    /** Goes on with what an earlier life began to forget, and forgets what is old each day. */
    begin(): void {
      void workspaces.resume();
      void team.resume();
      void people.resume();
      stopSweeping = sweepDaily({
        jobs,
        teams: engine.teams,
        notices: engine.notices,
        deleted,
        clock,
        log,
        retentionDays: config.RETENTION_DAYS,
      });
    },
    stop(): void {
      stopSweeping();
      workspaces.stop();
      team.stop();
      people.stop();
    },
  };
}
