import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { answersFirst } from "../../src/app/answers-first.ts";
import { openDesk } from "../../src/app/desk.ts";
import { openPictures } from "../../src/app/media.ts";
import { openPeople } from "../../src/app/people/people.ts";
import { openStorage } from "../../src/app/storage.ts";
import { watchStorage } from "../../src/app/watched-storage.ts";
import { openWork } from "../../src/app/work.ts";
import { readConfig } from "../../src/config.ts";
import { refuse } from "../../src/core/result.ts";
import { aCommand } from "../commands/command-world.ts";
import { inFolder } from "../engines/in-folder.ts";
import { aBotOnDiscord } from "../fakes/a-bot-on-discord.ts";
import { aDiscordReply, aJob } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { evenChance, toldClock } from "../fakes/told-clock.ts";

/** The desk of a bot in that folder, whose platforms are not connected. */
async function aDesk(dir: string) {
  const config = readConfig({ ...aBotOnDiscord, DATA_DIR: dir });
  if (!config.ok) throw new Error(config.refusal.join());
  const clock = toldClock();
  const outside = { clock, chance: evenChance, log: keptLog() };
  const opened = await openStorage(config.value, outside);
  if (!opened.ok) throw new Error(opened.refusal);
  const storage = watchStorage(config.value, outside, opened.value);
  const nowhere = () => {
    throw new Error("no platform is connected");
  };
  const pictures = openPictures(config.value, outside, storage, { platforms: nowhere, ownOrigin: nowhere });
  const stopping = new AbortController().signal;
  const films = Promise.resolve(null);
  const work = openWork(config.value, outside, storage, {
    films,
    hasDecoder: false,
    pictures,
    chatOf: nowhere,
    people: { memberNow: nowhere },
    stopping,
  });
  const people = openPeople(config.value, outside, storage, {
    tell: async () => null,
    withdraw: async () => refuse({ kind: "gone" }),
  });
  const first = answersFirst(clock);
  const desk = openDesk(config.value, storage, {
    people,
    work,
    pictures,
    first,
    judgePrompts: async () => null,
    platforms: nowhere,
  });
  return { clock, desk, people, ...storage };
}

test("how an answer was taken is noted when nothing is being decided at the desk", () =>
  inFolder(async (dir) => {
    const { clock, desk, jobs, engine } = await aDesk(dir);
    const job = aJob();
    await jobs.insert(job);
    const versionNow = async () => (await jobs.load(job.id))?.version;
    const answer = desk.answer(aCommand({ kind: "help" }));
    const noted = desk.answered(job.id, { kind: "given", reply: aDiscordReply() });
    await answer;
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(await versionNow()).toBe(1);
    await clock.advance(1);
    await noted;
    expect(await versionNow()).toBe(2);
    await engine.close();
  }));
