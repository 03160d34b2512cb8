import { type Codecs, distance, type Fate, loadCodecs, priceOf, readFilm, type Sandbox } from "#sandbox";
import type { Telling } from "./board.ts";
import { type Hands, handsOn } from "./hands.ts";
import type { DemoOptions, DemoOutcome } from "./options.ts";
import { download, downloaded, filmOn, headOf, VIDEO_LINK, watch } from "./seen.ts";

interface Scene {
  readonly hands: Hands;
  readonly sandbox: Sandbox;
  readonly prompt: string;
  line(text: string): void;
}

/** A part of a story, played on both platforms at once. */
interface Chapter {
  readonly title?: string;
  play(scene: Scene): Promise<void>;
}

/**
 * Plays a story. Returns false where the service's ledger is wrong after it; throws where somebody does not see what they
 * should.
 */
async function playStory(
  sandbox: Sandbox,
  { prompt, board, hasLinks, withinMs }: Telling,
  chapters: readonly Chapter[],
  due: ReturnType<Sandbox["video"]["ledger"]>,
): Promise<boolean> {
  await sandbox.seeded();
  const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
  const stopWatching = watch(sandbox, board, { hasLinks });
  const scenes = (["discord", "slack"] as const).map((place) => ({
    hands: handsOn(sandbox, place, { board, after, withinMs }),
    sandbox,
    prompt,
    line: (text: string) => board.line(`        ${headOf(place)}  ${text}`),
  }));
  for (const { title, play } of chapters) {
    if (title !== undefined) board.line(`\n${title}`);
    await Promise.all(scenes.map(play));
  }
  stopWatching();
  const { tasks, charged, refunded } = sandbox.video.ledger();
  const isRight = tasks === due.tasks && charged === due.charged && refunded === due.refunded;
  board.line(
    `\nthe service charged ${charged} credits for ${tasks} videos and refunded ${refunded}${isRight ? "" : ", which is wrong"}`,
  );
  return isRight;
}

/** The service does this, and Ada reads that at the end. */
const outcomes: Readonly<
  Record<DemoOutcome, { readonly fate: Fate; readonly words: (price: number) => readonly (string | RegExp)[] }>
