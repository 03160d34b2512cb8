import type { Sandbox } from "../../../sandbox/src/sandbox.ts";
import { linesOf } from "../../../src/cli/demo/seen.ts";
import { asTeam } from "../stage.ts";
import type { Place } from "../world.ts";

export const COUNT = 200;
const PRICE = 95;
/** This many videos fit under the cap, and not one more. */
export const ROOM = 7;
export const CAP = String(ROOM * PRICE + PRICE - 1);
/** The price of the seven. */
export const CHARGED = ROOM * PRICE;

/** Nothing but the cap stands in the way of a burst. */
export const unbound = {
  ATTACH_VIDEOS: "off",
  COMMANDS_PER_MINUTE: "10000",
  MAX_JOBS_PER_USER: "1000",
  MAX_JOBS_PER_WORKSPACE: "1000",
};

/** As many people of the crowd, all of whom read English. */
export const crowd = (count: number) =>
  Array.from({ length: count }, (_, n) => `guest-${String(n + 101).padStart(4, "0")}`);

const WITHIN_MS = 20_000;
const isStopped = /This video costs 95 credits, and the team has \d+ credits left this month[\s\S]*Nothing was charged/;
const isForNothing = /nothing was charged/i;
const isReady = /The video is ready/;

/** Slack tells 100 profiles a minute: a person of its crowd is known for five minutes, once they have asked whether they may spend. */
export async function isKnownOnSlack({ slack, journal }: Sandbox, personId: string): Promise<void> {
  const asked = await slack.command(personId, "/video-team status");
  const isTold = /You may spend this team's credits here/;
  await journal.find(
    ({ interactionId, payload }) => interactionId === asked && isTold.test(linesOf(payload).join("\n")),
  );
}

/**
 * 200 commands of those people at the same moment, which the team is to pay for; resolves when each has become a task or was
 * told that the cap stops it, or at the first task too many. On a busy machine some are told to try again, and are typed again.
 */
export async function burst(sandbox: Sandbox, place: Place, people: readonly string[]) {
  const { journal, video } = sandbox;
  const stopped = new Set<string>();
  const late = new Set<string>();
  const ready = new Set<string>();
  journal.listen(({ kind, interactionId, messageId, payload }) => {
    const text = linesOf(payload).join("\n");
    if (messageId && isReady.test(text)) ready.add(messageId);
    if (!interactionId || stopped.has(interactionId) || late.has(interactionId)) return;
    if (isStopped.test(text)) stopped.add(interactionId);
    else if (kind === "unanswered" || isForNothing.test(text)) late.add(interactionId);
  });
  const type = (nth: number) => {
    const [prompt, personId] = [`boat ${nth}`, people[nth % people.length] ?? ""];
    return place === "discord"
      ? sandbox.discord.command(personId, "video", { ...asTeam, prompt })
      : sandbox.slack.command(personId, `/video ${prompt} --pay team`);
  };
  for (let typed = 0; typed < COUNT + late.size; ) {
    const more = COUNT + late.size - typed;
    await Promise.all(Array.from({ length: more }, (_, n) => type(typed + n)));
    typed += more;
    const areTold = () => {
      const { tasks } = video.ledger();
      return tasks > ROOM || stopped.size + late.size + tasks >= typed;
    };
    if (!areTold()) await journal.find(areTold, { after: journal.last(), withinMs: WITHIN_MS });
  }
  // One that was told too late to its person may be paid for all the same, and its task is still to come.
  const areBegun = () => video.ledger().tasks >= ROOM;
  if (!areBegun()) await journal.find(areBegun, { withinMs: WITHIN_MS });
  return {
    stopped: stopped.size,
    /** Resolves when that number of cards say that their video is ready. */
    allReady: (count: number) => journal.find(() => ready.size >= count, { withinMs: WITHIN_MS }),
  };
}
