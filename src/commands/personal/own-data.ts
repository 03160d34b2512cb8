import type { ActionOf } from "../../core/button.ts";
import type { Answer, Finish, OwnFile } from "../../core/command.ts";
import { shownJob } from "../../core/film/film-chain.ts";
import { jobIdFrom, type Owner, ownerName } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { PersonalData, Tally } from "../../core/personal-data.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import { buttonFor } from "../../messages/card/buttons.ts";
import {
  confirmDeletion,
  costEntry,
  dataDeleted,
  dataFile,
  dataWithoutFile,
  deletionTooOld,
  headEntry,
  videoEntry,
} from "../../messages/pages/data-page.ts";
import { type ActTable, type PressHandlers, privateReply, replaceMessage, type Visit, working } from "../visit.ts";

export const dataActs = {
  export_data: { needs: null, handle: exportData },
  delete_data: { needs: null, handle: askDeletion },
} satisfies Partial<ActTable>;
export const dataPresses = { delete_data: deleteData } satisfies Partial<PressHandlers>;

function exportData(visit: Visit): Answer {
  return working(visit, shortReply("gatheringData", visit.words), gatherData, "notPrepared");
}

async function gatherData({ deps, command, words }: Visit): Promise<Finish> {
  const { vault, clock, prefix, retentionDays } = deps;
  const data = { ...deps.data, videos: (owner: Owner) => shownVideos(deps, owner) };
  const { owner } = command;
  const [tally, key, records, listedIn, acts] = await Promise.all([
    data.tally(owner),
    vault.get(owner),
    data.records(owner),
    data.listedIn(owner),
    data.acts(owner),
  ]);
  const keyEnding = key?.lastFour() ?? null;
  const head = headEntry({ owner, madeAt: clock.now(), retentionDays, keyEnding, records, listedIn, acts });
  const file: OwnFile = {
    name: "reelay-data.json",
    type: "application/json",
    within: async (maxBytes) => {
      const { content, leftOut } = await written({ data, owner, head, tally, maxBytes });
      return { content, message: dataFile(owner.platform, leftOut, words) };
    },
    unsure: shortReply("dataUnsure", words),
    notNow: shortReply("dataNotNow", words),
  };
  return { message: dataWithoutFile(tally, prefix, words), file };
}

async function* shownVideos({ data, keptFilms, clock }: Visit["deps"], owner: Owner): AsyncGenerator<Job, void> {
  for await (const job of data.videos(owner)) yield shownJob(job, keptFilms, clock.now());
}

/** Room for the rest of the file and the separators between entries. */
const FRAME_BYTES = 1_000;

/** If not everything fits, the oldest entries are left out. */
async function written(how: {
  readonly data: PersonalData;
  readonly owner: Owner;
  readonly head: object;
  readonly tally: Tally;
  readonly maxBytes: number;
}): Promise<{ readonly content: Uint8Array; readonly leftOut: number }> {
  const { data, owner, head, tally, maxBytes } = how;
  const begin = JSON.stringify(head, null, 2).replace(/\n\}$/, "");
  const bytesLeft = maxBytes - Buffer.byteLength(begin) - FRAME_BYTES;
  // Costs are short and are stored longer than their videos.
  const costs = await fitting(data.costs(owner), costEntry, bytesLeft / 4);
  const videos = await fitting(data.videos(owner), videoEntry, bytesLeft - costs.bytes);
  const olderCosts = Math.max(0, tally.costs - costs.entries.length);
  const written = videos.taken.filter((job) => !job.parts).length;
  const olderVideos = Math.max(0, tally.open + tally.waiting + tally.ending + tally.ended - written);
  const missing = { olderVideos, olderCosts };
  const leftOut = `"leftOutBecauseTheFileWouldBeTooLarge": ${JSON.stringify(missing)}`;
  const text = [begin, list("videos", videos.entries), list("costs", costs.entries), `  ${leftOut}\n}\n`].join(",\n");
  return { content: Buffer.from(text), leftOut: olderVideos + olderCosts };
}

async function fitting<Item>(
  items: AsyncIterable<Item>,
  entryOf: (item: Item) => object,
  maxBytes: number,
): Promise<{ readonly taken: readonly Item[]; readonly entries: readonly string[]; readonly bytes: number }> {
  const taken: Item[] = [];
  const entries: string[] = [];
  let bytes = 0;
  for await (const item of items) {
    const entry = JSON.stringify(entryOf(item), null, 2).replace(/^/gm, "    ");
    const more = Buffer.byteLength(entry) + 2;
    if (bytes + more > maxBytes) break;
    bytes += more;
    taken.push(item);
    entries.push(entry);
  }
  return { taken, entries, bytes };
}

function list(name: string, entries: readonly string[]): string {
  return entries.length === 0 ? `  "${name}": []` : `  "${name}": [\n${entries.join(",\n")}\n  ]`;
}

/** A question older than this may be out of date. */
const GOOD_FOR_MS = 15 * 60_000;

async function askDeletion({ deps, command, ask, words }: Visit): Promise<Answer> {
  const { owner } = command;
  const tally = await ask(() => deps.data.tally(owner));
  if (isNothing(tally)) return privateReply(shortReply("nothingStored", words));
  const askedAtSeconds = Math.floor(deps.clock.now() / 1_000);
  const button = buttonFor({ kind: "delete_data", person: personOf(owner), askedAtSeconds }, words);
  return privateReply(confirmDeletion(tally, button, words));
}

async function deleteData(
  { deps, command, ask, words }: Visit,
  { person, askedAtSeconds }: ActionOf<"delete_data">,
): Promise<Answer> {
  const { data, clock, prefix } = deps;
  const { owner } = command;
  if (person !== personOf(owner)) return privateReply(shortReply("notYourData", words));
  if (clock.now() - askedAtSeconds * 1_000 > GOOD_FOR_MS) return replaceMessage(deletionTooOld(prefix, words));
  const before = await ask(() => data.tally(owner));
  if (isNothing(before)) return replaceMessage(shortReply("nothingStored", words));
  // May finish after the time limit: the person has confirmed it.
  const left = await ask(() => data.forget(owner).then(() => data.tally(owner))).catch(() => null);
  return replaceMessage(left ? dataDeleted({ before, left }, words) : shortReply("dataGoing", words));
}

function personOf(owner: Owner): string {
  return jobIdFrom("delete data", ownerName(owner));
}

function isNothing(tally: Tally): boolean {
  return Object.values(tally).every((stored) => !stored);
}
