import type { Sandbox } from "reelay-sandbox";
import { type Codecs, distance, loadCodecs, priceOf, readFilm } from "reelay-sandbox";
import type { Telling } from "./board.ts";
import { download, downloaded } from "./download.ts";
import { isContinuedLedgerRight, VIDEO_LINK } from "./expect.ts";
import { type Hands, handsOn } from "./hands.ts";
import { watch } from "./watch.ts";

const SECONDS = 10;
const PRICE = priceOf({ resolution: "480p", duration: SECONDS });
const NEXT = "night falls, and it goes on";

/** Two frames are the same where a codec alone is between them; of 0 to 255. */
const THE_SAME = 3;

/**
 * Ada makes a video on both platforms, then a second one that goes on from it, and joins both; false where the ledger is
 * wrong, throws where she does not see what she has to, where the second does not go on from the frame that the first one ends
 * with, or where the joined one is not the two of them.
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

/** Both give the card that shows the finished video, as Ada reads it. */
async function makeFirst(hands: Hands, prompt: string): Promise<string> {
  await hands.asks("ada", prompt, SECONDS);
  return hands.reads("ada", VIDEO_LINK, `${PRICE} credits used`);
}

async function goOn(hands: Hands): Promise<string> {
  await hands.presses("ada", "Continue");
  await hands.fills("ada", "Continue: part 2", { prompt: NEXT });
  return hands.reads("ada", /Part 2\b/, VIDEO_LINK, `${PRICE} credits used`);
}

/** Gives the address of what was joined, as it stands before Ben, who only watches. */
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
 * How far the end of one film is from the beginning of the next, and whether that one goes on to something else; and whether
 * the joined film is both, picture by picture.
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
