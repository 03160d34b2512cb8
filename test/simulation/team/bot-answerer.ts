import { commandAnswerer } from "../../../src/commands/answer.ts";
import type { PayingDeps } from "../../../src/commands/visit.ts";
import type { Command, Standing } from "../../../src/core/command.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { offeredPictures, unconfirmedRequests } from "../../../src/people/kept-requests.ts";
import { ledger, welcomedPeople } from "../../../src/people/own-records.ts";
import { memoryStyles } from "../../commands/command-world.ts";
import { untoldPeople } from "../../commands/team/team-world.ts";
import { noLists } from "../../fakes/alone.ts";
import { memoryKeyv } from "../../fakes/memory-keyv.ts";
import { memoryPersonalData } from "../../fakes/personal-data.ts";
import type { Bot } from "../world/boot.ts";

/** Answers what people type and press, as one process of the bot does. */
export function botAnswerer(
  { deps, stores, refused, accept, decide, wakeWaiting }: Bot,
  standingOf: (command: Pick<Command, "owner">) => Standing | null,
) {
  const { jobs, vault, clock, room } = deps;
  const settings = { get: async () => ({ ...noSettings, isAttached: false }), put: async () => {} };
  const pending = { keep: async () => {}, take: async () => null, find: async () => null };
  const people = {
    vault,
    jobs,
    settings,
    pending,
    unconfirmed: unconfirmedRequests(memoryKeyv(), clock),
    offered: offeredPictures(memoryKeyv(), clock),
    welcomed: welcomedPeople(memoryKeyv(), clock),
  };
  const paying: PayingDeps = {
    ...deps,
    ...people,
    prefix: "video",
    judgePrompts: async () => null,
    styles: memoryStyles(),
    retentionDays: 90,
    teams: stores.teams,
    refused,
    people: { ...untoldPeople, standingOf: async (command) => standingOf(command) },
    data: memoryPersonalData({ ...people, personal: stores.personal }),
    files: null,
    canContinue: () => false,
    joinParts: async () => ({ kind: "not_joined", why: "busy", maxBytes: 0 }),
    spendingOf: ledger(jobs, clock),
    judgeAddress: () => null,
    accept,
    wakeWaiting,
    notifyMe: async () => null,
    decide,
    askLink: async () => ({ kind: "no_answer" }),
    deleteCard: async () => ({ kind: "deleted", left: [] }),
    rate: async () => true,
    troubles: () => [],
    rules: {
      maxJobsPerUser: room.ofOwner,
      maxJobsPerWorkspace: room.ofWorkspace,
      maxWaitingPerUser: room.waitingOfOwner,
      commandsPerMinute: 100,
      access: noLists,
    },
  };
  return commandAnswerer(paying);
}
