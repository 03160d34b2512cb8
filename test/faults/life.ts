import { performance } from "node:perf_hooks";
import type { Job } from "../../src/core/job/job.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { TEST_START } from "../fakes/jobs.ts";
import { type KeptLog, keptLog } from "../fakes/kept-log.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { type Act, type Around, aBot, type Place } from "./bot.ts";
import { discordDesk } from "./discord-desk.ts";
import type { Fault } from "./fault.ts";
import { elsewhere, faultServer } from "./fault-server.ts";
import { filmDesk } from "./film-desk.ts";
import { type Screen, type Seen, screen } from "./screen.ts";
import { slackDesk } from "./slack-desk.ts";
import { toldNames } from "./told-names.ts";
import { type Ledger, videoDesk } from "./video-desk.ts";

/** One square of the grid. `isCarriedOut`: the server does what it was asked before it misbehaves. */
export interface Cell {
  readonly fault: Fault;
  readonly act: Act;
  readonly place: Place;
  readonly isCarriedOut: boolean;
}

/** What was there to be seen of one life. */
export interface Lived {
  readonly cell: Cell;
  readonly job: Job;
  readonly charges: number;
  readonly imageUrl: string | null;
  readonly screen: Screen;
  /** Texts that said "nothing was charged" at a moment when a charge stood. */
  readonly lies: readonly Seen[];
  /** How often the fault was met, somebody came to where redirects point, and a promise was left to nobody. */
  readonly met: number;
  readonly visits: number;
  readonly unhandled: readonly string[];
  /** Most bytes that the server could send in one answer, and that this process held more than before. */
  readonly bytesTaken: number;
  readonly bytesHeld: number;
  /** Not over within 10 s of the machine's time or 2 h of its own. */
  readonly isStuck: boolean;
  readonly log: KeptLog;
}

const CHANNEL = { discord: "400000000000000004", slack: "C0000000003" } as const;
const REAL_LIMIT_MS = 10_000;
const LIFE_LIMIT_MS = 7_200_000;

/** Turns of the event loop in which loopback brings what was sent. */
const IO_TURNS = 8;

/** Resolves once no file is being read or written and no name looked up: the machine's time is not the bot's. */
async function machineRests(isLate: () => boolean): Promise<void> {
  await turns(IO_TURNS);
  while (!isLate() && process.getActiveResourcesInfo().some((kind) => /^(FSReq|GetAddrInfoReq)/.test(kind)))
    await turns(IO_TURNS);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lives one command to its end, with one fault at one act. */
export async function life(cell: Cell): Promise<Lived> {
  const { fault, act, place, isCarriedOut } = cell;
  const platform = place === "slack" ? "slack" : "discord";
  const clock = toldClock(TEST_START);
  const log = keptLog();
  const ledger: Ledger = { charges: 0, imageUrl: null };
  const hasFrame = act === "film" || act === "frame";
  const lies: Seen[] = [];
  const seen = screen(namer(platform), (text) => {
    if (ledger.charges > 0 && /nothing (was )?charged/i.test(text.lines.join(" "))) lies.push(text);
  });
  const trap = await elsewhere();
  const chatDesk = (platform === "discord" ? discordDesk : slackDesk)(seen, CHANNEL[platform]);
  const video = await faultServer({ desk: videoDesk(ledger), clock, elsewhere: trap.origin });
  const chat = await faultServer({ desk: chatDesk, clock, elsewhere: trap.origin });
  const film = await faultServer({ desk: filmDesk(), clock, elsewhere: trap.origin });
  const struck = { film, frame: chat, start: video, look: video, edit: chat, post: chat }[act];
  const names = fault.strike.kind === "no name" ? toldNames() : null;
  let unnamed = 0;
  let isDue = true;
  let inFlight = 0;

  const around: Around = async (called, call) => {
    const isStruck = called === act && isDue;
    if (isStruck) isDue = false;
    inFlight += 1;
    try {
      if (!isStruck) return await call();
      if (fault.strike.kind === "nobody listens") await struck.away();
      else if (names) {
        names.isKnown = false;
        unnamed += 1;
      } else struck.arm(fault, isCarriedOut);
      return await call();
    } finally {
      if (isStruck && fault.strike.kind === "nobody listens") await struck.back();
      if (names) names.isKnown = true;
      inFlight -= 1;
    }
  };
  const host = (server: typeof video) =>
    `http://${names && server === struck ? "service.test" : "127.0.0.1"}:${server.port}`;
  const filmUrl = hasFrame ? `${host(film)}/film.mp4` : null;
  const bot = aBot({ place, videoUrl: host(video), chatUrl: host(chat), clock, log, around, filmUrl });

  const unhandled: string[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(String(reason));
  process.on("unhandledRejection", onUnhandled);
  const heldBefore = bytesHeld();
  let mostHeld = heldBefore;
  const began = performance.now();
  const isLate = () => performance.now() - began > REAL_LIMIT_MS || clock.now() - TEST_START > LIFE_LIMIT_MS;

  /** Lets loopback work, and time pass only where nothing else can happen. */
  async function until(isDone: () => Promise<boolean> | boolean): Promise<void> {
    while (!isLate() && !(await isDone())) {
      if (fault.isLarge) mostHeld = Math.max(mostHeld, bytesHeld());
      if (inFlight > 0 && !struck.isStalled()) await turns(1);
      else {
        // What a server sent before it fell silent is read first, however busy the machine is.
        await machineRests(isLate);
        await clock.advance(inFlight > 0 ? 500 : 1_000);
      }
    }
  }

  const job = await bot.accept();
  let given: Job | null = null;
  if (platform === "discord") {
    // The answer to an interaction is no request of ours: it is there, and Discord has told its id.
    const id = seen.put(["Starting…"], {});
    given = job.reply.platform === "discord" ? { ...job, reply: { ...job.reply, messageId: id } } : job;
  } else {
    const shown = bot.chat.show(job.reply, cardOf(job, clock.now()), "first").then((result) => {
      if (result.ok) given = { ...job, reply: result.value.reply };
    });
    await until(() => given !== null);
    await shown;
  }
  await bot.answered(given ?? job);
  await until(async () => inFlight === 0 && (await bot.job()).state.status === "closed");
  const isStuck = isLate();
  // A step that hangs would keep the rest waiting.
  if (isStuck) void bot.stop();
  else await bot.stop();
  await Promise.all([video.close(), chat.close(), film.close(), trap.close()]);
  names?.end();
  // Node tells of rejections between two turns of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled);

  return {
    cell,
    job: await bot.job(),
    ...ledger,
    screen: seen,
    lies,
    unhandled,
    isStuck,
    log,
    met: struck.met() + unnamed,
    visits: trap.visits(),
    bytesTaken: struck.bytesTaken(),
    bytesHeld: mostHeld - heldBefore,
  };
}

/** Ids of the form that each platform gives its messages. */
function namer(platform: "discord" | "slack"): (count: number) => string {
  return (count) => (platform === "discord" ? `5000000000000000${10 + count}` : `1795219200.0001${String(10 + count)}`);
}

function bytesHeld(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