> = {
  succeeded: { fate: "normal", words: (price) => [VIDEO_LINK, `${price} credits used`] },
  failed: { fate: "fails", words: (price) => [/failed/i, `${price} credits were refunded`] },
  "no-credits": {
    fate: "no_credits",
    words: (price) => [new RegExp(`\\b${price} credits\\b`), /nothing was charged/i, /doesn't have enough/i],
  },
  "bad-key": { fate: "bad_key", words: () => [/nothing was charged/i, /key/i, "[Add my key]"] },
  "bad-request": { fate: "bad_request", words: () => [/nothing was charged/i, /rejected this request/i] },
};

/** Ada makes one video on both platforms, with that outcome. */
export async function playVideo(sandbox: Sandbox, telling: Telling, wanted: DemoOptions): Promise<boolean> {
  const { fate, words } = outcomes[wanted.outcome];
  const price = priceOf({
    resolution: wanted.resolution === "720p" ? "720p" : "480p",
    duration: wanted.duration?.startsWith("15") ? 15 : 10,
  });
  async function play({ hands, prompt, line }: Scene): Promise<void> {
    await hands.asks("ada", prompt, wanted);
    const card = await hands.reads("ada", ...words(price));
    if (fate === "normal" || fate === "fails") await hands.isNotified("ada");
    line(fate === "normal" ? downloaded(await filmOn(card)) : "as expected");
  }
  await sandbox.seeded();
  sandbox.video.everyFate(fate);
  const tasks = fate === "normal" || fate === "fails" ? 2 : 0;
  const due = { tasks, charged: tasks * price, refunded: fate === "fails" ? tasks * price : 0 };
  return playStory(sandbox, telling, [{ play }], due);
}

const PRICE = priceOf({ resolution: "480p", duration: 10 });

/** Two frames count as the same if they differ only by what a codec changes; on a scale of 0 to 255. */
const THE_SAME = 3;

/**
 * Ada makes a video on both platforms, continues it with a second one, and joins both. Throws where the second does not
 * continue from the last frame of the first, too, and where the joined film is not the two of them.
 */
export async function playContinue(sandbox: Sandbox, telling: Telling): Promise<boolean> {
  const codecs = await loadCodecs();
  if (!codecs) throw new Error("This needs a package that is not installed: npm install @napi-rs/webcodecs");
  const cards = new Map<string, { first: string; second: string }>();
  const chapters: readonly Chapter[] = [
    {
      title: "Ada asks for a video.",
      async play({ hands, prompt }) {
        await hands.asks("ada", prompt, { duration: "10" });
        const first = await hands.reads("ada", VIDEO_LINK, `${PRICE} credits used`);
        cards.set(hands.place, { first, second: "" });
      },
    },
    {
      title: "It is ready. She presses Continue, and says what happens next.",
      async play({ hands }) {
        await hands.presses("ada", "Continue");
        await hands.fills("ada", "Continue: part 2", { prompt: "night falls, and it goes on" });
        const second = await hands.reads("ada", /Part 2\b/, VIDEO_LINK, `${PRICE} credits used`);
        cards.set(hands.place, { first: cards.get(hands.place)?.first ?? "", second });
      },
    },
    {
      title: "She presses Join: both become one video, for free.",
      async play({ hands, line }) {
        await hands.presses("ada", "Join");
        await hands.reads("ada", "2 parts joined", "free");
        const { first, second } = cards.get(hands.place) ?? {};
        const films = [await filmOn(first), await filmOn(second)] as const;
        const joined = await download(joinedFilm(hands, sandbox));
        for (const film of [...films, joined]) line(downloaded(film));
        const { apart, goesOn, isWhole, pictures } = await seam(codecs, films, joined);
        if (!goesOn) throw new Error(`${hands.place}: the second video does not go on from the first one`);
        if (!isWhole) throw new Error(`${hands.place}: the joined video is not the two of them`);
        line(`last frame and first frame differ by ${apart.toFixed(1)} of 255`);
        line(`the joined video has all ${pictures} pictures, in their order`);
      },
    },
  ];
  return playStory(sandbox, telling, chapters, { tasks: 4, charged: 4 * PRICE, refunded: 0 });
}

function joinedFilm({ place }: Hands, { discord, slack }: Sandbox): string | undefined {
  if (place === "slack") return slack.messages("ben").findLast(({ films }) => films.length > 0)?.films[0];
  return discord.messages("ben").findLast(({ attachments }) => attachments.length > 0)?.attachments[0]?.url;
}

/**
 * Measures how far the end of one film is from the beginning of the next, whether the next one then changes, and
 * whether the joined film is both, picture by picture.
 */
async function seam(codecs: Codecs, [one, next]: readonly [Uint8Array, Uint8Array], joined: Uint8Array) {
  const before = (await readFilm(codecs, one)).frames;
  const { frames } = await readFilm(codecs, next);
  const whole = (await readFilm(codecs, joined)).frames;
  const pictures = [...before, ...frames];
  const apart = distance(before.at(-1), frames[0]);
  return {
    apart,
    goesOn: apart <= THE_SAME && distance(before.at(-1), frames.at(-1)) > THE_SAME,
    isWhole: whole.length === pictures.length && whole.every((frame, nth) => distance(frame, pictures[nth]) === 0),
    pictures: pictures.length,
  };
}

/** Cleo's video costs more than Ben allows without a question. */
const CLEO_WORDS = { duration: "15" };
const CLEO_PRICE = priceOf({ resolution: "480p", duration: 15 });
const ASK_ABOVE = PRICE;
/** Enough for one of Cleo's videos, and not for two. */
const CAP = 250;
const LEFT = CAP - CLEO_PRICE;

export function playTeam(sandbox: Sandbox, telling: Telling): Promise<boolean> {
  const chapters: readonly Chapter[] = [
    { title: "Ben manages both places. He gives the team a key.", play: giveKey },
    { title: `He sets the rules: ${CAP} credits a month, and a question above ${ASK_ABOVE} credits.`, play: setRules },
    { title: "Cleo has no key of her own. She asks for 15 seconds, and Ben declines.", play: decline },
    { title: "She asks once more, and Ben approves.", play: approve },
    { title: `The team has ${LEFT} credits left this month: the next video is stopped.`, play: meetCap },
    { title: "Ben looks at what it came to.", play: report },
  ];
  return playStory(sandbox, telling, chapters, { tasks: 2, charged: 2 * CLEO_PRICE, refunded: 0 });
}

async function giveKey({ hands, sandbox }: Scene): Promise<void> {
  await hands.types("ben", "setup");
  await hands.presses("ben", "Team key");
  await hands.fills("ben", "Team key", { key: sandbox.video.key });
  await hands.finds("ben", /The team's key \(ends in .{4}\) is stored encrypted/);
}

async function setRules({ hands }: Scene): Promise<void> {
  await hands.types("ben", "setup");
  await hands.reads("ben", /Nobody may spend yet/);
  await hands.presses("ben", "Who may spend");
  await hands.fills("ben", "Who may spend", { everyone: "yes" });
  await hands.reads("ben", /May spend: everyone here/);
  await hands.presses("ben", "Rules");
  await hands.fills("ben", "Rules", {
    team_month: String(CAP),
    ask_above: String(ASK_ABOVE),
    approvals: hands.channelId,
  });
  await hands.reads("cleo", /Approvals will arrive here/);
  await hands.finds("ben", `Videos above ${ASK_ABOVE} credits need approval`);
}

async function decline({ hands, prompt }: Scene): Promise<void> {
  await hands.asks("cleo", prompt, CLEO_WORDS);
  await hands.reads("cleo", /Waiting for approval/, /nothing is charged/);
  await hands.reads("ben", /Approve this video\?/, `${CLEO_PRICE} credits`);
  await hands.presses("ben", "Decline");
  await hands.fills("ben", "Decline this video?", { note: "Show more of the street, please" });
  await hands.finds("ben", /will see it on the video's card/);
  await hands.reads("cleo", /Declined by/, /Show more of the street/, /Nothing was charged/);
}

async function approve({ hands, prompt, line }: Scene): Promise<void> {
  await hands.asks("cleo", `${prompt}, in a wide street`, CLEO_WORDS);
  await hands.presses("ben", `Approve ${CLEO_PRICE} credits`);
  await hands.reads("ben", /Approved by/);
  const card = await hands.reads("cleo", VIDEO_LINK, /Paid with the team's key/, `${CLEO_PRICE} credits used`);
  await hands.isNotified("cleo");
  line(downloaded(await filmOn(card)));
}

async function meetCap({ hands, prompt }: Scene): Promise<void> {
  await hands.asks("cleo", `${prompt}, at night`, CLEO_WORDS);
  await hands.reads("cleo", `costs ${CLEO_PRICE} credits, and the team has ${LEFT} credits left this month`);
}

async function report({ hands }: Scene): Promise<void> {
  await hands.types("ben", "report");
  await hands.reads("ben", `1 video, ${CLEO_PRICE} credits spent`);
}
