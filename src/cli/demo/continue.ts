import { type Codecs, loadCodecs } from "../../sandbox/film/codecs.ts";
import { distance, readFilm } from "../../sandbox/film/read-film.ts";
import type { Sandbox } from "../../sandbox/start.ts";
import { priceOf } from "../../sandbox/video/wire.ts";
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
 * Ada makes a video on both platforms, and then a second one that goes on from it; false where the ledger is wrong, throws
 * where she does not see what she has to, or where the second does not go on from the frame that the first one ends with.
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
  stopWatching();
  board.line("\nWhere the first video ends, the second one begins.");
  for (const [nth, hands] of both.entries()) {
    const films = [await filmOn(first[nth]), await filmOn(second[nth])] as const;
    const name = hands.place === "discord" ? "Discord" : "Slack  ";
    for (const film of films) board.line(`        ${name}  ${downloaded(film)}`);
    const { apart, goesOn } = await seam(codecs, films);
    if (!goesOn) throw new Error(`${hands.place}: the second video does not go on from the first one`);
    board.line(`        ${name}  last frame and first frame differ by ${apart.toFixed(1)} of 255`);
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

async function filmOn(card: string | undefined): Promise<Uint8Array> {
  const url = VIDEO_LINK.exec(card ?? "")?.[0];
  const film = url === undefined ? null : await download(url);
  if (!film) throw new Error("A video could not be downloaded");
  return film;
}

/** How far the end of one film is from the beginning of the next, and whether that one goes on to something else. */
async function seam(codecs: Codecs, [one, next]: readonly [Uint8Array, Uint8Array]) {
  const end = (await readFilm(codecs, one)).frames.at(-1);
  const { frames } = await readFilm(codecs, next);
  const apart = distance(end, frames[0]);
  return { apart, goesOn: apart <= THE_SAME && distance(end, frames.at(-1)) > THE_SAME };
}
