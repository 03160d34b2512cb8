import { type Codecs, distance, loadCodecs, priceOf, readFilm, type Sandbox } from "reelay-sandbox";
import type { Telling } from "./board.ts";
import { type Hands, handsOn } from "./hands.ts";
import {
  download,
  downloaded,
  isContinuedLedgerRight,
  isTeamLedgerRight,
  seenBy,
  VIDEO_LINK,
  videoIn,
  watch,
} from "./seen.ts";

const SECONDS = 10;
const PRICE = priceOf({ resolution: "480p", duration: SECONDS });
const NEXT = "night falls, and it goes on";

/** Two frames count as the same if they differ only by what a codec changes; on a scale of 0 to 255. */
const THE_SAME = 3;

/**
 * Ada makes a video on both platforms, continues it with a second one, and joins both. Returns false where the ledger
 * is wrong; throws where she does not see what she should, where the second does not continue from the last frame of
 * the first, or where the joined film is not the two of them.
 */
export async function playContinue(sandbox: Sandbox, { prompt, board, hasLinks, withinMs }: Telling): Promise<boolean> {
  const codecs = await loadCodecs();
  if (!codecs) throw new Error("This needs a package that is not installed: npm install @napi-rs/webcodecs");
  await sandbox.seeded();
  const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
  const both = (["discord", "slack"] as const).map((place) => handsOn(sandbox, place, { board, after, withinMs }));
  const stopWatching = watch(sandbox, board, { hasLinks });

  board.line("\nAda asks for a video.");
  const first = await Promise.all(both.map((hands) => makeFirst(hands, prompt)));
  board.line("\nIt is ready. She presses Continue, and says what happens next.");
  const second = await Promise.all(both.map(goOn));
  board.line("\nShe presses Join: both become one video, for free.");
  const whole = await Promise.all(both.map((hands) => joins(hands, sandbox)));
  stopWatching();
  board.line("\nWhere the first video ends, the second one begins, and the whole has the pictures of both.");
  for (const [nth, hands] of both.entries()) {
    const films = [await filmOn(first[nth]), await filmOn(second[nth])] as const;
    const joined = await filmAt(whole[nth]);
    const name = hands.place === "discord" ? "Discord" : "Slack  ";
    for (const film of [...films, joined]) board.line(`        ${name}  ${downloaded(film)}`);
    const { apart, goesOn, isWhole, pictures } = await seam(codecs, films, joined);
    if (!goesOn) throw new Error(`${hands.place}: the second video does not go on from the first one`);
    if (!isWhole) throw new Error(`${hands.place}: the joined video is not the two of them`);
    board.line(`        ${name}  last frame and first frame differ by ${apart.toFixed(1)} of 255`);
    board.line(`        ${name}  the joined video has all ${pictures} pictures, in their order`);
  }

  const ledger = sandbox.video.ledger();
  const isRight = isContinuedLedgerRight(ledger, PRICE);
  board.line(
    `\nthe service charged ${ledger.charged} credits for ${ledger.tasks} videos and refunded ${ledger.refunded}${isRight ? "" : ", which is wrong"}`,
  );
  return isRight;
}

/** Makes a video and returns the card that shows it, as Ada reads it. */
async function makeFirst(hands: Hands, prompt: string): Promise<string> {
  await hands.asks("ada", prompt, SECONDS);
  return hands.reads("ada", VIDEO_LINK, `${PRICE} credits used`);
}

async function goOn(hands: Hands): Promise<string> {
  await hands.presses("ada", "Continue");
  await hands.fills("ada", "Continue: part 2", { prompt: NEXT });
  return hands.reads("ada", /Part 2\b/, VIDEO_LINK, `${PRICE} credits used`);
}

/** Joins the videos and returns the address of the film, as Ben sees it, who only watches. */
async function joins(hands: Hands, { discord, slack }: Sandbox): Promise<string | undefined> {
  await hands.presses("ada", "Join");
  await hands.reads("ada", "2 parts joined", "free");
  if (hands.place === "slack") return slack.messages("ben").findLast(({ films }) => films.length > 0)?.films[0];
  return discord.messages("ben").findLast(({ attachments }) => attachments.length > 0)?.attachments[0]?.url;
}

function filmOn(card: string | undefined): Promise<Uint8Array> {
  return filmAt(VIDEO_LINK.exec(card ?? "")?.[0]);
}

async function filmAt(url: string | undefined): Promise<Uint8Array> {
  const film = url === undefined ? null : await download(url);
  if (!film) throw new Error("A video could not be downloaded");
  return film;
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

/** The length of Cleo's video in seconds: it costs more than Ben allows without a question. */
const CLEO_SECONDS = 15;
const CLEO_PRICE = priceOf({ resolution: "480p", duration: CLEO_SECONDS });
const ASK_ABOVE = priceOf({ resolution: "480p", duration: 10 });
/** Enough for one of Cleo's videos, and not for two. */
const CAP = 250;
const LEFT = CAP - CLEO_PRICE;

/** A part of the story, played on both platforms at once. */
interface Chapter {
  readonly title: string;
  play(hands: Hands, about: About): Promise<void>;
}

interface About {
  readonly prompt: string;
  readonly key: string;
  /** Returns the address of the finished video as Cleo sees it, once it is there. */
  video(): string | null;
  line(text: string): void;
}

const chapters: readonly Chapter[] = [
  { title: "Ben manages both places. He gives the team a key.", play: giveKey },
  { title: `He sets the rules: ${CAP} credits a month, and a question above ${ASK_ABOVE} credits.`, play: setRules },
  { title: "Cleo has no key of her own. She asks for 15 seconds, and Ben declines.", play: decline },
  { title: "She asks once more, and Ben approves.", play: approve },
  { title: `The team has ${LEFT} credits left this month: the next video is stopped.`, play: meetCap },
  { title: "Ben looks at what it came to.", play: report },
];

/**
 * Ben and Cleo use a team's key on both platforms. Returns false where the ledger is wrong; throws where somebody does
 * not see what they should.
 */
export async function playTeam(sandbox: Sandbox, { prompt, board, hasLinks, withinMs }: Telling): Promise<boolean> {
  await sandbox.seeded();
  const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
  const both = (["discord", "slack"] as const).map((place) => handsOn(sandbox, place, { board, after, withinMs }));
  const stopWatching = watch(sandbox, board, { hasLinks });
  for (const { title, play } of chapters) {
    board.line(`\n${title}`);
    const about = (hands: Hands): About => ({
      prompt,
      key: sandbox.video.key,
      video: () => videoIn(seenBy(sandbox, hands.place, { after, personId: "cleo" })),
      line: (text) => board.line(`        ${hands.place === "discord" ? "Discord" : "Slack  "}  ${text}`),
    });
    await Promise.all(both.map((hands) => play(hands, about(hands))));
  }
  stopWatching();

  const ledger = sandbox.video.ledger();
  const isRight = isTeamLedgerRight(ledger, CLEO_PRICE);
  board.line(
    `\nthe service charged ${ledger.charged} credits for ${ledger.tasks} videos and refunded ${ledger.refunded}${isRight ? "" : ", which is wrong"}`,
  );
  return isRight;
}

async function giveKey(hands: Hands, { key }: About): Promise<void> {
  await hands.types("ben", "setup");
  await hands.presses("ben", "Team key");
  await hands.fills("ben", "Team key", { key });
  await hands.finds("ben", /The team's key \(ends in .{4}\) is stored encrypted/);
}

async function setRules(hands: Hands): Promise<void> {
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

async function decline(hands: Hands, { prompt }: About): Promise<void> {
  await hands.asks("cleo", prompt, CLEO_SECONDS);
  await hands.reads("cleo", /Waiting for approval/, /nothing is charged/);
  await hands.reads("ben", /Approve this video\?/, `${CLEO_PRICE} credits`);
  await hands.presses("ben", "Decline");
  await hands.fills("ben", "Decline this video?", { note: "Show more of the street, please" });
  await hands.finds("ben", /will see it on the video's card/);
  await hands.reads("cleo", /Declined by/, /Show more of the street/, /Nothing was charged/);
}

async function approve(hands: Hands, about: About): Promise<void> {
  await hands.asks("cleo", `${about.prompt}, in a wide street`, CLEO_SECONDS);
  await hands.presses("ben", `Approve ${CLEO_PRICE} credits`);
  await hands.reads("ben", /Approved by/);
  await hands.reads("cleo", /Paid with the team's key/, `${CLEO_PRICE} credits used`);
  await hands.isNotified("cleo");
  const url = about.video();
  const film = url === null ? null : await download(url);
  if (!film) throw new Error(`${hands.place}: the video could not be downloaded`);
  about.line(downloaded(film));
}

async function meetCap(hands: Hands, { prompt }: About): Promise<void> {
  await hands.asks("cleo", `${prompt}, at night`, CLEO_SECONDS);
  await hands.reads("cleo", `costs ${CLEO_PRICE} credits, and the team has ${LEFT} credits left this month`);
}

async function report(hands: Hands): Promise<void> {
  await hands.types("ben", "report");
  await hands.reads("ben", `1 video, ${CLEO_PRICE} credits spent`);
}
